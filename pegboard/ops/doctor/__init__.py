"""Diagnosis of this installation: faults and their cures.

    run.examine(probe.SystemProbe) -> [notice.Notice, …]

Each check is a small function; each file of `checks` covers one part of the machine. A check reads
only its `SystemProbe`, so tests can simulate any machine: a Pi with undervoltage, a worn-out SD
card, a PC. The service imports the checks on first use, not at start-up.
"""
