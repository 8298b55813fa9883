import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { eq } from "drizzle-orm";
import type { Page } from "playwright-core";
import { users } from "../../db/schema/index.ts";
import { SAMPLE_IMAGES } from "../../dev/sample-images.ts";
import type { Stack } from "../../dev/stack.ts";
import { letTimePass, openDeposit, payAtBank, verifyUntilPaid } from "../../dev/test/test-deposits.ts";
import { commitImport, newTicket, sentRow, stageFile } from "../../dev/test/test-imports.ts";
import { configureBank, databaseOf, fundTrader } from "../../dev/test/test-money.ts";
import { type Admin, newAdmin, newTrader, type Trader } from "../../dev/test/test-people.ts";
import { startFresh } from "../../dev/test/test-stack.ts";
import {
  actOn,
  approve,
  askForWithdrawal,
  complete,
  fundedTrader,
  oddPayment,
  requestWithdrawal,
  sentImage,
} from "../../dev/test/test-withdrawals.ts";
import { zoneWithDayLeft } from "../../dev/test/test-zones.ts";
import { findAxeViolations } from "../test/axe.ts";
import { lacksBrowser } from "../test/browser.ts";
import { eventually } from "../test/eventually.ts";
import { type AdminTab, openAdminTab } from "./admin-log-in.ts";
import { setUpJourneyOn } from "./set-up-journey.ts";

setDefaultTimeout(600_000);

/** The operation's zone, in which all that the tests do is done today. */
const ZONE = zoneWithDayLeft();
/** As the screens name it, and when the first two days of November begin and are over. */
const [ZONE_NAME, ...NOVEMBER] = {
  "Asia/Phnom_Penh": ["Phnom Penh (GMT+7)", "2026-10-31T17:00:00.000Z", "2026-11-02T17:00:00.000Z"],
  "Pacific/Honolulu": ["Honolulu (GMT-10)", "2026-11-01T10:00:00.000Z", "2026-11-03T10:00:00.000Z"],
}[ZONE];

/** On its own stack, as the test counts everything in its queues. */
describe.skipIf(lacksBrowser())("numbers on the admin screens", () => {
  const journey = setUpJourneyOn(() => startFresh({ OPERATION_TIME_ZONE: ZONE }));
  let adminTab: AdminTab;
  let trader: Trader;
  let requests: string[];
  let exceptionId: string;
  beforeAll(async () => {
    const { stack, browser } = journey;
    const admins = [await newAdmin(stack), await newAdmin(stack)];
    await seedQueues(stack, admins);
    // One trader with two open requests and an unmatched payment.
    trader = await fundedTrader(stack, 1_000);
    exceptionId = (await oddPayment(stack, trader, { amount: 20 })).id;
    requests = [await requested(trader, 100.25), await requested(trader, 200)];
    await approve(admins[0] as Admin, requests[1] ?? "");
    adminTab = await openAdminTab(stack, browser, "/admin");
  }, 600_000);

  test("each count links to a list with exactly as many rows", async () => {
    const { page } = adminTab;
    await page.getByText("Paid in and out").waitFor();
    await page.getByRole("link", { name: /^Withdrawals \d/ }).waitFor();
    const counts = [...(await countsIn(page, "main a")), ...(await countsIn(page, "header nav a"))];
    // What waits for this admin, seven stages, three other queues, what waits for clients in two of them, three kinds of transfers in two periods, and five sections of the bar.
    expect(counts.map(({ name, count }) => [name, count > 0])).toEqual(counts.map(({ name }) => [name, true]));
    expect(counts).toHaveLength(24);
    for (const { name, count, href } of counts) {
      await page.locator(`a[href="${href}"]`).first().click();
      const rows = page.locator('[data-queue] ul > li, main:not(:has([data-queue])) li:has([data-cell="request"])');
      // All rows of a page are rendered at once.
      await rows.first().waitFor();
      await eventually(async () => expect([name, await rows.count()]).toEqual([name, count]));
      await eventually(async () => expect(await page.getByRole("button", { name: "Load more" }).count()).toBe(0));
      await page.goBack();
      await page.getByText("Paid in and out").waitFor();
    }
    expect(adminTab.complaints).toEqual([]);
  });

  test("a balance is the same figure on every screen, and after a decision all holds are gone", async () => {
    const { stack } = journey;
    const { page } = adminTab;
    const [pending = "", approved = ""] = requests;
    const search = encodeURIComponent(trader.email);
    await page.goto(`${stack.origin}/admin/users?search=${search}&item=${trader.userId}`);
    await page.locator("[data-queue] li").getByText("$699.75").waitFor();
    const money = await moneyOn(page);
    expect(money).toMatchObject({ Balance: "$699.75", "On hold": "$300.25" });
    for (const [status, id] of [
      ["pending", pending],
      ["approved", approved],
    ]) {
      await page.goto(`${stack.origin}/admin/withdrawals?status=${status}&item=${id}`);
      await eventually(async () => expect(await moneyOn(page)).toEqual({ ...money, After: "$699.75" }));
    }
    await page.goto(`${stack.origin}/admin/exceptions?item=${exceptionId}`);
    await eventually(async () => expect(await moneyOn(page)).toEqual(money));

    await page.goto(`${stack.origin}/admin/ledger?view=accounts&search=${search}`);
    await page.getByRole("button", { name: /^Balance.*\$699\.75$/ }).waitFor();
    await page.getByRole("button", { name: /^On hold.*\$300\.25$/ }).waitFor();
    await page.keyboard.press("/");
    await page.getByRole("combobox", { name: /^Person, phone/ }).fill(trader.email);
    await page.getByRole("option", { name: /Balance \$699\.75/ }).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    expect(adminTab.complaints).toEqual([]);
  });

  test("days are in the operation's time zone, whatever the zones of the admin and the browser, and the screen says so", async () => {
    const { stack } = journey;
    const { query, write } = databaseOf(stack);
    await write([query.update(users).set({ timeZone: "America/New_York" }).where(eq(users.id, adminTab.admin.userId))]);
    const { page } = adminTab;
    await page.goto(`${stack.origin}/admin`);
    await page.getByText(`sum and count, days in ${ZONE_NAME}`).waitFor();
    const listed = page.waitForRequest(/\/api\/admin\/deposits\?/);
    await page.goto(`${stack.origin}/admin/deposits?from=2026-11-01&to=2026-11-02`);
    const params = new URL((await listed).url()).searchParams;
    expect([params.get("from"), params.get("to")]).toEqual(NOVEMBER);
    await page.getByText(`Days in ${ZONE_NAME}`).waitFor();
    expect(adminTab.complaints).toEqual([]);
  });
});

/** Creates one item of each counted kind, and older items that must not count. */
async function seedQueues(stack: Stack, [admin, colleague]: Admin[]): Promise<void> {
  if (!admin || !colleague) throw new Error("two admins");
  const db = databaseOf(stack);
  const claimed = await askForWithdrawal(stack, 50);
  await actOn(admin, claimed.id, "claim", { version: 1 });
  await askForWithdrawal(stack, 55);
  const held = await askForWithdrawal(stack, 60);
  const changed = db.query.update(users).set({ securityChangedAtMs: Date.now() });
  await db.write([changed.where(eq(users.id, held.trader.userId))]);
  await approve(admin, (await askForWithdrawal(stack, 2_000)).id);
  await approve(admin, (await askForWithdrawal(stack, 70)).id);
  const paidOut = await askForWithdrawal(stack, 80);
  await approve(admin, paidOut.id);
  await complete(admin, paidOut.id);
  const unverified = await newTrader(stack);
  await fundTrader(stack, unverified, 100);
  await configureBank(stack, unverified);
  await requestWithdrawal(unverified, 65);

  const card = { idCardImage: sentImage("", SAMPLE_IMAGES.jpeg).image };
  await (await newTrader(stack)).put("/api/user/profile", card);
  const asked = await newTrader(stack);
  await asked.put("/api/user/profile", card);
  const atClient = [
    { kind: "withdrawal", id: (await askForWithdrawal(stack, 90)).id },
    { kind: "identity", id: asked.userId },
    { kind: "exception", id: (await oddPayment(stack, asked, { amount: 25 })).id },
  ];
  for (const item of atClient) {
    await admin.post("/api/admin/questions", { ...item, text: "Whose account is it?", language: "en" });
  }
  const matched = await oddPayment(stack, await newTrader(stack), { amount: 30 });
  for (const one of [admin, colleague]) {
    await one.post(`/api/admin/exceptions/${matched.id}/match`, { version: 1, amount: 30, note: "Agreed" });
  }
  const payer = await newTrader(stack);
  const old = await openDeposit(payer, 40);
  await payAtBank(stack, old.qrString);
  await verifyUntilPaid(db, payer, old);
  await letTimePass(db, old, { minutes: 40 * 24 * 60 });
  await stageFile(admin, payer, [sentRow(newTicket(), { profitLoss: 50_000 })]);
  await commitImport(admin, await stageFile(admin, payer, [sentRow(newTicket())]));
}

async function requested(trader: Trader, amount: number): Promise<string> {
  return (await requestWithdrawal(trader, amount)).withdrawal._id;
}

/** The links with a count: those with a part that is a whole number. */
function countsIn(page: Page, links: string): Promise<{ name: string; count: number; href: string }[]> {
  return page.locator(links).evaluateAll((all) =>
    all.flatMap((link) => {
      const parts = [...link.children].map(({ textContent }) => textContent ?? "");
      const count = parts.find((part) => /^[\d,]+$/.test(part));
      if (count === undefined) return [];
      const name = link.textContent ?? "";
      return [{ name, count: Number(count.replaceAll(",", "")), href: link.getAttribute("href") ?? "" }];
    }),
  );
}

/** The trader's money as the open item shows it. */
async function moneyOn(page: Page): Promise<Record<string, string>> {
  const strip = page.locator('dl[aria-label="Money"] > div');
  await strip.first().waitFor();
  const sums = await strip.evaluateAll((all) =>
    all.map((sum) => [...sum.children].map((part) => part.textContent ?? "")),
  );
  return Object.fromEntries(sums);
}
