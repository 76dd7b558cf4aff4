"""HTML for notebooks. Colours come from the page (`currentColor`), so that light and dark themes both work."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

__all__ = ["bar", "card", "escape", "table"]

_SMALL = "font-size:0.9em;opacity:0.75;margin:0.2em 0"
_WARNING = "font-size:0.9em;margin:0.3em 0;padding:0.15em 0.6em;border-left:3px solid #c2571a"


def escape(text: str) -> str:
    """Text for HTML."""
    from html import escape as escaped  # with all the names of characters, which only notebooks wait for

    return escaped(text)


def table(head: Sequence[str], rows: Iterable[Sequence[str]], align: str) -> str:
    """A table of cells that are HTML already; `align` has one of ``l`` and ``r`` for each column."""
    sides = ["left" if side == "l" else "right" for side in align]

    def line(tag: str, cells: Sequence[str]) -> str:
        return "".join(
            f'<{tag} style="text-align:{side};padding:0.1em 0.8em 0.1em 0;white-space:nowrap">{cell}</{tag}>'
            for side, cell in zip(sides, cells, strict=True)
        )

    top = f"<thead><tr>{line('th', head)}</tr></thead>" if any(head) else ""
    body = "".join(f"<tr>{line('td', row)}</tr>" for row in rows)
    # What a page does not say by itself in old modes of display is said here.
    style = "border-collapse:collapse;color:inherit;font-size:inherit;font-variant-numeric:tabular-nums;margin:0.2em 0"
    return f'<div style="overflow-x:auto"><table style="{style}">{top}<tbody>{body}</tbody></table></div>'


def card(title: str, body: str, notes: Iterable[str] = (), warnings: Iterable[str] = ()) -> str:
    """A titled block: `body` is HTML, the other texts are not."""
    parts = [f'<div style="margin:0.5em 0"><div><strong>{escape(title)}</strong></div>']
    parts += [f'<div style="{_WARNING}"><strong>NOT PRIVATE:</strong> {escape(text)}</div>' for text in warnings]
    parts.append(body)
    parts += [f'<div style="{_SMALL}">{escape(text)}</div>' for text in notes]
    parts.append("</div>")
    return "".join(parts)


def bar(value: float, lower: float, upper: float, top: float, width: int = 160) -> str:
    """A bar from 0 to `value` with its interval as a line above it, on a scale from 0 to `top`."""

    def place(x: float) -> float:
        return round(width * min(max(x / top, 0.0), 1.0), 1) if top > 0 else 0.0

    return (
        f'<svg width="{width}" height="12" role="img" style="vertical-align:middle">'
        f'<rect x="0" y="2" width="{place(value)}" height="8" fill="#4c8dbf"/>'
        f'<line x1="{place(lower)}" x2="{place(upper)}" y1="6" y2="6" stroke="currentColor" stroke-width="1.5"/>'
        "</svg>"
    )
