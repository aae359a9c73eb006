"""The board as numbers: holes, pixels, moving pegs, and the current they draw.

Nothing here lights anything, reads a file or knows the time:

    Scene (pegs, who deals, whose turn)  --render(now)-->  Frame  --for_leds, limit-->  Strip
"""
