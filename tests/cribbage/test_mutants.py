"""A sample of the mutations that `make mutants` runs."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.tools.mutants import STAGES, caught_by, outdated
from tests.tools.mutations import MUTATIONS


def test_mutation_list_is_up_to_date() -> None:
    assert [problem for mutation in MUTATIONS if (problem := outdated(mutation))] == []
    assert len({mutation.name for mutation in MUTATIONS}) == len(MUTATIONS) > 40
    assert all(mutation.text != mutation.wrong for mutation in MUTATIONS)


def test_missing_mutation_text_is_reported() -> None:
    invalid = MUTATIONS[0]._replace(text="no such text")
    assert outdated(invalid) == f"{invalid.name}: {invalid.file} holds its text 0 times"


@pytest.mark.group("rules")
@pytest.mark.timeout(1800)
def test_sampled_mutation_is_caught() -> None:
    sample = MUTATIONS[::6]
    with ThreadPoolExecutor(2) as workers:
        noticed = list(workers.map(caught_by, sample))
    assert [m.name for m, test in zip(sample, noticed, strict=True) if not test] == []


@pytest.mark.group("rules")
@pytest.mark.timeout(1000)
@pytest.mark.parametrize("stages", [1, len(STAGES)])
def test_unmutated_rules_pass(stages: int) -> None:
    assert caught_by(None, stages) == ""
