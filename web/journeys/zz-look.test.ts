import { describe, setDefaultTimeout, test } from "bun:test";
import { demoCommand, marketOrder } from "../../dev/test/test-demo-account.ts";
import { holdPrices } from "../../dev/test/test-market.ts";
import { newTrader } from "../../dev/test/test-people.ts";
import { LANGUAGE_COOKIE, languageCookieValue } from "../../worker/contract/languages.ts";
import { setUpJourney } from "./set-up-journey.ts";
import { signedInBrowser } from "./trader-tab.ts";

setDefaultTimeout(600_000);
describe("look", () => {
  const journey = setUpJourney();
  const hold = (price: number) => holdPrices(journey.stack, { BTCUSDm: price });
  test("look", async () => {
    const { stack, browser } = journey;
    const trader = await newTrader(stack, "Asia/Phnom_Penh");
    const sent = async (body: object) => {
      const r = await demoCommand(trader, body);
      if (r.status !== 200) console.log(r.status, r.body);
    };
    let id = 0;
    for (const [plan, path, stop] of [
      [
        "67,500 broke and holds. Out if it closes back in the range.",
        [67_000, 67_200, 66_900, 66_700, 66_400, 66_200],
        true,
      ],
      [null, [67_000, 67_100, 67_300, 67_500], false],
      ["Fade of the range", [67_000, 66_900, 66_950, 66_800], false],
    ] as const) {
      await hold(67_000);
      id += 1;
      await sent({ ...marketOrder({ stop: 66_500, target: 68_000, amount: 0.1 }), ...(plan ? {} : {}) });
      if (plan) {
        /* plan is in the order */
      }
      for (const [i, p] of path.slice(1).entries()) {
        await hold(p);
        if (stop && i === 0)
          await sent({ type: "amend_position", positionId: id, version: 1, stop: 66_000, target: 68_000, trail: null });
      }
      await sent({ type: "close", positionId: id, version: stop ? 2 : 1, amount: null });
    }
    const shots = async (
      name: string,
      size: { width: number; height: number },
      path: string,
      language: "en" | "km" = "en",
      prepare?: (page: any) => Promise<void>,
    ) => {
      const context = await signedInBrowser(browser, stack, trader, {
        viewport: size,
        hasTouch: size.width < 500,
        reducedMotion: "reduce",
        locale: language,
      });
      await context.addCookies([
        { name: LANGUAGE_COOKIE, value: languageCookieValue(language, true), url: stack.origin },
      ]);
      const page = await context.newPage();
      page.on("pageerror", (e) => console.log(name, String(e)));
      await page.goto(stack.origin + path);
      await page.waitForTimeout(5000);
      await prepare?.(page).catch((e) => console.log(name, String(e).slice(0, 200)));
      await page.screenshot({ path: `/tmp/shots/${name}.png` });
      console.log(name, await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]));
      await context.close();
    };
    const D = { width: 1440, height: 900 },
      T = { width: 768, height: 1024 },
      P = { width: 390, height: 844 };
    await shots("journal-1440", D, "/performance/journal?account=run:1", "en", async (page) => { await page.mouse.wheel(0, 600); await page.waitForTimeout(700); });
    await shots("journal-768", T, "/performance/journal?account=run:1");
    await shots("journal-390", P, "/performance/journal?account=run:1");
    await shots("journal-390-open", P, "/performance/journal?account=run:1", "en", async (page) => {
      await page.locator('[data-pane="rows"] a').nth(1).click();
      await page.waitForTimeout(3000);
    });
    await shots("breakdown-390", P, "/performance/breakdown?account=run:1");
  });
});
