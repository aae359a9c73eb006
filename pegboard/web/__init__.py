"""The page: one web application over one desk, for kiosk, phone and programs."""
