from dashboard.table_page.page import table_page

table_page()
