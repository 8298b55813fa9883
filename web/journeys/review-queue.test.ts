import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { Buffer } from "node:buffer";
import { eq } from "drizzle-orm";
import type { Page, Route } from "playwright-core";
import { auditLog, withdrawals } from "../../db/schema/index.ts";
import { SAMPLE_IMAGES } from "../../dev/sample-images.ts";
import { databaseOf } from "../../dev/test/test-money.ts";
import { type Admin, newAdmin, type Trader } from "../../dev/test/test-people.ts";
import { askForWithdrawal, balancesOf, reject, requestWithdrawal } from "../../dev/test/test-withdrawals.ts";
import { WITHDRAWAL_VIEWS } from "../../worker/contract/withdrawal-lists.ts";
import { DESKTOP, PHONE } from "../test/accessible-layout.ts";
import { lacksBrowser } from "../test/browser.ts";
import { eventually } from "../test/eventually.ts";
import { type AdminClient, forgetSecondFactor, logInAsAdmin, openAdminTab } from "./admin-log-in.ts";
import { pressWhenReady, tabTo } from "./by-keyboard.ts";
import { setUpJourney } from "./set-up-journey.ts";
import { openAs } from "./trader-tab.ts";

setDefaultTimeout(600_000);

const PROOF = { name: "receipt.png", mimeType: "image/png", buffer: Buffer.from(SAMPLE_IMAGES.png) };
const REASON = "ABA shows another name";

type Review = "approve" | "complete" | "reject" | "undo";
/** The decision about each request by its amount, oldest first; `complete` includes an approval. */
const REVIEWS = new Map<number, Review>([
  ...([101, 106, 111, 116, 117, 118] as const).map((sum) => [sum, "complete"] as const),
  ...([102, 107, 112, 119] as const).map((sum) => [sum, "reject"] as const),
  [113, "undo"],
]);
const SUMS = Array.from({ length: 20 }, (_, index) => 101 + index);
const reviewOf = (sum: number): Review => REVIEWS.get(sum) ?? "approve";
const STATUS = { approve: "approved", complete: "completed", reject: "rejected", undo: "pending" } as const;

type Hands = "ask" | "reject" | "claim" | "hand over" | "approve";
/** What is done with each of fifty requests by its amount; all others are approved. */
const HANDS = new Map<number, Hands>([
  ...([205, 215, 225, 235, 245] as const).map((sum) => [sum, "ask"] as const),
  ...([208, 218, 228, 238, 248] as const).map((sum) => [sum, "reject"] as const),
  ...([211, 231] as const).map((sum) => [sum, "claim"] as const),
  ...([221, 241] as const).map((sum) => [sum, "hand over"] as const),
]);
const FIFTY = Array.from({ length: 50 }, (_, index) => 201 + index);
/** What a practised hand presses for them, written words apart: two keys a request, and a few for each that is none. */
const KEYS_MAX = 260;

/** On its own stack, so that its queue contains only the test's requests. */
describe.skipIf(lacksBrowser())("a queue of requests", () => {
  const journey = setUpJourney({ fresh: true });

  test("of twenty is reviewed with the keyboard alone from the log-in on, and its traders see it without a reload", async () => {
    const { stack, browser } = journey;
    const traders = await requestAll(SUMS);
    const [first] = traders;
    if (!first) throw new Error("nobody asked");
    const history = await openHistory(first);
    const admin = await logInAsAdmin(stack, browser, { firstName: "Dara", viewport: DESKTOP });
    const { page } = admin;
    // Replaces the choice in the system's file dialog.
    page.on("filechooser", (chooser) => void chooser.setFiles(PROOF));
    for (const key of ["g", "w"]) await page.keyboard.press(key);
    // All of them wait for this admin; those that are approved would go on waiting there, for their payment.
    await page.getByText("20 requests, $2,210.00").waitFor();
    await tabTo(page, page.getByRole("link", { name: "Pending", exact: true }));
    await page.keyboard.press("Enter");
    await page.getByText("20 requests, $2,210.00").waitFor();

    for (const sum of SUMS) await review(page, sum);
    await page.getByText("1 request, $113.00").waitFor();
    await page.keyboard.press("s");
    await untilAllAreSent(page);

    await tabTo(page, page.getByRole("link", { name: "Approved", exact: true }));
    await page.keyboard.press("Enter");
    await page.getByText(/^15 requests/).waitFor();
    for (const sum of SUMS) await pay(page, sum);
    await page.getByText(/^9 requests/).waitFor();
    await page.keyboard.press("s");
    await untilAllAreSent(page);

    const { query, read } = databaseOf(stack);
    const [rows] = await read([query.select().from(withdrawals)]);
    const stored = rows.map(({ amountCents, status }) => [amountCents / 100, status] as const);
    expect(stored.sort(([a], [b]) => a - b)).toEqual(SUMS.map((sum) => [sum, STATUS[reviewOf(sum)]]));
    for (const { amountCents, status, adminNotes, rejectReason, paymentId } of rows) {
      if (status === "rejected")
        expect([rejectReason, adminNotes]).toEqual(["suspicious", `${REASON} (${amountCents / 100})`]);
      if (status === "completed") expect(paymentId).toBe(`FT-${amountCents / 100}`);
    }

    await expectOutcome(history);
    expect(await balancesOf(first)).toEqual({ balance: 5_000 - 101 - 103 - 104 - 105, heldBalance: 103 + 104 + 105 });
    await leave(admin, history);
  });

  test("of fifty is cleared by keys with five questions, and every count and the audit log say the same", async () => {
    const { stack, browser } = journey;
    const colleague = await newAdmin(stack, "Sophea");
    await emptyQueue(colleague);
    const traders = await requestAll(FIFTY);
    const { page, admin, complaints, context } = await openAdminTab(stack, browser, "/admin", { firstName: "Maly" });
    const hand = handOn(page);
    await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor({ state: "attached" });
    await hand.keys("g", "w");
    // An item takes the place of the views with Enter; the browser's Back gives it back.
    await page.locator("[data-item-heading]").waitFor();
    await hand.keys("Enter");
    await page.locator('[data-whole="true"]').waitFor();
    await page.goBack();
    await page.locator('[data-whole="false"]').waitFor();
    // Esc keeps the item that was gone to, and leaves no entry of its own: Back leaves the section.
    const heading = page.locator("[data-item-heading]").filter({ visible: true });
    const first = await heading.textContent();
    await page.keyboard.press("Enter");
    await page.locator('[data-whole="true"]').waitFor();
    await page.keyboard.press("j");
    await eventually(async () => expect(await heading.textContent()).not.toBe(first));
    const next = await heading.textContent();
    await page.keyboard.press("Escape");
    await page.locator('[data-whole="false"]').waitFor();
    await eventually(async () => expect(await heading.textContent()).toBe(next));
    await page.goBack();
    await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor({ state: "attached" });
    await page.goForward();
    await page.locator('[data-whole="false"]').waitFor();
    await hand.openView("Needs my approval");
    await page.getByText("50 requests, $11,275.00").waitFor();
    // As after an hour: the first decision takes a code.
    await forgetSecondFactor(stack, admin.userId);
    await page.getByRole("button", { name: "Step-up ended. Renew" }).waitFor();
    for (const sum of FIFTY) await clear(hand, sum, admin);
    await page.getByText("2 requests, $462.00").waitFor();
    await hand.keys("s");
    await untilAllAreSent(page);

    // One of the clients answers, another one is called; the others are left waiting.
    const answering = traders[2];
    if (!answering) throw new Error("nobody asked");
    await hand.openView("Waiting for the client");
    await page.getByText("5 requests, $1,125.00").waitFor();
    await opened(page, 205);
    await pressWhenReady(page, "q");
    await page.getByRole("dialog").waitFor();
    await hand.writes("It is her brother's");
    await hand.keys("Control+Enter");
    await page.getByText("The answer is recorded").waitFor();
    const [question] = (await answering.get("/api/questions")).body.questions;
    await answering.post(`/api/questions/${question._id}/answer`, { text: "Mine, of before I married" });
    await hand.openView("Needs my approval");
    await page.getByText("4 requests, $882.00").waitFor();
    for (const sum of [205, 215]) {
      await hand.stepsTo(sum);
      await hand.decides("a");
    }
    await hand.keys("s");
    await untilAllAreSent(page);
    expect(hand.pressed()).toBeLessThanOrEqual(KEYS_MAX);

    // With the session of the browser: the code has renewed it.
    const read = (path: string) => page.evaluate(async (asked) => await (await fetch(asked)).json(), path);
    // The 40 that were approved are to be paid by somebody else; those that a colleague has are in the colleague's hands.
    const { views } = (await read("/api/admin/queues")).queues.withdrawals;
    const counts = WITHDRAWAL_VIEWS.map((view) => views[view].count);
    expect(views).toMatchObject({ client: { count: 3 }, needs_approval: { count: 2 }, mine: { count: 0 } });
    const overview = (await read("/api/admin/overview")).overview.queues.withdrawals.views;
    expect(WITHDRAWAL_VIEWS.map((view) => overview[view].count)).toEqual(counts);
    for (const [index, view] of WITHDRAWAL_VIEWS.entries()) {
      const list = (await read(`/api/admin/withdrawals?status=open&stage=${view}&limit=100`)).withdrawals;
      expect([view, list.length]).toEqual([view, counts[index]]);
    }
    const shown = [
      "For you",
      "Mine",
      "Needs my approval",
      "All to decide",
      "On hold",
      "Waiting for the client",
      "To pay",
    ];
    for (const [index, name] of shown.entries()) {
      await page
        .getByRole("navigation", { name: "Views" })
        .getByRole("link", { name: `${name} ${counts[index]}` })
        .waitFor();
    }
    const bar = views.waiting.count === 0 ? "Withdrawals" : `Withdrawals ${views.waiting.count}`;
    await page.getByRole("navigation", { name: "Admin" }).getByRole("link", { name: bar, exact: true }).waitFor();
    await hand.keys("g", "o");
    await page.getByRole("link", { name: /^Waiting for the client.* 3/ }).waitFor();

    expect(await actsOf(admin)).toEqual({
      "withdrawal.approve_agreed": 40,
      "withdrawal.rejected": 5,
      "withdrawal.claimed": 2,
      "withdrawal.handed_over": 2,
      "question.asked": 5,
      "question.answered_by_phone": 1,
      "admin.stepped_up": 1,
    });
    expect(complaints).toEqual([]);
    await context.close();
  });

  test.each([
    ["a desk", DESKTOP],
    ["a phone", PHONE],
  ])(
    "of one item and two people at %s: with an API that fails, loses an answer and is slow, each act is done once",
    async (_, viewport) => {
      const { stack, browser } = journey;
      const { trader, id } = await askForWithdrawal(stack, 77);
      const path = `/admin/withdrawals?status=open&stage=needs_approval&item=${id}`;
      const [maly, rith] = await Promise.all(
        ["Maly", "Rith"].map((firstName) => openAdminTab(stack, browser, path, { firstName, viewport })),
      );
      if (!maly || !rith) throw new Error("nobody works");
      await Promise.all([opened(maly.page, 77), opened(rith.page, 77)]);
      await pressWhenReady(rith.page, "r");
      const dialog = rith.page.getByRole("dialog");
      await dialog.getByLabel("Notes for the trader").fill("ABA shows");

      const sent = await faults(maly.page, id);
      const refused = maly.page.getByRole("complementary", { name: "Decisions not sent yet" }).getByRole("alert");
      for (const fault of ["fails", "lost", "slow"] as const) {
        sent.fault = fault;
        if (fault !== "fails") await maly.page.keyboard.press("o");
        await opened(maly.page, 77);
        await pressWhenReady(maly.page, "a");
        await maly.page.getByRole("dialog").waitFor();
        await maly.page.keyboard.press("Enter");
        await maly.page.keyboard.press("s");
        if (fault !== "slow") await refused.getByText(/it is never done twice/).waitFor();
      }
      await maly.page.getByText(", sending").first().waitFor();
      sent.release();
      await maly.page.getByText("Approved $77.00").waitFor();
      expect([sent.keys.length, new Set(sent.keys).size]).toEqual([3, 1]);

      // The dialog of the second admin says what has changed, and keeps what was written.
      await rith.page.evaluate(() => window.dispatchEvent(new Event("focus")));
      await dialog.getByText(/This has changed since you opened it\. Now: \$77\.00/).waitFor();
      await eventually(async () =>
        expect(await dialog.getByLabel("Notes for the trader").inputValue()).toBe("ABA shows"),
      );
      await dialog.getByRole("button", { name: "Continue as it is now" }).click();
      await dialog.getByLabel("Notes for the trader").fill("ABA shows another name");
      await rith.page.keyboard.press("Control+Enter");
      await dialog.waitFor({ state: "detached" });
      await rith.page.keyboard.press("s");
      await rith.page.getByText("Rejected $77.00").waitFor();
      expect(await balancesOf(trader)).toEqual({ balance: 5_000, heldBalance: 0 });
      expect([await actsOf(maly.admin), await actsOf(rith.admin)]).toEqual([
        { "withdrawal.approved": 1 },
        { "withdrawal.rejected": 1 },
      ]);
      for (const { context } of [maly, rith]) await context.close();
    },
  );

  /** Takes what an earlier test left out of the queue. */
  async function emptyQueue(admin: Admin): Promise<void> {
    const { withdrawals: left } = (await admin.get("/api/admin/withdrawals?status=pending&limit=100")).body;
    for (const { _id } of left) expect((await reject(admin, _id)).status).toBe(200);
  }

  /** What an admin has done, by the audit log: how often each act, looks at people apart. */
  async function actsOf({ userId }: Admin): Promise<Record<string, number>> {
    const { query, read } = databaseOf(journey.stack);
    const [rows] = await read([query.select().from(auditLog).where(eq(auditLog.actor, userId))]);
    const acts = rows.filter(({ action }) => !/\.(?:viewed|created|logged_in|signed_up)$/.test(action));
    return Object.fromEntries(
      [...Map.groupBy(acts, ({ action }) => action)].map(([action, group]) => [action, group.length]),
    );
  }

  /** Traders with five requests each, in the order of their amounts. */
  async function requestAll(sums: readonly number[]): Promise<Trader[]> {
    const traders: Trader[] = [];
    for (const sum of sums) {
      const trader = (sum - 1) % 5 === 0 ? null : traders.at(-1);
      if (trader) await requestWithdrawal(trader, sum);
      else traders.push((await askForWithdrawal(journey.stack, sum)).trader);
    }
    return traders;
  }

  async function openHistory(trader: Trader): Promise<Page> {
    const page = await openAs(journey.browser, journey.stack, trader, "/account/history", { viewport: DESKTOP });
    const region = page.getByRole("region", { name: "Withdrawal History" });
    await region.getByText("Pending").first().waitFor();
    await page.evaluate(() => document.body.setAttribute("data-never-reloaded", ""));
    return page;
  }
});

async function review(page: Page, sum: number): Promise<void> {
  await opens(page, sum);
  const dialog = page.getByRole("dialog");
  const kind = reviewOf(sum);
  await pressWhenReady(page, kind === "reject" ? "r" : "a");
  await dialog.waitFor();
  if (kind === "reject") {
    // The focus is on the reason; a letter selects an option, as in every select.
    await page.keyboard.type("Act");
    await page.keyboard.press("Tab");
    await page.keyboard.type(`${REASON} (${sum})`);
    await page.keyboard.press("Control+Enter");
  } else {
    await page.keyboard.press("Enter");
  }
  await dialog.waitFor({ state: "detached" });
  if (kind !== "undo") return;
  await page.keyboard.press("z");
  await opens(page, sum);
  await page.keyboard.press("j");
}

/** Records the payment of requests to complete, and skips the others. */
async function pay(page: Page, sum: number): Promise<void> {
  const kind = reviewOf(sum);
  if (kind === "reject" || kind === "undo") return;
  await opens(page, sum);
  if (kind === "approve") return await page.keyboard.press("j");
  const dialog = page.getByRole("dialog");
  await pressWhenReady(page, "p");
  await dialog.waitFor();
  await page.keyboard.press("Enter");
  await page.getByText(/^Being paid by you since /).waitFor();
  await pressWhenReady(page, "c");
  await dialog.waitFor();
  await page.keyboard.type(`FT-${sum}`);
  await tabTo(page, dialog.getByRole("button", { name: "Choose image" }));
  await page.keyboard.press("Enter");
  await tabTo(page, dialog.getByLabel("What it shows"));
  await page.keyboard.type("Receipt");
  await page.keyboard.press("Control+Enter");
  await dialog.waitFor({ state: "detached" });
}

/** Waits for a request and its evidence: no decision is possible before. */
async function opens(page: Page, sum: number): Promise<void> {
  await page.getByRole("heading", { level: 2, name: `$${sum}.00`, exact: true }).waitFor();
  await page.locator("#content").getByRole("button", { name: "Reject", disabled: false }).waitFor();
}

/** Hands on a keyboard: how many keys they press, written words apart. */
function handOn(page: Page) {
  let count = 0;
  const keys = async (...pressed: string[]) => {
    for (const key of pressed) {
      count += 1;
      await page.keyboard.press(key);
    }
  };
  return {
    page,
    keys,
    pressed: () => count,
    async ready(key: string) {
      count += 1;
      await pressWhenReady(page, key);
    },
    /** Steps through a list of a few until the request of a sum is open. */
    async stepsTo(sum: number) {
      const heading = page.locator("[data-item-heading]", { hasText: `$${sum}.00` });
      await page.locator("[data-item-heading]").waitFor();
      for (let steps = 0; steps < 4 && !(await heading.isVisible()); steps++) {
        const before = await page.locator("[data-item-heading]").textContent();
        await keys("j");
        await eventually(async () => expect(await page.locator("[data-item-heading]").textContent()).not.toBe(before));
      }
      await opened(page, sum);
    },
    writes: (text: string) => page.keyboard.insertText(text),
    /** Goes to a view by its place among the links. */
    async openView(name: string) {
      const pane = page.getByRole("navigation", { name: "Views" });
      await tabTo(page, pane.getByRole("link", { name: new RegExp(`^${name}`) }));
      await keys("Enter");
    },
    /** Presses the key of a decision, and confirms it as its dialog proposes. */
    async decides(key: string) {
      count += 1;
      await pressWhenReady(page, key);
      await page.getByRole("dialog").waitFor();
      await keys("Enter");
      await page.getByRole("dialog").waitFor({ state: "detached" });
    },
  };
}

async function clear(hand: ReturnType<typeof handOn>, sum: number, admin: Admin): Promise<void> {
  const { page } = hand;
  const dialog = page.getByRole("dialog");
  await opened(page, sum);
  const kind = HANDS.get(sum) ?? "approve";
  if (kind === "ask") {
    await hand.ready("h");
    await page.getByRole("form", { name: /^Ask / }).waitFor();
    await hand.writes("Whose account is it?");
    await hand.keys("Control+Enter");
    return;
  }
  if (kind === "reject") {
    await hand.ready("r");
    await dialog.waitFor();
    await page.keyboard.type("Act");
    await hand.keys("Tab");
    await hand.writes(REASON);
    await hand.keys("Control+Enter");
    await dialog.waitFor({ state: "detached" });
    return;
  }
  if (kind === "hand over") {
    await hand.ready("y");
    await dialog.waitFor();
    await hand.keys("Control+Enter");
    const head = page.locator("header").filter({ has: page.locator("[data-item-heading]") });
    await head
      .getByText(/^Claimed by (?!you)/)
      .first()
      .waitFor();
    await hand.keys("j");
    return;
  }
  if (kind === "claim") {
    await hand.ready("m");
    await page.getByText("Claimed by you").waitFor();
  }
  if (sum !== FIFTY[0]) return hand.decides("a");
  await hand.ready("a");
  await tabTo(page, dialog.getByLabel("Six-digit code"));
  await page.keyboard.type(admin.unusedCode());
  await hand.keys("Enter");
  await dialog.waitFor({ state: "detached" });
}

/** Waits for a request with all its evidence. */
async function opened(page: Page, sum: number): Promise<void> {
  await page.getByRole("heading", { level: 2, name: `$${sum}.00`, exact: true }).waitFor();
  await page.locator('#content [aria-busy="true"]').first().waitFor({ state: "detached" });
}

/**
 * Faults of the API for an approval: none comes (`fails`), it is done but its answer is lost, or it is done after the test releases it.
 * Meanwhile, the item is read as it was before.
 */
async function faults(page: Page, id: string) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const state = { fault: "fails" as "fails" | "lost" | "slow", keys: [] as (string | undefined)[], release: resolve };
  const before = new Map<string, Buffer>();
  await page.route(/\/api\/admin\/withdrawals(?:\?|\/[^/]+$)/, async (route: Route) => {
    const url = route.request().url();
    const known = before.get(url);
    if (known) return route.fulfill({ body: known, contentType: "application/json" });
    const answer = await route.fetch();
    before.set(url, await answer.body());
    await route.fulfill({ response: answer });
  });
  await page.route(`**/api/admin/withdrawals/${id}/approve`, async (route) => {
    state.keys.push(route.request().headers()["idempotency-key"]);
    if (state.fault === "fails") return route.fulfill({ status: 503, body: "" });
    if (state.fault === "slow") await promise;
    const answer = await route.fetch();
    if (state.fault === "lost") return route.abort();
    await page.unroute(/\/api\/admin\/withdrawals(?:\?|\/[^/]+$)/);
    await route.fulfill({ response: answer });
  });
  return state;
}

async function untilAllAreSent(page: Page): Promise<void> {
  await page.getByRole("complementary", { name: "Decisions not sent yet" }).waitFor({ state: "detached" });
}

/** The first trader's history: one paid, one rejected, three approved; on a page that was open all the time. */
async function expectOutcome(page: Page): Promise<void> {
  // The window gets the focus again.
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  const region = page.getByRole("region", { name: "Withdrawal History" });
  for (const [sum, word] of [
    [101, "Completed"],
    [102, "Rejected"],
    [103, "Approved"],
  ] as const) {
    await region
      .locator("tr, li")
      .filter({ hasText: `$${sum}.00` })
      .filter({ hasText: word })
      .first()
      .waitFor();
  }
  await eventually(async () => expect(await page.locator("body[data-never-reloaded]").count()).toBe(1));
}

async function leave({ complaints, context }: AdminClient, history: Page): Promise<void> {
  expect(complaints).toEqual([]);
  await context.close();
  await history.context().close();
}
