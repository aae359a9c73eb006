"""Two thousand connections of a stranger: the board's own page and systemd notice nothing."""

from pathlib import Path
from statistics import quantiles

import pytest

from tests.tools.connection_flood import measure

pytestmark = pytest.mark.group("soak")


@pytest.mark.parametrize("slow", [False, True], ids=["idle", "slow"])
def test_many_watchers_do_not_delay_the_board(tmp_path: Path, slow: bool) -> None:
    found = measure(tmp_path, slow=slow, for_s=15)
    if found is None:
        pytest.skip("this machine has no address on a network")
    print(found.in_words())
    assert found.failed == 0 and min(len(found.page_s), len(found.command_s)) > 50
    assert quantiles(found.page_s, n=100)[98] < 1 and quantiles(found.command_s, n=100)[98] < 1
    assert found.fed > 10 and found.longest_unfed_s < 3
    assert found.log_bytes < 10_000
