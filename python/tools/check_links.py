"""Every link inside the API reference leads somewhere: to a file that is there, and to an anchor that is in it.

check_links.py FOLDER [FILE.md...]: reads all pages of the folder, and the Markdown files. Links to other sites are not
followed.
"""
import html.parser
import pathlib
import re
import sys
import urllib.parse


class Page(html.parser.HTMLParser):
    """The links and the anchors of one page."""

    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []
        self.anchors: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        self.anchors.update(value for value in (values.get("id"), values.get("name")) if value)
        self.links += [value for value in (values.get("href"), values.get("src")) if value]


def is_elsewhere(link: str) -> bool:
    return urllib.parse.urlsplit(link).scheme != "" or link.startswith("//")


def read_page(path: pathlib.Path) -> Page:
    page = Page()
    page.feed(path.read_text(encoding="utf-8"))
    return page


def broken_of_pages(folder: pathlib.Path) -> tuple[int, list[str]]:
    """(links looked at, those that lead nowhere)"""
    pages = {path.resolve(): read_page(path) for path in folder.rglob("*.html")}
    count, broken = 0, []
    for path, page in pages.items():
        for link in filter(lambda link: not is_elsewhere(link), page.links):
            count += 1
            parts = urllib.parse.urlsplit(link)
            target = (path.parent / urllib.parse.unquote(parts.path)).resolve() if parts.path else path
            anchor = urllib.parse.unquote(parts.fragment)
            if not target.exists() or (anchor and target in pages and anchor not in pages[target].anchors):
                broken.append(f"{path.relative_to(folder.resolve())}: {link}")
    return count, broken


def anchors_of_markdown(text: str) -> set[str]:
    """As the pages of repositories make them from headings."""
    heads = re.findall(r"^#+ +(.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


def broken_of_markdown(path: pathlib.Path) -> tuple[int, list[str]]:
    text = re.sub(r"^```.*?^```", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    count, broken = 0, []
    for link in re.findall(r"\]\(([^)\s]+)\)", text):
        if is_elsewhere(link):
            continue
        count += 1
        parts = urllib.parse.urlsplit(link)
        target = (path.parent / parts.path).resolve() if parts.path else path
        if not target.exists() or (parts.fragment and target.suffix == ".md"
                                   and parts.fragment not in anchors_of_markdown(target.read_text(encoding="utf-8"))):
            broken.append(f"{path}: {link}")
    return count, broken


def main(folder: pathlib.Path, documents: list[pathlib.Path]) -> int:
    found = [broken_of_pages(folder), *map(broken_of_markdown, documents)]
    count, broken = sum(each[0] for each in found), [link for each in found for link in each[1]]
    if count == 0:
        broken.append(f"{folder} has no links at all")
    print(*broken, sep="\n", end="\n" if broken else "")
    print(f"check_links: {count} links, {len(broken)} lead nowhere")
    return min(len(broken), 1)


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]), [pathlib.Path(name) for name in sys.argv[2:]]))
