"""Doctor on the page: a board in safe mode explains it, and leaves it by a button."""

from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.support.browser.pages import context_of
from tests.support.running_board import running_board

REAL = """
[game]
attract_s = 0
[board]
strip = "spi:"
[buttons]
source = "gpio:"
[camera]
source = "none"
"""


def test_doctor_page_explains_and_leaves_safe_mode(browser: Browser, tmp_path: Path) -> None:
    (tmp_path / "c.toml").write_text(REAL)
    options = ("--config", str(tmp_path / "c.toml"), "--safe")
    with running_board(tmp_path / "state", *options) as service:
        page = context_of(browser, viewport={"width": 800, "height": 480}).new_page()
        try:
            page.goto(service.address)
            expect(page.locator("#trouble")).to_contain_text("safe mode")
            page.keyboard.press("Escape")  # the home screen
            page.evaluate("document.getElementById('open-menu').click()")
            page.get_by_role("button", name="Check the board").click()
            dialog = page.locator("#doctor")
            expect(dialog.locator(".summary")).to_contain_text("attention")
            finding = dialog.locator('li[data-state="fault"]').first
            expect(finding).to_contain_text("requested with --safe")
            expect(finding.locator("code")).to_have_text("sudo systemctl restart pegboard")
            dialog.locator("summary").click()
            expect(dialog.locator('li[data-state="ok"]', has_text="recogniser")).to_be_visible()
            finding.get_by_role("button", name="Start normally").click()
            # After the restart it reports the missing strip.
            expect(page.locator("#trouble")).to_contain_text("strip")
            expect(page.locator("#trouble")).not_to_contain_text("safe mode")
            dialog.get_by_role("button", name="Check again").click()
            expect(dialog.locator('li[data-state="fault"]', has_text="strip now")).to_be_visible()
        finally:
            page.context.close()
