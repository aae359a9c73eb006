"""The hardware and its simulations: one folder a kind, one file a make of it.

ports.py      what every strip, camera, speaker and source of inputs can do
strips/ inputs/ cameras/ speakers/      chosen by an address such as `spi:/dev/spidev0.0`
controls/     edges to presses to intents: debounce, dials, staging
usb_board/    the microcontroller on USB, and its protocol
"""
