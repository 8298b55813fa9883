import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { Buffer } from "node:buffer";
import { eq } from "drizzle-orm";
import type { Page } from "playwright-core";
import { auditLog, withdrawals } from "../../db/schema/index.ts";
import { configureBank, databaseOf } from "../../dev/test/test-money.ts";
import { type Admin, newAdmin } from "../../dev/test/test-people.ts";
import { approve, fundedTrader, requestWithdrawal } from "../../dev/test/test-withdrawals.ts";
import { DEFAULT_TIME_ZONE } from "../../worker/contract/limits.ts";
import { dayAt, isoDate } from "../../worker/contract/trade-calendar.ts";
import { checkLedger } from "../../worker/ledger/check-ledger.ts";
import { ROUTE } from "../state/routes.ts";
import { DESKTOP, expectAccessibleLayout } from "../test/accessible-layout.ts";
import { lacksBrowser } from "../test/browser.ts";
import { logInAsAdmin } from "./admin-log-in.ts";
import { tabTo } from "./by-keyboard.ts";
import { setUpJourney } from "./set-up-journey.ts";
import { signedInBrowser } from "./trader-tab.ts";

setDefaultTimeout(600_000);

/** What a practised hand has for all of it, from the log-in on. */
const HANDS_MS = 10 * 60_000;
const COUNT = 50;
const AMOUNTS = Array.from({ length: COUNT }, (_, index) => 20 + index + (index % 7) / 100);
/** By their places in the file. */
const BOUNCED = [4, 14, 24] as const;
const NO_REFERENCE = 33;
const OTHER_SUM = 40;
/** Those that the first statement does not name. */
const LATER = [7, 8] as const;

/** One line of a bank's file that the product wrote. */
type Paid = { reference: string; amount: number };

describe.skipIf(lacksBrowser())("payouts by file", () => {
  const journey = setUpJourney({ fresh: true });

  test("fifty withdrawals are paid by one file and completed by hands in under ten minutes, once by a result and once by the statement", async () => {
    const { stack, browser } = journey;
    const [approver, second] = await Promise.all([newAdmin(stack), newAdmin(stack, "Maly")]);
    const account = await bankWith(20_000, approver, second);
    await askAndApprove(AMOUNTS, approver);
    const startedAt = performance.now();
    const payer = await logInAsAdmin(stack, browser, { firstName: "Phalla", viewport: DESKTOP });
    const { page } = payer;
    for (const key of ["g", "p"]) await page.keyboard.press(key);

    const result = await payAll(page, "B-101");
    const answer = file("aba-result-101.csv", resultOf(result));
    page.on("filechooser", (chooser) => void chooser.setFiles(answer));
    await page.keyboard.press("i");
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Choose a file" }).click();
    await dialog.getByText(answer.name).waitFor();
    await page.keyboard.press("Control+Enter");
    await page.getByText("45 completed, 3 bounced, 2 unmatched").waitFor();
    const batch = page.getByRole("region", { name: "Batch 101" });
    await batch.getByText("Back from the bank, 5 to look at").waitFor();
    await batch.getByText(/^Sent \$[\d,.]+ in 50 payouts$/).waitFor();
    await expectAccessibleLayout(page);

    // The row without a reference is matched; the one with another sum was not paid, and is paid by the next batch.
    await tabTo(page, batch.getByRole("button", { name: /^Match: / }));
    await page.keyboard.press("Enter");
    await dialog.getByText("no reference").waitFor();
    await page.keyboard.press("Control+Enter");
    await page.getByText(/ is matched$/).waitFor();
    await batch.getByRole("button", { name: /^Compare: / }).click();
    await dialog.getByRole("button", { name: "Take back" }).click();
    await dialog.getByText(/It is to be paid again, by another batch or by hand/).waitFor();
    await page.keyboard.press("Control+Enter");
    await page.getByText(/ is to be paid again$/).waitFor();
    for (const left of [2, 1, 0]) {
      await batch
        .getByRole("button", { name: /^Return, 1 of 2: / })
        .first()
        .click();
      await dialog.getByRole("row", { name: /^Balance / }).waitFor();
      await page.keyboard.press("Control+Enter");
      await dialog.waitFor({ state: "detached" });
      await batch
        .getByRole("link", { name: "Returned 1 of 2" })
        .nth(2 - left)
        .waitFor();
    }
    const poster = await (await signedInBrowser(browser, stack, second, { viewport: DESKTOP })).newPage();
    for (let posted = 0; posted < BOUNCED.length; posted++) {
      await poster.goto(`${stack.origin}${ROUTE.adminPayouts}`);
      await poster
        .getByRole("link", { name: /^Return, 2 of 2: / })
        .first()
        .click();
      await poster
        .getByRole("row", { name: /^Balance / })
        .first()
        .waitFor();
      await poster.keyboard.press("a");
      await poster
        .getByRole("dialog")
        .getByRole("row", { name: /^Balance / })
        .waitFor();
      await poster.getByRole("dialog").getByRole("button", { name: "Post: Payout returned" }).click();
      await poster.getByText("Posted by", { exact: true }).waitFor();
    }
    await batch.getByText("Done", { exact: true }).waitFor();

    // Another fifty, with the one that was taken back, by the bank's statement.
    await askAndApprove(AMOUNTS.slice(1), approver);
    const paid = await payAll(page, "B-102");
    const early = paid.filter((_, place) => !isOneOf(LATER, place));
    for (const [lines, done, at] of [
      [early, "48 payouts are completed", "00:01"],
      [LATER.map((place) => paid[place] as Paid), "2 payouts are completed", "00:02"],
    ] as const) {
      await importStatement(approver, account, lines, at);
      await page.keyboard.press("t");
      await dialog.waitFor();
      await page.keyboard.press("Enter");
      await page.getByText(done).waitFor();
    }
    await page.getByRole("region", { name: "Batch 102" }).getByText("Done", { exact: true }).waitFor();
    expect(performance.now() - startedAt).toBeLessThan(HANDS_MS);

    const db = databaseOf(stack);
    expect((await checkLedger(db)).isClean).toBe(true);
    const [rows] = await db.read([db.query.select().from(withdrawals)]);
    const completed = rows.filter(({ status }) => status === "completed");
    expect([completed.length, completed.filter(({ returnedAtMs }) => returnedAtMs !== null).length]).toEqual([99, 3]);
    expect(await actsOf(payer.userId)).toMatchObject({
      "payout.batch_made": 2,
      "payout.file_taken": 2,
      "payout.result_imported": 1,
      "payout.bounced": 3,
      "payout.row_matched": 1,
      "payout.taken_back": 1,
      "payout.completed_by_statement": 2,
      "book.proposed": 3,
      // What came back had left, so that it is completed too.
      "withdrawal.completed": 99,
      "withdrawal.payment_started": 100,
      "withdrawal.payment_stopped": 1,
    });
    expect(payer.complaints).toEqual([]);
  });

  /** A bank account with money on it, by two operators. */
  async function bankWith(dollars: number, one: Admin, other: Admin): Promise<string> {
    const id = "aba-usd";
    await one.post("/api/admin/books/bank-accounts", { id, name: "ABA Bank", currency: "USD" });
    const about = {
      kind: "adjustment",
      from: `house:bank:${id}`,
      to: "house:khqr",
      amount: dollars,
      reason: "Settled",
    };
    const { act, plan } = (await one.post("/api/admin/books/acts", about)).body;
    const entries = plan.entries.map(({ accountId, amount }: { accountId: string; amount: number }) => ({
      accountId,
      amount,
    }));
    expect((await other.post(`/api/admin/books/acts/${act._id}/post`, { entries })).status).toBe(200);
    return id;
  }

  /** Withdrawals that are to be paid, five of each trader at most. */
  async function askAndApprove(amounts: readonly number[], admin: Admin): Promise<void> {
    const groups = Array.from({ length: Math.ceil(amounts.length / 5) }, (_, i) => amounts.slice(i * 5, i * 5 + 5));
    for (const [place, group] of groups.entries()) {
      const trader = await fundedTrader(journey.stack, 5_000);
      await configureBank(journey.stack, trader, { accountId: `00${amounts.length}${place}34512` });
      for (const amount of group) {
        const { withdrawal } = await requestWithdrawal(trader, amount);
        expect((await approve(admin, withdrawal._id)).status).toBe(200);
      }
    }
  }

  async function importStatement(admin: Admin, account: string, paid: readonly Paid[], at: string): Promise<void> {
    const text = statementOf(paid, at);
    const reply = await admin.post("/api/admin/statements", {
      ...{ account, accountNumber: "000124410", profile: "aba", fileName: `november-${at}.csv` },
      file: Buffer.from(text).toString("base64"),
    });
    expect([reply.status, reply.body.imported]).toEqual([200, paid.length]);
  }

  /** What an admin has done, by the audit log: how often each act. */
  async function actsOf(userId: string): Promise<Record<string, number>> {
    const { query, read } = databaseOf(journey.stack);
    const [rows] = await read([query.select().from(auditLog).where(eq(auditLog.actor, userId))]);
    return Object.fromEntries(
      [...Map.groupBy(rows, ({ action }) => action)].map(([action, group]) => [action, group.length]),
    );
  }
});

/** Ticks all that is to be paid, makes the batch and takes its file. @returns what the file has */
async function payAll(page: Page, number: string): Promise<Paid[]> {
  await page.getByText(/^50 approved, /).waitFor();
  await page.keyboard.press("a");
  const pane = page.getByRole("region", { name: "New batch" });
  await pane.getByText("50 payouts", { exact: true }).waitFor();
  await page.keyboard.press("d");
  await page.getByRole("dialog", { name: /^Pay \$/ }).waitFor();
  const downloads = page.waitForEvent("download");
  await page.keyboard.press("Enter");
  const download = await downloads;
  expect(download.suggestedFilename()).toBe(`tonle-${number}-aba-bulk.csv`);
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(Buffer.from(chunk));
  await page.getByRole("region", { name: `Batch ${number.slice(2)}` }).waitFor();
  const [, ...lines] = Buffer.concat(chunks).toString("utf8").trimEnd().split("\r\n");
  expect(lines.length).toBe(COUNT);
  return lines.map((line) => {
    const [reference = "", , , , amount = ""] = line.split(",");
    expect(reference.startsWith(`${number}/`)).toBe(true);
    return { reference, amount: Number(amount) };
  });
}

const file = (name: string, text: string) => ({ name, mimeType: "text/csv", buffer: Buffer.from(text) });
const isOneOf = (places: readonly number[], place: number) => places.includes(place);

/** What the bank answers to the first file. */
function resultOf(paid: readonly Paid[]): string {
  const lines = paid.map(({ reference, amount }, place) => {
    const sum = place === OTHER_SUM ? "1.50" : amount.toFixed(2);
    const named = place === NO_REFERENCE ? "" : reference;
    return isOneOf(BOUNCED, place)
      ? [named, sum, "Returned", "", "Account closed"]
      : [named, sum, "Success", `FT${place}`, ""];
  });
  return ["Reference,Amount,Status,Transaction ID,Reason", ...lines.map((cells) => cells.join(","))].join("\n");
}

/** The bank's statement of today with a line for each payment. @param at the time of its lines */
function statementOf(paid: readonly Paid[], at: string): string {
  const [year, month, date] = isoDate(dayAt(Date.now(), DEFAULT_TIME_ZONE)).split("-");
  const heads =
    "Date,Time,Transaction ID,Reference,Counterparty,Counterparty account,Remark,Money out,Money in,CCY,Balance";
  const lines = paid.map(
    ({ reference, amount }) =>
      `${date}/${month}/${year},${at},ST${reference.replace("/", "-")},${reference},,,,${amount.toFixed(2)},,USD,`,
  );
  return ["Account number,000124410", heads, ...lines].join("\n");
}
