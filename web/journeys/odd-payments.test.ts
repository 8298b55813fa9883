import { afterEach, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Locator, Page } from "playwright-core";
import type { Database } from "../../db/client.ts";
import {
  closeBreaker,
  letTimePass,
  type OpenedDeposit,
  payAtBank,
  refetch,
  restPaymentNetwork,
} from "../../dev/test/test-deposits.ts";
import { databaseOf } from "../../dev/test/test-money.ts";
import { newTrader } from "../../dev/test/test-people.ts";
import { outage } from "../../dev/test/test-stand-ins.ts";
import { DESKTOP } from "../test/accessible-layout.ts";
import { findAxeViolations } from "../test/axe.ts";
import { lacksBrowser } from "../test/browser.ts";
import { eventually } from "../test/eventually.ts";
import { setUpJourney } from "./set-up-journey.ts";
import { signedInBrowser, signIn } from "./trader-tab.ts";

setDefaultTimeout(600_000);

const SLOW = "The payment network is slow to respond. Nothing you pay is lost.";

/** Screens of a payer after an irregular payment. The API's behaviour is tested beside its code. */
describe.skipIf(lacksBrowser())("a payer", () => {
  const journey = setUpJourney();
  let db: Database;
  let page: Page;
  let dialog: Locator;
  beforeAll(async () => {
    const { stack, browser } = journey;
    db = databaseOf(stack);
    page = await (await signedInBrowser(browser, stack, await newTrader(stack), { viewport: DESKTOP })).newPage();
    dialog = page.getByRole("dialog");
  }, 600_000);
  beforeEach(() => restPaymentNetwork(db));
  afterEach(() => outage(journey.stack.urls.bakong, "off"));

  /** Opens the code of a deposit of $25.50. */
  async function openCode(): Promise<OpenedDeposit> {
    await page.goto(`${journey.stack.origin}/account/deposit?new`);
    await dialog.getByRole("button", { name: /KHQR/ }).click();
    await dialog.getByRole("textbox", { name: "Amount" }).fill("25.50");
    const generated = page.waitForResponse("**/api/deposit/generate-khqr");
    await dialog.getByRole("button", { name: /^Show/ }).click();
    await dialog.getByRole("heading", { name: "Waiting for payment" }).waitFor();
    return (await (await generated).json()).deposit;
  }

  /** Makes the dialog poll now, and the API check with the payment network. */
  async function pollNow(deposit: OpenedDeposit): Promise<void> {
    await refetch(db, deposit);
    await page.evaluate(() => window.dispatchEvent(new Event("online")));
  }

  async function sweepLater(deposit: OpenedDeposit, minutes: number): Promise<void> {
    await letTimePass(db, deposit, { minutes });
    await journey.stack.wrangler.runCron();
  }

  /** The deposit's line of the history, after a reload. */
  async function historyLine({ billNumber }: OpenedDeposit): Promise<string> {
    await page.goto(`${journey.stack.origin}/account/history`);
    const row = page.getByRole("row", { name: billNumber });
    await row.waitFor();
    return (await row.textContent()) ?? "";
  }

  test("who pays after cancelling is notified, and finds the deposit paid", async () => {
    const deposit = await openCode();
    await dialog.getByRole("button", { name: "Cancel Payment" }).click();
    await page.getByText("Deposit cancelled. If you already paid, it will still be credited.").waitFor();
    await eventually(async () => expect(await historyLine(deposit)).toContain("Cancelled"));
    await payAtBank(journey.stack, deposit.qrString);
    await sweepLater(deposit, 2);
    await eventually(async () => expect(await historyLine(deposit)).toMatch(/Paid\+\$25\.50/));
  });

  test("who pays after the code has expired is notified, and finds the deposit paid", async () => {
    const deposit = await openCode();
    await letTimePass(db, deposit, { minutes: 11 });
    await pollNow(deposit);
    await dialog.getByRole("heading", { name: "Expired" }).waitFor();
    await dialog
      .getByText(/If you have just paid this one, it will still be credited\./)
      .first()
      .waitFor();
    await payAtBank(journey.stack, deposit.qrString);
    await sweepLater(deposit, 2);
    await eventually(async () => expect(await historyLine(deposit)).toMatch(/Paid\+\$25\.50/));
  });

  test("who pays twice is credited once, and finds the second payment under review", async () => {
    const deposit = await openCode();
    await payAtBank(journey.stack, deposit.qrString);
    await pollNow(deposit);
    await dialog.getByRole("heading", { name: "Payment completed successfully" }).waitFor();
    await payAtBank(journey.stack, deposit.qrString, { again: true });
    await sweepLater(deposit, 12);
    const line = await historyLine(deposit);
    expect(line).toContain("Second payment of $25.50 under review. Nothing is lost.");
    expect(line).toMatch(/\+\$25\.50$/);
    await page.getByText("$25.50").first().waitFor();
  });

  test.each([
    ["the wrong amount", { amount: 20 }, "$20.00"],
    ["riel", { amount: 102_000, currency: "KHR" as const }, "102,000 KHR"],
  ])("who pays %s sees the requested and the paid amount, and that nothing is lost", async (_, payment, paid) => {
    const deposit = await openCode();
    await payAtBank(journey.stack, deposit.qrString, payment);
    await pollNow(deposit);
    await dialog.getByRole("heading", { name: "Payment under review" }).waitFor();
    await eventually(async () =>
      expect(await dialog.textContent()).toContain("Our team will review it. Nothing is lost."),
    );
    await eventually(async () =>
      expect(await dialog.getByRole("definition").allInnerTexts()).toEqual(["$25.50", paid, deposit.billNumber]),
    );
    expect(await findAxeViolations(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Done" }).click();
    const note = `Payment under review: you paid ${paid} instead of $25.50. Nothing is lost.`;
    await eventually(async () => expect(await historyLine(deposit)).toContain(note));
    expect(await findAxeViolations(page)).toEqual([]);
  });

  test("who pays during an outage of ten minutes is told that nothing is lost, and finds the deposit paid", async () => {
    const deposit = await openCode();
    await outage(journey.stack.urls.bakong, "403");
    await payAtBank(journey.stack, deposit.qrString);
    for (const minutes of [3, 3, 3]) {
      await pollNow(deposit);
      await dialog.getByText(SLOW).first().waitFor();
      await sweepLater(deposit, minutes);
    }
    await letTimePass(db, deposit, { minutes: 1 });
    await pollNow(deposit);
    await dialog.getByRole("heading", { name: "Expired" }).waitFor();
    await outage(journey.stack.urls.bakong, "off");
    await sweepLater(deposit, 2);
    await eventually(async () => expect(await historyLine(deposit)).toMatch(/Paid\+\$25\.50/));
  });

  test("sees no error while the network answers 403, 429, HTML, cut JSON, a redirect, or too slowly", async () => {
    const deposit = await openCode();
    for (const mode of ["403", "429", "html", "cut", "redirect", "hang"]) {
      await outage(journey.stack.urls.bakong, mode);
      await pollNow(deposit);
      await dialog.getByText(SLOW).first().waitFor();
      await dialog.getByRole("heading", { name: "Waiting for payment" }).waitFor();
      await outage(journey.stack.urls.bakong, "off");
      await closeBreaker(db);
      await pollNow(deposit);
      await dialog
        .getByText(/^Updates automatically/)
        .first()
        .waitFor();
    }
    await payAtBank(journey.stack, deposit.qrString);
    await pollNow(deposit);
    await dialog.getByRole("heading", { name: "Payment completed successfully" }).waitFor();
  });

  test("prints the receipt of a paid deposit on one light page, and no other user can open it", async () => {
    const deposit = await openCode();
    await payAtBank(journey.stack, deposit.qrString);
    await pollNow(deposit);
    await dialog.getByRole("link", { name: "Show receipt" }).click();
    await page.waitForURL(`**/account/deposits/${deposit.billNumber}`);
    await page.getByRole("article", { name: "Deposit receipt" }).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await page.emulateMedia({ media: "print" });
    await eventually(async () =>
      expect(await page.locator("body").evaluate((body) => getComputedStyle(body).backgroundColor)).toBe(
        "rgb(255, 255, 255)",
      ),
    );
    await eventually(async () => expect(await page.getByRole("button", { name: "Print" }).isVisible()).toBe(false));
    await eventually(async () => expect(await page.getByRole("navigation").first().isVisible()).toBe(false));
    const pages = (await page.pdf({ format: "A4" })).toString("latin1").match(/\/Type \/Page\b/g);
    expect(pages).toHaveLength(1);

    await signIn(page.context(), journey.stack, await newTrader(journey.stack));
    await page.emulateMedia({ media: "screen" });
    await page.reload();
    await page.getByText("No receipt here").waitFor();
  });
});
