"""Diagnosis of this installation: faults and their cures.

    run.examine(probe.SystemProbe) -> [notice.Notice, …]

One small function a check; a file a part of the machine. A check reads a `SystemProbe` and nothing
else, so a test can be any machine: a Pi whose supply sags, a card that has worn out, a PC. The
service loads the checks when somebody asks, not when it starts.
"""
