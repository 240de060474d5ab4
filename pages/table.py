from dashboard.screen.table_page import table_page

table_page()
