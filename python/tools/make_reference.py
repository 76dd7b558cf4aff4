"""The API reference of the installed package, as HTML: a page for each module, and an index of them.

make_reference.py FOLDER
"""

import html
import importlib
import inspect
import pathlib
import sys
import warnings

import pdoc
import pdoc.render

# What people import, in the order of the index; the modules below them follow by themselves.
MODULES = [
    "sourdine",
    "sourdine.commands.ledger",
    "sourdine.commands.range",
    "sourdine.commands.range_stream",
    "sourdine.commands.survey",
    "sourdine.spark",
    "sourdine.sklearn",
    "sourdine.compat",
]
# How programs call what lies elsewhere.
CALLED = {
    "sourdine.commands.ledger": "sourdine.ledger",
    "sourdine.commands.range": "sourdine.range",
    "sourdine.commands.range_stream": "sourdine.range.stream",
    "sourdine.commands.survey": "sourdine.survey",
}


def first_sentence(module: str) -> str:
    """What a module says it is, without the marks of docstrings."""
    text = inspect.getdoc(importlib.import_module(module)) or ""
    return text.split("\n\n")[0].replace("\n", " ").replace("`", "")


def index_page(version: str, folder: pathlib.Path) -> str:
    """Links to the pages of modules; those of modules deep below have links to theirs."""
    pages = sorted(path.relative_to(folder).with_suffix("") for path in folder.rglob("*.html"))
    found = [".".join(page.parts) for page in pages if page.parts[0] == "sourdine" and len(page.parts) <= 3]
    rows = []
    for module in [*MODULES, *(name for name in found if name not in MODULES)]:
        where = module.replace(".", "/") + ".html"
        name = CALLED.get(module, module)
        rows.append(f'<dt><a href="{where}"><code>{name}</code></a></dt><dd>{html.escape(first_sentence(module))}</dd>')
    style = "body{font:16px/1.5 system-ui,sans-serif;max-width:52rem;margin:2rem auto;padding:0 1rem}dd{margin:0 0 .6rem 1.5rem}"
    return (
        f'<!doctype html>\n<html lang="en"><meta charset="utf-8"><title>sourdine {version}</title><style>{style}</style>\n'
        f"<h1>sourdine {version}: the Python package</h1>\n<dl>\n" + "\n".join(rows) + "\n</dl>\n</html>\n"
    )


def main(folder: pathlib.Path) -> None:
    warnings.simplefilter("error")  # what cannot be documented is not left out in silence
    # What they import may ask the machine about itself, which pdoc forbids while it imports.
    for module in MODULES:
        importlib.import_module(module)
    pdoc.render.configure(docformat="numpy", show_source=False)
    pdoc.pdoc(*MODULES, output_directory=folder)
    version = importlib.import_module("sourdine").__version__
    (folder / "index.html").write_text(index_page(version, folder), encoding="utf-8")
    print(f"make_reference: {folder / 'index.html'}")


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
