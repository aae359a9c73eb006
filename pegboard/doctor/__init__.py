"""What is wrong with this installation, and what to do about it.

    examine(machine) -> [Finding, …]

One small function a check; a file a part of the machine. A check reads a `Machine` and nothing
else, so a test can be any machine: a Pi whose supply sags, a card that has worn out, a PC.
"""

from pegboard.doctor.examine import CHECKS, examine, is_well
from pegboard.doctor.finding import Finding, State
from pegboard.doctor.machine import Machine

__all__ = ["CHECKS", "Finding", "Machine", "State", "examine", "is_well"]
