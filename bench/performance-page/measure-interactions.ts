import type { Browser, Page } from "playwright-core";
import { performanceText } from "../../web/performance/performance-text.ts";
import { type Delay, delayOf } from "./page-watch.ts";

const NAMED_MONTH = /^[A-Z][a-z]+ \d{4}$/;

/** Uses the page as in one evening, one interaction after the other. @returns the delay of each interaction */
export async function measureInteractions(browser: Browser, page: Page, path: string): Promise<Map<string, Delay>> {
  await page.goto(path);
  await page.getByRole("slider").waitFor();
  const month = page.getByRole("grid", { name: NAMED_MONTH });
  const list = page.getByRole("grid", { name: /^(All Trades|Trades for)/ });
  const curve = page.getByRole("slider");
  const link = (name: string | RegExp) => page.getByRole("link", { name });
  const press = async (key: string, times: number) => {
    for (let i = 0; i < times; i++) await page.keyboard.press(key);
  };

  const actions: [name: string, action: () => Promise<void>][] = [
    ["previous month", () => page.getByRole("button", { name: "Previous month" }).click()],
    [
      "a day",
      () =>
        month
          .getByRole("link", { name: /, \d+ trades?$/ })
          .first()
          .click(),
    ],
    ["a week", () => month.getByRole("link", { name: /^Week/ }).nth(1).click()],
    ["all trades", () => link("Show All Trades").click()],
    [
      "the wheel over the list",
      async () => {
        await list.hover();
        for (let turn = 0; turn < 40; turn++) await page.mouse.wheel(0, 120);
      },
    ],
    ["Page Down in the list", async () => list.focus().then(() => press("PageDown", 5))],
    ["the list's end", () => page.keyboard.press("End")],
    ["a symbol", async () => void (await page.getByRole("combobox", { name: "Symbol" }).selectOption("XAUUSDm"))],
    ["a direction", () => page.getByRole("radio", { name: "Sell" }).click()],
    ["a period", () => page.getByRole("radio", { name: "90 days" }).click()],
    ["no filters", () => page.getByRole("button", { name: performanceText.filter.clear }).click()],
    [
      "the pointer along the curve",
      async () => {
        const box = await curve.boundingBox();
        if (!box) throw new Error("the curve is not on the page");
        for (let step = 0; step <= 40; step++) {
          await page.mouse.move(box.x + (box.width * step) / 40, box.y + box.height / 2);
        }
      },
    ],
    ["arrow keys along the curve", async () => curve.focus().then(() => press("ArrowLeft", 10))],
    ["back to the calendar", () => link("Back to Calendar").click()],
  ];
  const delays = new Map<string, Delay>();
  for (const [name, action] of actions) delays.set(name, await delayOf(browser, page, action));
  return delays;
}
