"""The page: one web application over one session, for kiosk, phone and programs."""
