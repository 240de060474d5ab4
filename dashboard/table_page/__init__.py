"""The parts of the table page; each draws one part and changes nothing but through `dashboard.table.session`."""
