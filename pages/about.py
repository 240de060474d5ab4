from dashboard.about_page.page import about_page

about_page()
