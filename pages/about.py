from dashboard.screen.about_page import about_page

about_page()
