"""Hardware and its simulations: one folder per kind, one file per type.

ports.py      what every strip, camera, speaker and source of inputs can do
strips/ inputs/ cameras/ speakers/      chosen by an address such as `spi:/dev/spidev0.0`
controls/     edges to presses to intents: debounce, dials, staging
usb_board/    the microcontroller on USB, and its protocol
"""
