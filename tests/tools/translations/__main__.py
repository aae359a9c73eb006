"""`python -m tests.tools.translations`: writes the catalogues and the page's scripts anew."""

import json

from tests.tools.translations import (
    FOLDER,
    OTHERS,
    all_sentences,
    catalogue,
    page,
    seats,
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
    named = {language: seats(catalogues[language]) for language in OTHERS}
    (FOLDER / "seats.json").write_text(
        json.dumps(named, ensure_ascii=False, indent=2) + "\n", encoding="utf-8"
    )
    for path, text in page.scripts(catalogues).items():
        path.write_text(text, encoding="utf-8")


main()
