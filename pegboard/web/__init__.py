"""The web application for one session: kiosk page, phones and programs."""
