"""Evaluation of many deals at once: the pegging net, beliefs about hidden hands, and tables."""
