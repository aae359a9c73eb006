"""The board as data: holes, pixels, moving pegs, and current draw.

Nothing here drives LEDs, reads a file or a clock:

    Scene (pegs, who deals, whose turn)  --render(now)-->  Frame  --for_leds, limit-->  Strip
"""
