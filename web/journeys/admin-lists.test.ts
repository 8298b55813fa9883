import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Locator, Page } from "playwright-core";
import { SAMPLE_IMAGES } from "../../dev/sample-images.ts";
import { newTrader } from "../../dev/test/test-people.ts";
import { askForWithdrawal, oddPayment, sentImage } from "../../dev/test/test-withdrawals.ts";
import { atRest, boxAtRest } from "../test/at-rest.ts";
import { lacksBrowser } from "../test/browser.ts";
import { eventually } from "../test/eventually.ts";
import { type AdminTab, forgetSecondFactor, openAdminTab } from "./admin-log-in.ts";
import { setUpJourney } from "./set-up-journey.ts";

setDefaultTimeout(600_000);

/** A low window, so that a list of a few rows scrolls under its head. */
const LOW = { width: 1440, height: 480 };
/** In dollars; no other payment of the test has this amount. */
const PAID = 20.37;
const SUMS = [11, 112, 1_000, 14, 15, 16, 17, 18];

/** Layout of the admin lists and the bar, which only a browser can check. */
describe.skipIf(lacksBrowser())("an admin's lists", () => {
  const journey = setUpJourney();
  let tab: AdminTab;
  let page: Page;
  beforeAll(async () => {
    const { stack, browser } = journey;
    for (const sum of SUMS) await askForWithdrawal(stack, sum);
    const trader = await newTrader(stack);
    await trader.put("/api/user/profile", { idCardImage: sentImage("", SAMPLE_IMAGES.png).image });
    await oddPayment(stack, trader, { amount: PAID });
    tab = await openAdminTab(stack, browser, "/admin/withdrawals", { viewport: LOW });
    ({ page } = tab);
  }, 600_000);

  test("show the sort arrow beside its label, and the label ends where its figures end", async () => {
    const head = page.getByRole("button", { name: /^Amount/ });
    await head.click();
    await page.getByRole("button", { name: "Amount , largest first" }).waitFor();
    const figure = page.locator('[data-queue] li [data-align="right"]').first();
    await figure.waitFor();
    await eventually(async () =>
      expect(Math.abs((await textEnd(head)) - (await textEnd(figure)))).toBeLessThanOrEqual(1),
    );
    const arrow = await boxAtRest(head.locator("svg"));
    expect(arrow.x).toBeLessThan((await textEnd(head)) - 14);

    // The same with the keyboard.
    await head.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Amount , smallest first" }).waitFor();
    await eventually(async () =>
      expect(Math.abs((await textEnd(head)) - (await textEnd(figure)))).toBeLessThanOrEqual(1),
    );
  });

  test.each(["withdrawals", "users"])("of %s keep their head above the scrolling rows", async (list) => {
    await page.goto(`${journey.stack.origin}/admin/${list}`);
    await page.locator("[data-queue] li").nth(7).waitFor();
    await page.locator("[data-queue] li").nth(7).scrollIntoViewIfNeeded();
    await atRest(page);
    const head = page.locator('[data-queue] [role="group"]');
    const { isCovered, alpha } = await head.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      const points = [0.1, 0.3, 0.5, 0.7, 0.9].map((part) => [left + width * part, top + height / 2] as const);
      const isCovered = points.some(([x, y]) => !element.contains(document.elementFromPoint(x, y)));
      return { isCovered, alpha: getComputedStyle(element).backgroundColor };
    });
    expect([isCovered, alpha]).toEqual([false, expect.stringMatching(/^rgb\(/)]);
  });

  test("have a bar that shows every section from 1440 to 768 px when the step-up is over", async () => {
    await forgetSecondFactor(journey.stack, tab.admin.userId);
    // The counts of a busy day.
    await page.route("**/api/admin/queues", async (route) => {
      const answer = await route.fetch();
      const { queues, ...rest } = await answer.json();
      const waiting = { count: 128, oldestAt: null };
      const withdrawals = { ...queues.withdrawals, mine: waiting };
      await route.fulfill({
        response: answer,
        json: {
          ...rest,
          queues: { ...queues, withdrawals, identities: waiting, exceptions: waiting, imports: waiting },
        },
      });
    });
    await page.goto(`${journey.stack.origin}/admin/audit`);
    await page.getByRole("button", { name: /Step-up ended/ }).waitFor();
    const bar = page.getByRole("navigation", { name: "Admin" });
    for (const width of [1440, 1280, 768]) {
      await page.setViewportSize({ width, height: 900 });
      await page.getByRole("link", { name: "Withdrawals 128" }).waitFor();
      await atRest(page);
      const { clientWidth, scrollWidth } = await bar.evaluate(({ clientWidth, scrollWidth }) => ({
        clientWidth,
        scrollWidth,
      }));
      expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
      const last = await boxAtRest(bar.getByRole("link", { name: "Audit" }));
      expect(last.x + last.width).toBeLessThanOrEqual(width);
    }
  });

  test("have a search in the bar whose text can be read at every width", async () => {
    await page.goto(`${journey.stack.origin}/admin/audit`);
    const field = page.getByRole("combobox", { name: "Person, phone, account or ID" });
    for (const width of [1920, 1440, 1280, 768, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await atRest(page);
      await page.keyboard.press("/");
      await field.waitFor();
      await eventually(async () => expect([width, (await boxAtRest(field)).width >= 180]).toEqual([width, true]));
      await page.keyboard.press("Escape");
    }
  });

  test("show names and amounts without truncation, the payer where there is room, and the current section on a phone", async () => {
    await page.setViewportSize({ width: 390, height: 900 });
    await page.goto(`${journey.stack.origin}/admin/exceptions`);
    const row = page.locator("[data-queue] li").filter({ hasText: `$${PAID}` });
    // From narrow to wide: a wide window opens the first item, which on a phone would cover the list.
    for (const [width, isPayerShown] of [
      [390, false],
      [768, true],
      [1280, false],
      [1440, true],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await row.waitFor();
      await atRest(page);
      await eventually(async () => expect([width, await cutCells(row)]).toEqual([width, []]));
      await eventually(async () =>
        expect([width, await row.getByText("@").isVisible()]).toEqual([width, isPayerShown]),
      );
    }

    await page.setViewportSize({ width: 390, height: 900 });
    await page.goto(`${journey.stack.origin}/admin/audit`);
    const who = page.getByRole("searchbox", { name: "Who" });
    await who.waitFor();
    await atRest(page);
    const isHintCut = (field: HTMLInputElement) => {
      field.value = field.placeholder;
      return field.scrollWidth > field.clientWidth;
    };
    await eventually(async () => expect(await who.evaluate(isHintCut)).toBe(false));
    const bar = page.getByRole("navigation", { name: "Admin" });
    const audit = await boxAtRest(bar.getByRole("link", { name: "Audit" }));
    expect([audit.x >= 0, audit.x + audit.width <= 390]).toEqual([true, true]);
    for (const key of ["g", "o"]) await page.keyboard.press(key);
    await page.getByText("Paid in and out").waitFor();
    await eventually(async () =>
      expect((await boxAtRest(bar.getByRole("link", { name: "Overview" }))).x).toBeGreaterThanOrEqual(0),
    );
  });
});

/** The cells of a row whose text is truncated. */
function cutCells(row: Locator): Promise<string[]> {
  return row
    .locator("button > *")
    .evaluateAll((cells) =>
      cells
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map(({ textContent }) => textContent ?? ""),
    );
}

/** Position of the end of an element's visible text, in px from the left. */
function textEnd(element: Locator): Promise<number> {
  return element.evaluate((node) => {
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    let end = 0;
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(text);
      // Text for screen readers only is one pixel wide.
      if ((text.parentElement?.clientWidth ?? 0) === 1) continue;
      end = Math.max(end, range.getBoundingClientRect().right);
    }
    return end;
  });
}
