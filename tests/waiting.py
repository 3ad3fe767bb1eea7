"""Waiting in a browser for what a page does by itself."""

from playwright.sync_api import Error, Page

STEP = 20  # milliseconds


def wait_until(page: Page, script: str, argument: object = None, limit: int = 30_000) -> None:
    """Ask the page again and again until the script's value is true; `limit` in milliseconds.

    Playwright's `wait_for_function` asks from inside the page, where the content policy refuses every
    question after the first.
    """
    for _ in range(limit // STEP):
        try:
            if page.evaluate(script, argument):
                return
        except Error as error:
            # The page goes, and the next one comes.
            if "context was destroyed" not in error.message:
                raise
        page.wait_for_timeout(STEP)
    raise AssertionError(f"not true within {limit / 1000:g} seconds: {script}")
