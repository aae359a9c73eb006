"""`python -m tests.support.translations`: writes the catalogues and the page's scripts anew."""

from tests.support.translations import (
    FOLDER,
    OTHERS,
    all_sentences,
    catalogue,
    page,
    updated,
    written,
)


def main() -> None:
    catalogues = {"en": catalogue("en")}
    for language in OTHERS:
        entries = updated(catalogue(language), all_sentences())
        (FOLDER / f"{language}.po").write_text(written(entries), encoding="utf-8")
        missing = sum(not entry.is_translated for entry in entries)
        print(f"{language}: {len(entries) - 1} sentences, {missing} to translate")
        catalogues[language] = entries
    for path, text in page.scripts(catalogues).items():
        path.write_text(text, encoding="utf-8")


main()
