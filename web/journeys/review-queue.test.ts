import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { Buffer } from "node:buffer";
import type { Page } from "playwright-core";
import { withdrawals } from "../../db/schema/index.ts";
import { SAMPLE_IMAGES } from "../../dev/sample-images.ts";
import { databaseOf } from "../../dev/test/test-money.ts";
import type { Trader } from "../../dev/test/test-people.ts";
import { askForWithdrawal, balancesOf, requestWithdrawal } from "../../dev/test/test-withdrawals.ts";
import { DESKTOP } from "../test/accessible-layout.ts";
import { lacksBrowser } from "../test/browser.ts";
import { eventually } from "../test/eventually.ts";
import { type AdminClient, logInAsAdmin } from "./admin-log-in.ts";
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

/** On its own stack, so that its queue contains only the test's requests. */
describe.skipIf(lacksBrowser())("a queue of twenty requests", () => {
  const journey = setUpJourney({ fresh: true });

  test("is reviewed with the keyboard alone from the log-in on, and its traders see it without a reload", async () => {
    const { stack, browser } = journey;
    const traders = await requestAll();
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

  /** Four traders, five requests each, in the order of their amounts. */
  async function requestAll(): Promise<Trader[]> {
    const traders: Trader[] = [];
    for (const sum of SUMS) {
      const trader = (sum - 101) % 5 === 0 ? null : traders.at(-1);
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
