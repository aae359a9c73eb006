"""The tests notice broken rules: `make mutants` tries every mutation, this a sample of them."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.tools.mutants import STAGES, caught_by, outdated
from tests.tools.mutations import MUTATIONS


def test_the_list_is_up_to_date() -> None:
    assert [problem for mutation in MUTATIONS if (problem := outdated(mutation))] == []
    assert len({mutation.name for mutation in MUTATIONS}) == len(MUTATIONS) > 40
    assert all(mutation.text != mutation.wrong for mutation in MUTATIONS)


def test_a_text_that_is_gone_is_told() -> None:
    gone = MUTATIONS[0]._replace(text="no such text")
    assert outdated(gone) == f"{gone.name}: {gone.file} holds its text 0 times"


@pytest.mark.group("rules")
@pytest.mark.timeout(1800)
def test_a_sample_is_noticed() -> None:
    sample = MUTATIONS[::6]
    with ThreadPoolExecutor(2) as workers:
        noticed = list(workers.map(caught_by, sample))
    assert [m.name for m, test in zip(sample, noticed, strict=True) if not test] == []


@pytest.mark.group("rules")
@pytest.mark.timeout(1000)
@pytest.mark.parametrize("stages", [1, len(STAGES)])
def test_the_rules_as_they_are_pass(stages: int) -> None:
    assert caught_by(None, stages) == ""
