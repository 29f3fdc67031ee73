"""The report in a real browser, where one is installed; elsewhere these are counted as skipped."""

import pytest

from client_cli.html.report import to_report
from tests.client_cli.html.browser import BROWSER, open_browser
from tests.client_cli.html.hands import HOSTILE
from tests.client_cli.html.matches import result_of, times_of

pytestmark = pytest.mark.skipif(BROWSER is None, reason="not run: no browser is installed")

MATCHES = {
    "two": {"strong": 14.0, "tight": -14.0},
    "hostile": dict(zip(HOSTILE, (9.0, 3.0, 1.0, 0.0, -1.0, -2.0, -4.0, -6.0), strict=True)),
}
OVERLAPS = """(() => {
  const out = [...document.querySelectorAll('svg.curves text')].filter((text) => {
    const [inner, outer] = [text, text.ownerSVGElement].map((e) => e.getBoundingClientRect());
    return inner.left < outer.left - 1 || inner.right > outer.right + 1;
  });
  return out.length;
})()"""


async def test_it_fits_telephones_and_screens_light_and_dark_and_breaks_no_rule_of_its_own(
    tmp_path,
):
    async with open_browser() as tab:
        for name, rates in MATCHES.items():
            file, result = tmp_path / f"{name}.html", result_of(rates)
            file.write_text(to_report(result, times_of(result)), "utf-8")
            for width, scheme in ((400, "dark"), (1280, "light")):
                await tab.screen(width, 900, scheme)
                await tab.call("Page.navigate", url=file.as_uri())
                await tab.until(
                    "document.readyState === 'complete' && document.querySelector('h2')"
                )
                assert await tab.run("document.documentElement.scrollWidth") <= width
                assert await tab.run(OVERLAPS) == 0
                height = "document.querySelector('svg.curves').getBoundingClientRect().height"
                assert await tab.run(height) > 100
        assert tab.complaints == []
