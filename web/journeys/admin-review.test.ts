import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { Buffer } from "node:buffer";
import type { Page } from "playwright-core";
import { SAMPLE_IMAGES } from "../../dev/sample-images.ts";
import { khqrPicture } from "../../dev/test/khqr-picture.ts";
import { payAtBank } from "../../dev/test/test-deposits.ts";
import { withdrawalAsk } from "../../dev/test/test-money.ts";
import { endSecurityHold, newAdmin, newTrader, type Trader } from "../../dev/test/test-people.ts";
import {
  askForWithdrawal,
  balancesOf,
  fundedTrader,
  reject,
  requestWithdrawal,
} from "../../dev/test/test-withdrawals.ts";
import { DESKTOP, expectAccessibleLayout, PHONE } from "../test/accessible-layout.ts";
import { findAxeViolations } from "../test/axe.ts";
import { lacksBrowser } from "../test/browser.ts";
import { eventually } from "../test/eventually.ts";
import { type AdminTab, forgetSecondFactor, openAdminTab } from "./admin-log-in.ts";
import { pressWhenReady } from "./by-keyboard.ts";
import { setUpJourney } from "./set-up-journey.ts";
import { openAs } from "./trader-tab.ts";

setDefaultTimeout(600_000);

const PROOF = { name: "receipt.png", mimeType: "image/png", buffer: Buffer.from(SAMPLE_IMAGES.png) };

/**
 * The admin screens against the whole product, on its own stack, so that its queues contain only the test's requests.
 */
describe.skipIf(lacksBrowser())("the admin screens", () => {
  const journey = setUpJourney({ fresh: true });
  let dara: AdminTab;
  let page: Page;
  beforeAll(async () => {
    dara = await openAdminTab(journey.stack, journey.browser, "/admin");
    ({ page } = dara);
  }, 600_000);

  test("an admin rejects one request, approves and completes another, and their trader sees it", async () => {
    const { stack, browser } = journey;
    const { trader } = await askForWithdrawal(stack, 60);
    await requestWithdrawal(trader, 100);
    await openPending(page);
    await page.getByText("2 requests, $160.00").waitFor();
    await openSum(page, "$60.00");
    expect(await findAxeViolations(page)).toEqual([]);

    await pressWhenReady(page, "r");
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Reason").selectOption({ label: "Payment details are wrong" });
    await dialog.getByLabel("Notes for the trader").fill("ABA shows another name.");
    expect(await findAxeViolations(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Reject and return $60.00" }).click();
    await openSum(page, "$100.00");

    await pressWhenReady(page, "m");
    await page.getByText("Claimed by you").waitFor();
    await pressWhenReady(page, "a");
    await dialog.waitFor();
    const sent = page.waitForRequest("**/approve");
    await page.keyboard.press("Enter");
    await page.getByText("No request is waiting").waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await page.keyboard.press("s");
    expect((await sent).headers()["idempotency-key"]).toMatch(/^[0-9a-f-]{36}$/);
    await page.getByText("Approved $100.00").waitFor();

    await page.getByRole("link", { name: "Approved" }).click();
    await openSum(page, "$100.00");
    await startPayment(page);
    // As after an hour: the code of the log-in is too old.
    await forgetSecondFactor(stack, dara.admin.userId);
    await page.getByRole("button", { name: "Step-up ended. Renew" }).waitFor();
    await pressWhenReady(page, "c");
    await dialog.getByLabel("Payment ID").fill("FT-2026-1");
    await dialog.locator('input[type="file"]').first().setInputFiles(PROOF);
    await dialog.getByLabel("What it shows").fill("Transfer receipt");
    expect(await findAxeViolations(page)).toEqual([]);
    await dialog.getByText(/for: Complete \$100\.00\./).waitFor();
    await dialog.getByLabel("Six-digit code").pressSequentially(dara.admin.unusedCode());
    await dialog.getByRole("button", { name: "Complete $100.00" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.keyboard.press("s");
    await page.getByText("Completed $100.00").waitFor();

    await page.getByRole("link", { name: "Completed" }).click();
    await page.getByText("FT-2026-1").waitFor();
    await page.getByRole("button", { name: /Proof of payment/ }).click();
    const viewer = page.getByRole("dialog", { name: "Proof of payment" });
    await viewer.waitFor();
    await page.keyboard.press("Escape");
    await viewer.waitFor({ state: "detached" });
    expect(await findAxeViolations(page)).toEqual([]);

    const history = await openAs(browser, stack, trader, "/account/history", { viewport: DESKTOP });
    await openFromHistory(history, "Completed");
    await history.getByText("FT-2026-1").waitFor();
    const proof = history.getByRole("img", { name: "Transfer receipt" });
    // The file is 20 by 16 with an EXIF rotation; the redrawn image is upright.
    const size = await proof.evaluate(async (image: HTMLImageElement) => {
      await image.decode();
      return [image.naturalWidth, image.naturalHeight];
    });
    expect(size).toEqual([16, 20]);
    await openFromHistory(history, "Rejected");
    await history.getByText("ABA shows another name.").waitFor();
    expect(await balancesOf(trader)).toEqual({ balance: 4_900, heldBalance: 0 });
    expect(dara.complaints).toEqual([]);
    await history.context().close();
  });

  test("a payment code is read from its stored image beside the account's name, and another name takes a reason", async () => {
    const { stack } = journey;
    const trader = await fundedTrader(stack, 500);
    const khqrImage = new File([new Uint8Array(khqrPicture("KEO SOPHAL"))], "code.png");
    const methods = { bankName: "", accountId: "", khqrHolder: "Keo Bopha", khqrImage };
    expect((await trader.postForm("/api/user/payment-methods", methods)).status).toBe(200);
    await endSecurityHold(stack, trader);
    expect((await trader.post("/api/withdrawal/request", withdrawalAsk(70, { paymentMethod: "KHQR" }))).status).toBe(
      201,
    );
    await openPending(page);
    await openSum(page, "$70.00");
    const names = page.getByRole("region", { name: "Names" });
    await names.getByText("Read in the payment code. The client wrote Keo Bopha").waitFor();
    await names.getByText("1 of 2 words agrees").waitFor();
    await eventually(async () => expect(await names.locator("u").allTextContents()).toEqual(["SOPHAL", "Bopha"]));
    expect(await findAxeViolations(page)).toEqual([]);
    // A question with a picture, which is not sent: the draft goes with its last word.
    await pressWhenReady(page, "h");
    const composer = page.getByRole("form", { name: /^Ask / });
    await composer.getByLabel("Question, in English").fill("Whose code is it?");
    await composer.locator('input[type="file"]').setInputFiles(PROOF);
    await composer.getByRole("img", { name: "Picture of the question: receipt.png" }).waitFor();
    await expectAccessibleLayout(page, [DESKTOP, PHONE]);
    await composer.getByRole("button", { name: "Remove the picture" }).click();
    await composer.getByLabel("Question, in English").fill("");
    await page.keyboard.press("Escape");
    await pressWhenReady(page, "a");
    const dialog = page.getByRole("dialog");
    const approve = dialog.getByRole("button", { name: "Approve $70.00" });
    await approve.click();
    await dialog.getByText("Say why it is paid although the names do not agree").waitFor();
    await dialog.getByLabel("Reason, names").fill("Her shop");
    expect(await findAxeViolations(page)).toEqual([]);
    await approve.click();
    await page.keyboard.press("s");
    await page.getByText("Approved $70.00").waitFor();
    expect(dara.complaints).toEqual([]);
  });

  test("a card is typed beside its picture, and one that another account has takes a reason", async () => {
    const { stack } = journey;
    const [first, second] = [await newTrader(stack), await newTrader(stack)];
    for (const [trader, picture] of [
      [first, "one"],
      [second, "two"],
    ] as const) {
      const idCardImage = `data:image/png;base64,${khqrPicture(picture).toString("base64")}`;
      expect((await trader.put("/api/user/profile", { idCardImage })).status).toBe(200);
    }
    const dialog = page.getByRole("dialog", { name: "Verify Bopha Keo" });
    const opens = async ({ userId }: Trader) => {
      await page.goto(`${stack.origin}/admin/identities?item=${userId}`);
      await pressWhenReady(page, "i");
      await pressWhenReady(page, "v");
      await dialog.getByRole("button", { name: "Enlarge: ID card of Bopha Keo" }).waitFor();
      await dialog.getByLabel("Name in Latin letters").fill("KEO BOPHA");
      await dialog.getByLabel("Card number").fill("០១២ ៣៤៥ ៦៧៨");
      await dialog.getByLabel("Date of birth").fill("1/5/1990");
      await dialog.getByText("Read as May 1, 1990").waitFor();
      await dialog.getByLabel("The card says no expiry").check();
    };
    const submit = () => dialog.getByRole("button", { name: "Verify", exact: true }).click();
    await opens(first);
    expect(await findAxeViolations(page)).toEqual([]);
    await submit();
    await page.keyboard.press("s");
    await page.getByText("Bopha Keo is verified").waitFor();

    await opens(second);
    await submit();
    await page.keyboard.press("s");
    await page.getByText("The same card is at another account: Bopha Keo.").waitFor();
    await pressWhenReady(page, "i");
    await pressWhenReady(page, "v");
    await dialog.getByLabel("Reason, same card").fill("Her first account was lost");
    expect(await findAxeViolations(page)).toEqual([]);
    const sent = page.waitForResponse("**/verify");
    await submit();
    await page.keyboard.press("s");
    expect((await sent).status()).toBe(200);
    await page.goto(`${stack.origin}/admin/identities?status=verified&item=${second.userId}`);
    await page.getByText("Another account has the same card").waitFor();
    await page.getByText("012345678").waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await pressWhenReady(page, "i");
    await pressWhenReady(page, "v");
    const correction = page.getByRole("dialog", { name: /Bopha Keo/ });
    await correction.getByLabel("Card number").waitFor();
    await expectAccessibleLayout(page, [DESKTOP, PHONE]);
    await page.keyboard.press("Escape");
    await correction.waitFor({ state: "detached" });
  });

  test("a large amount needs two admins, one of whom pays it while the other sees that", async () => {
    const { stack, browser } = journey;
    const { trader } = await askForWithdrawal(stack, 2_000);
    const daraDialog = page.getByRole("dialog");
    await openPending(page);
    await openSum(page, "$2,000.00");
    await pressWhenReady(page, "a");
    await daraDialog.getByRole("button", { name: "Approve $2,000.00, 1 of 2" }).click();
    await page.keyboard.press("s");
    await page.getByText("You have agreed. Another admin must too.").waitFor();
    expect((await balancesOf(trader)).heldBalance).toBe(2_000);

    const maly = await openAdminTab(stack, browser, "/admin/withdrawals?status=pending", { firstName: "Maly" });
    const malyDialog = maly.page.getByRole("dialog");
    await openSum(maly.page, "$2,000.00");
    await maly.page.getByText(/Dara Kim agreed/).waitFor();
    await pressWhenReady(maly.page, "a");
    await malyDialog.getByRole("button", { name: "Approve $2,000.00, 2 of 2" }).click();
    await maly.page.keyboard.press("s");
    await maly.page.getByText("Approved $2,000.00").waitFor();

    await maly.page.getByRole("link", { name: "Approved" }).click();
    await openRow(maly.page, "$2,000.00");
    await startPayment(maly.page);

    await page.getByRole("link", { name: "Approved" }).click();
    await openRow(page, "$2,000.00");
    await page.getByText(/^Being paid by Maly Kim since /).waitFor();
    for (const name of [/^Complete/, /^Take over payment/]) {
      await eventually(async () => expect(await page.getByRole("button", { name }).isDisabled()).toBe(true));
    }

    await complete(maly.page, "FT-9");
    await maly.page.getByText("Completed $2,000.00").waitFor();
    expect(await balancesOf(trader)).toEqual({ balance: 3_000, heldBalance: 0 });
    expect([...dara.complaints, ...maly.complaints]).toEqual([]);
    await maly.context.close();
  });

  test("an admin who loses a race is told who was first, and sees the request's current state", async () => {
    const { id } = await askForWithdrawal(journey.stack, 70);
    const colleague = await newAdmin(journey.stack, "Sophea");
    await openPending(page);
    await openSum(page, "$70.00");
    await pressWhenReady(page, "a");
    await page.getByRole("dialog").waitFor();
    expect((await reject(colleague, id)).status).toBe(200);
    await page.keyboard.press("Enter");
    await page.keyboard.press("s");
    await page
      .getByText(/Sophea Kim has rejected this withdrawal/)
      .first()
      .waitFor();
    // A refresh may have removed the request from the list before the refusal: then its line opens it.
    await page.keyboard.press("o");
    await page.getByText("The bank refuses this account").waitFor();
    await eventually(async () => expect(await page.getByRole("button", { name: /^Approve/ }).count()).toBe(0));
    expect(await findAxeViolations(page)).toEqual([]);
  });

  test("an unmatched payment is matched, a deposit is marked paid, each by two admins, and the ledger is balanced", async () => {
    const { stack } = journey;
    const trader = await newTrader(stack);
    const colleague = await newAdmin(stack, "Sophea");
    const mismatched = await openDeposit(trader, 25);
    await payAtBank(stack, mismatched.qrString, { amount: 20 });
    await trader.post("/api/deposit/verify-payment", { md5Hash: mismatched.md5Hash });
    const unseen = await openDeposit(trader, 40);
    const dialog = page.getByRole("dialog");

    await goTo(page, "E");
    await openSum(page, "$20.00");
    await page.getByText("The sum paid is not the sum requested.").waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await pressWhenReady(page, "m");
    await eventually(async () => expect(await dialog.getByLabel("Amount to credit").inputValue()).toBe("20.00"));
    await dialog.getByLabel("Note").fill("Five dollars short");
    await dialog.getByRole("button", { name: "Credit $20.00, 1 of 2" }).click();
    await page.keyboard.press("s");
    await page.getByText(/You agreed .*\$20\.00/).waitFor();
    expect((await balancesOf(trader)).balance).toBe(0);
    const { exceptions } = (await colleague.get("/api/admin/exceptions?status=open")).body;
    const match = { version: exceptions[0].version, amount: 20, note: "Agreed" };
    expect((await colleague.post(`/api/admin/exceptions/${exceptions[0]._id}/match`, match)).status).toBe(200);
    expect((await balancesOf(trader)).balance).toBe(20);

    await goTo(page, "D");
    await page.getByRole("heading", { level: 1, name: "Deposits" }).waitFor({ state: "attached" });
    await page.keyboard.press("l");
    await page.locator('[role="search"] input:focus').waitFor();
    await page.keyboard.type(unseen.billNumber.toLowerCase());
    await page.getByText("1 deposit", { exact: true }).waitFor();
    await openSum(page, "$40.00");
    expect(await findAxeViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Mark paid, 1 of 2", disabled: false }).click();
    const proof = { bankReference: "ABA-1", settlementHash: "9a".repeat(32), note: "On today's statement" };
    await dialog.getByLabel("Bank reference").fill(proof.bankReference);
    await dialog.getByLabel("Settlement hash").fill(proof.settlementHash);
    await dialog.getByLabel("Note").fill(proof.note);
    expect(await findAxeViolations(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Mark $40.00 paid, 1 of 2" }).click();
    await page.getByRole("button", { name: "Mark paid, 2 of 2" }).waitFor();
    expect((await colleague.post(`/api/admin/deposits/${unseen._id}/mark-paid`, proof)).status).toBe(200);
    expect((await balancesOf(trader)).balance).toBe(60);

    await page.keyboard.press("Escape");
    await page.getByRole("link", { name: "Ledger" }).click();
    await page.getByRole("button", { name: "Run the check" }).click();
    await page.getByText("Everything adds up").waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    expect(dara.complaints).toEqual([]);
  });

  test("a whole queue is reviewed with two keys per request", async () => {
    const { trader } = await askForWithdrawal(journey.stack, 1);
    for (const sum of [2, 3, 4, 5]) await requestWithdrawal(trader, sum);
    await openPending(page);
    for (const sum of [1, 2, 3, 4, 5]) {
      await openSum(page, `$${sum}.00`);
      await pressWhenReady(page, "a");
      await page.getByRole("dialog", { name: `Approve $${sum}.00` }).waitFor();
      await page.keyboard.press("Enter");
    }
    await page.getByText("No request is waiting").waitFor();
    await page.keyboard.press("s");
    await page.getByText("Approved $5.00").waitFor();
    await page.getByText(", sending").first().waitFor({ state: "detached" });
    const { withdrawals } = (await trader.get("/api/withdrawal/history")).body;
    expect(withdrawals.map(({ status }: { status: string }) => status)).toEqual(Array(5).fill("approved"));
  });

  test("a phone shows the queue, then one request, and nothing is wider than the screen", async () => {
    await askForWithdrawal(journey.stack, 45);
    await page.setViewportSize(PHONE);
    await openPending(page);
    await page.getByRole("button", { name: /\$45\.00/ }).click();
    await openSum(page, "$45.00");
    await eventually(async () =>
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width),
    );
    expect(await findAxeViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Approve $45.00" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Approve $45.00" }).click();
    await page.getByText("No request is waiting").waitFor();
    await eventually(async () =>
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width),
    );
    await page.getByRole("button", { name: "Send now" }).click();
    await page.getByText("Approved $45.00").waitFor();
    expect(dara.complaints).toEqual([]);
  });

  test("the overview shows the open items, counts new ones without a reload, and links to them", async () => {
    const { stack } = journey;
    await page.setViewportSize(DESKTOP);
    await page.goto(`${stack.origin}/admin`);
    await page.getByText("Paid in and out").waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    const { review, secondApproval, payout } = (await (await newAdmin(stack)).get("/api/admin/queues")).body.queues
      .withdrawals;
    const { trader } = await askForWithdrawal(stack, 33);
    const waiting = review.count + secondApproval.count + payout.count + 1;
    await page.getByRole("link", { name: `Withdrawals ${waiting}` }).waitFor();
    await page.setViewportSize(PHONE);
    await eventually(async () =>
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width),
    );
    await page.setViewportSize(DESKTOP);
    await page.getByRole("link", { name: /^To review/ }).click();
    await page.getByRole("button", { name: /\$33\.00 WD-\d+ Bopha/ }).waitFor();
    // A request that arrives while the list is open is also shown.
    await requestWithdrawal(trader, 34);
    await page.getByRole("button", { name: /\$34\.00 WD-\d+ Bopha/ }).waitFor();
    expect(dara.complaints).toEqual([]);
  });
});

/** Goes to a section by its keys. @param letter the second of them */
async function goTo(page: Page, letter: string): Promise<void> {
  await page.keyboard.press("g");
  await page.keyboard.press(letter.toLowerCase());
}

/** Opens the withdrawals that wait for a review. */
async function openPending(page: Page): Promise<void> {
  const sections = page.getByRole("navigation", { name: "Admin" });
  await sections.getByRole("link", { name: /^Withdrawals/ }).click();
  await page.getByRole("link", { name: "Pending" }).click();
}

/** Opens a request of the list, whichever is the first. */
async function openRow(page: Page, sum: string): Promise<void> {
  await page.getByRole("button", { name: new RegExp(`\\${sum} WD-`) }).click();
  await openSum(page, sum);
}

/** Waits until the request with this amount is open with its evidence: no decision is possible before. */
async function openSum(page: Page, sum: string): Promise<void> {
  await page.getByRole("heading", { level: 2, name: sum, exact: true }).waitFor();
  await page.locator('#content [aria-busy="true"]').waitFor({ state: "detached" });
}

/** Marks the open request as being paid by this admin. */
async function startPayment(page: Page): Promise<void> {
  await pressWhenReady(page, "p");
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Start payment/ })
    .click();
  await page.getByText(/^Being paid by you since /).waitFor();
}

async function complete(page: Page, paymentId: string): Promise<void> {
  await pressWhenReady(page, "c");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Payment ID").fill(paymentId);
  await dialog.locator('input[type="file"]').first().setInputFiles(PROOF);
  await dialog.getByLabel("What it shows").waitFor();
  await dialog.getByRole("button", { name: /^Complete/ }).click();
  await page.keyboard.press("s");
}

/** Opens the first of the trader's own withdrawals with this status. */
async function openFromHistory(page: Page, word: string): Promise<void> {
  const history = page.getByRole("region", { name: "Withdrawal History" });
  const row = history.locator("tr, li").filter({ hasText: word });
  await row.getByRole("button", { expanded: false }).first().click();
}

async function openDeposit(trader: Trader, amount: number) {
  const reply = await trader.post("/api/deposit/generate-khqr", { amount });
  expect(reply.status).toBe(201);
  return reply.body.deposit;
}
