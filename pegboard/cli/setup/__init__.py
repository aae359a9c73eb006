"""The commands that set up LEDs, camera, firmware, configuration or layout."""
