"""Tools to build the SD card image."""
