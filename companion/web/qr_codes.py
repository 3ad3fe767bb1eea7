"""QR codes on pages."""

from __future__ import annotations

import io

from markupsafe import Markup


def draw_code(text: str) -> Markup:
    """A QR code as SVG, coloured by the page's CSS."""
    # Imported late: most processes draw no code, and the library takes 0.5 MB.
    import segno

    drawing = io.BytesIO()
    segno.make(text, error="m").save(
        drawing,
        kind="svg",
        xmldecl=False,
        svgns=False,
        nl=False,
        svgclass="code__drawing",
        lineclass="code__line",
        omitsize=True,
        border=4,
    )
    return Markup(drawing.getvalue().decode())  # noqa: S704
