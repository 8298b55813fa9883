import { afterEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { BrowserContextOptions, Page } from "playwright-core";
import { keepPrices, letPricesMove } from "../../dev/test/test-market.ts";
import { newTrader } from "../../dev/test/test-people.ts";
import type { AlertTerms, PriceAlert } from "../../worker/contract/alerts/price-alerts.ts";
import { DESKTOP, PHONE } from "../test/accessible-layout.ts";
import { boxAtRest } from "../test/at-rest.ts";
import { findAxeViolations } from "../test/axe.ts";
import { lacksBrowser } from "../test/browser.ts";
import { eventually } from "../test/eventually.ts";
import { setUpJourney } from "./set-up-journey.ts";
import { openAs } from "./trader-tab.ts";

setDefaultTimeout(600_000);

type Sent = { method: string; body: Partial<AlertTerms> & { version?: number } };

/** How far from a line a finger still catches it, CSS px. */
const NEAR_PX = 18;

describe.skipIf(lacksBrowser())("alerts on the chart", () => {
  const journey = setUpJourney();
  afterEach(() => letPricesMove(journey.stack, ["BTCUSDm"]));

  /** The chart of a trader whose alerts are kept by this test: when they fire is the business of others. */
  async function openChart(options: BrowserContextOptions): Promise<{ page: Page; sent: Sent[]; market: number }> {
    const { prices } = await (await fetch(`${journey.stack.origin}/api/market/prices`)).json();
    // At no price that a place of the chart has: those are round.
    const market = Math.floor(prices.BTCUSDm.price) + 0.37;
    await keepPrices(journey.stack, { BTCUSDm: market });
    const sent: Sent[] = [];
    let alerts: PriceAlert[] = [];
    const page = await openAs(journey.browser, journey.stack, await newTrader(journey.stack), "/", options);
    await page.route(/\/api\/alerts(\/\d+)?$/, async (route) => {
      const [method, body] = [route.request().method(), route.request().postDataJSON()];
      const id = Number(/\d+$/.exec(route.request().url())?.[0] ?? alerts.length + 1);
      if (method !== "GET") sent.push({ method, body });
      const before = alerts.find((one) => one.id === id);
      const facts = { state: "armed", createdAt: 0, firings: 0, lastFiring: null } as const;
      const alert = { ...body, ...facts, id, version: (before?.version ?? 0) + 1 };
      alerts = alerts.filter((one) => one !== before);
      if (method === "POST" || method === "PUT") alerts.push(alert);
      else if (method === "GET" && before) alerts.push(before);
      const answer = method === "GET" ? { alerts, armed: alerts.length, max: 500 } : { alert };
      await route.fulfill({ json: { success: true, ...answer } });
    });
    await page.goto(`${journey.stack.origin}/trading/btc`);
    await page.locator('[data-shows="candles"]').waitFor();
    return { page, sent, market: Math.round(market * 100) };
  }

  const lines = (page: Page) => page.getByRole("slider", { name: /^Alert:/ });
  async function placesOn(page: Page) {
    const { x, y, width, height } = await boxAtRest(page.locator('[data-area="plot"]').first());
    return (across: number, down: number) => [x + width * across, y + height * down] as const;
  }
  const priceOf = ({ body }: Sent) => (body.condition?.type === "level" ? body.condition.price : Number.NaN);

  test("the plus sets one, a drag amends it once, Escape returns it, and the menu and Alt A begin others", async () => {
    const { page, sent, market } = await openChart({ viewport: DESKTOP });
    const at = await placesOn(page);
    const plus = page.getByRole("button", { name: /^Alert at/ });
    // Its code comes after the candles.
    await eventually(async () => {
      await page.mouse.move(...at(0.6, 0.15));
      await page.mouse.move(...at(0.6, 0.16));
      expect(await plus.count()).toBe(1);
    });
    const { x, y, width, height } = await boxAtRest(plus);
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    await page.mouse.up();
    await lines(page).waitFor();
    const set = priceOf(sent[0] as Sent);
    const direction = set > market ? "rises" : "falls";
    expect(sent).toMatchObject([{ method: "POST", body: { symbol: "BTCUSDm", condition: { direction } } }]);
    // Away from the price, where nothing turns.
    const away = set > market ? -1 : 1;
    const isMoved = (price: number) => expect(Math.sign(set - price)).toBe(away);

    const lineY = y + height / 2;
    await page.mouse.move(at(0.6, 0)[0], lineY);
    await page.mouse.down();
    await page.mouse.move(at(0.6, 0)[0], lineY + away * 30, { steps: 3 });
    await eventually(async () => isMoved(Number(await lines(page).getAttribute("aria-valuenow"))));
    await page.keyboard.press("Escape");
    await eventually(async () => expect(Number(await lines(page).getAttribute("aria-valuenow"))).toBe(set));
    await page.mouse.up();

    await page.mouse.move(at(0.6, 0)[0], lineY);
    await page.mouse.down();
    await page.mouse.move(at(0.6, 0)[0], lineY + away * 20, { steps: 3 });
    await page.mouse.up();
    await eventually(() => expect(sent).toHaveLength(2));
    expect(sent[1]).toMatchObject({ method: "PUT", body: { version: 1 } });
    isMoved(priceOf(sent[1] as Sent));

    await page.mouse.click(...at(0.5, 0.85), { button: "right" });
    await page.getByRole("menuitem", { name: /^Alert at/ }).click();
    await eventually(() => expect(sent).toHaveLength(3));
    expect(sent[2]?.method).toBe("POST");

    await page.mouse.move(...at(0.5, 0.3));
    await page.keyboard.press("Alt+a");
    await page.getByText("not set yet").waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
  });

  test("a finger that rests sets one, and moves it from beside its line", async () => {
    const { page, sent } = await openChart({ viewport: PHONE, hasTouch: true });
    const at = await placesOn(page);
    const touch = await page.context().newCDPSession(page);
    const send = (type: "touchStart" | "touchMove" | "touchEnd", ...points: { x: number; y: number }[]) =>
      touch.send("Input.dispatchTouchEvent", { type, touchPoints: points });
    const [x, y] = at(0.7, 0.3);
    await send("touchStart", { x, y });
    await page.getByRole("menuitem", { name: /^Alert at/ }).waitFor();
    await send("touchEnd");
    await page.getByRole("menuitem", { name: /^Alert at/ }).click();
    await lines(page).waitFor();
    const set = priceOf(sent[0] as Sent);
    await Promise.all([
      send("touchStart", { x, y: y + NEAR_PX }),
      ...[10, 20, 30].map((by) => send("touchMove", { x, y: y + NEAR_PX - by })),
      send("touchEnd"),
    ]);
    await eventually(() => expect(sent).toHaveLength(2));
    expect(sent[1]).toMatchObject({ method: "PUT", body: { version: 1 } });
    expect(priceOf(sent[1] as Sent)).toBeGreaterThan(set);
  });
});
