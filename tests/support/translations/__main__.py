"""`python -m tests.support.translations`: writes the catalogues anew."""

from tests.support.translations import FOLDER, OTHERS, catalogue, code, updated, written


def main() -> None:
    for language in OTHERS:
        entries = updated(catalogue(language), code.entries())
        (FOLDER / f"{language}.po").write_text(written(entries), encoding="utf-8")
        missing = sum(not entry.is_translated for entry in entries)
        print(f"{language}: {len(entries)} sentences, {missing} to translate")


main()
