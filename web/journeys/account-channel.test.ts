import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Page, WebSocket as PageSocket } from "playwright-core";
import type { Database } from "../../db/client.ts";
import { demoCommand, marketOrder } from "../../dev/test/test-demo-account.ts";
import { openDeposit, payAtBank, restPaymentNetwork, verifyUntilPaid } from "../../dev/test/test-deposits.ts";
import { keepPrices } from "../../dev/test/test-market.ts";
import { databaseOf } from "../../dev/test/test-money.ts";
import { newTrader, type Trader } from "../../dev/test/test-people.ts";
import { lacksBrowser } from "../test/browser.ts";
import { eventually } from "../test/eventually.ts";
import { formatMoney } from "../ui/format.ts";
import { setUpJourney } from "./set-up-journey.ts";
import { signedInBrowser } from "./trader-tab.ts";

setDefaultTimeout(600_000);

const PRIVATE = /\/api\/demo\/socket$/;
const USD = 25.5;

describe.skipIf(lacksBrowser())("what happens to an account", () => {
  const journey = setUpJourney();
  let db: Database;
  beforeAll(() => {
    db = databaseOf(journey.stack);
  });

  /** A page of the trader's second device, whose timers run only as the test lets them. */
  async function stoppedPage(trader: Trader, path: string, { isBlocked = false } = {}): Promise<Page> {
    const { stack, browser } = journey;
    const page = await (await signedInBrowser(browser, stack, trader)).newPage();
    await page.clock.install();
    if (isBlocked) await page.routeWebSocket(PRIVATE, (socket) => socket.close());
    const greeted = Promise.withResolvers<void>();
    if (isBlocked) greeted.resolve();
    page.on("websocket", (socket) =>
      socket.on("framereceived", ({ payload }) => String(payload).includes('"account"') && greeted.resolve()),
    );
    await page.goto(stack.origin + path);
    await page.getByRole("button", { name: "Logout" }).waitFor();
    // It reads all once more when it is greeted with the account's number.
    await greeted.promise;
    await page.waitForLoadState("networkidle");
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
    return page;
  }

  /** Pays a deposit with another device. @returns when that device knew it, ms of `performance.now()` */
  async function paySomewhere(trader: Trader): Promise<number> {
    await restPaymentNetwork(db);
    const deposit = await openDeposit(trader, USD);
    await payAtBank(journey.stack, deposit.qrString);
    await verifyUntilPaid(db, trader, deposit);
    return performance.now();
  }

  const paid = (page: Page) => page.getByRole("table", { name: /^Deposits/ }).getByText("Paid", { exact: true });
  const balance = (page: Page, usd: number) =>
    page.getByText(formatMoney(usd), { exact: true }).filter({ visible: true });

  test("is on another device within a second, without a poll", async () => {
    const trader = await newTrader(journey.stack);
    const page = await stoppedPage(trader, "/account/history");
    const waitsMs: number[] = [];
    for (const time of [1, 2, 3]) {
      const paidAtMs = await paySomewhere(trader);
      await eventually(async () => {
        // Changes that follow each other are read together, after a pause.
        await page.clock.runFor(250);
        expect(await paid(page).count()).toBe(time);
        expect(await balance(page, time * USD).count()).toBeGreaterThan(0);
      });
      waitsMs.push(performance.now() - paidAtMs);
    }
    await page.getByRole("link", { name: "Notifications, 3 unread" }).waitFor();
    // The machine may be busy with something else.
    expect(Math.min(...waitsMs)).toBeLessThan(1_000);
    await page.context().close();
  });

  test("is there within the intervals of the polls where sockets are blocked", async () => {
    const trader = await newTrader(journey.stack);
    const page = await stoppedPage(trader, "/account/deposit", { isBlocked: true });
    await paySomewhere(trader);
    await page.clock.runFor(15_000);
    await balance(page, USD).first().waitFor();
    await page.context().close();
  });

  test("comes by one socket to all tabs of a browser, whichever of them is closed or stands still", async () => {
    const { stack, browser } = journey;
    const trader = await newTrader(stack);
    await keepPrices(stack, { BTCUSDm: 67_000 });
    const context = await signedInBrowser(browser, stack, trader);
    const open = new Map<Page, Set<PageSocket>>();
    const openTab = async () => {
      const page = await context.newPage();
      const sockets = new Set<PageSocket>();
      open.set(page, sockets);
      page.on("websocket", (socket) => {
        if (!PRIVATE.test(socket.url())) return;
        sockets.add(socket);
        socket.on("close", () => sockets.delete(socket));
      });
      await page.goto(`${stack.origin}/trading/positions`);
      return page;
    };
    /** Waits until one tab has the socket. @returns that tab, then the others */
    const tabs = async () => {
      await eventually(async () => expect([...open.values()].map(({ size }) => size).filter(Boolean)).toEqual([1]));
      return [...open.keys()].sort((one, other) => (open.get(other)?.size ?? 0) - (open.get(one)?.size ?? 0));
    };
    const ordersAreIn = async (pages: Page[], count: number) => {
      expect(await demoCommand(trader, marketOrder({ amount: 0.01 }))).toMatchObject({ status: 200 });
      for (const page of pages) await page.getByRole("tab", { name: `Positions ${count}` }).waitFor();
    };

    for (let count = 0; count < 3; count += 1) await openTab();
    await ordersAreIn(await tabs(), 1);
    const [first, ...others] = await tabs();
    await first?.close();
    if (first) open.delete(first);
    await tabs();
    await ordersAreIn(others, 2);
    const [second, third] = await tabs();
    if (!second || !third) throw new Error("two tabs are left");
    // A dialog of the browser holds its page's scripts.
    const held = second.waitForEvent("dialog");
    const asked = second.evaluate(() => confirm("Stay?"));
    const dialog = await held;
    await eventually(async () => expect(open.get(third)?.size).toBe(1));
    await ordersAreIn([third], 3);
    await dialog.accept();
    await asked;
    await second.getByRole("tab", { name: "Positions 3" }).waitFor();
    expect((await tabs())[0]).toBe(third);
    await context.close();
  });
});
