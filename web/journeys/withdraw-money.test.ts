import { describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Locator, Page } from "playwright-core";
import { SAMPLE_IMAGES } from "../../dev/sample-images.ts";
import type { Stack } from "../../dev/stack.ts";
import type { Reply } from "../../dev/test/test-client.ts";
import { payAtBank } from "../../dev/test/test-deposits.ts";
import { databaseOf, verifyTrader } from "../../dev/test/test-money.ts";
import { type Admin, endSecurityHold, newAdmin, newTrader, type Trader } from "../../dev/test/test-people.ts";
import { DESKTOP, expectAccessibleLayout, PHONE } from "../test/accessible-layout.ts";
import { findAxeViolations } from "../test/axe.ts";
import { collectComplaints, lacksBrowser } from "../test/browser.ts";
import { eventually } from "../test/eventually.ts";
import { keepNotices } from "../test/keep-notices.ts";
import { setUpJourney } from "./set-up-journey.ts";
import { signedInBrowser } from "./trader-tab.ts";

setDefaultTimeout(600_000);

const DEPOSIT_USD = 200;
const REQUEST = "/api/withdrawal/request";
const SIZES = [DESKTOP, PHONE];

describe.skipIf(lacksBrowser())("a trader", () => {
  const journey = setUpJourney();

  test("withdraws money: one request cancelled, one rejected, one paid", async () => {
    const { stack, browser } = journey;
    const [trader, admin] = await Promise.all([traderWithMoney(stack), newAdmin(stack)]);
    const context = await signedInBrowser(browser, stack, trader, { viewport: PHONE, hasTouch: true });
    const page = await context.newPage();
    await keepNotices(page);
    const complaints = collectComplaints(page, /net::ERR_FAILED/);

    await page.goto(`${stack.origin}/account/withdraw`);
    await page.getByText("No payment methods configured").waitFor();
    await expectAccessibleLayout(page, SIZES);
    await page.getByRole("link", { name: "Set up payment methods" }).click();
    await page.waitForURL("**/profile");
    expectStatus(
      200,
      await trader.postForm("/api/user/payment-methods", {
        bankName: "ACLEDA Bank",
        accountId: "0001234474471",
        bankHolder: "KEO BOPHA",
      }),
    );
    // With money in the account a first payment method holds withdrawals for a day.
    await endSecurityHold(stack, trader);

    await page.goto(`${stack.origin}/account/withdraw`);
    await page.getByText("Available: $200.00").waitFor();
    const submit = page.getByRole("button", { name: /^Request withdrawal/ });
    await eventually(async () => expect(await submit.isDisabled()).toBe(true));
    await page.getByLabel("Amount").pressSequentially("2x00.01");
    await page.getByText("“x” is not part of a number.").waitFor();
    await eventually(async () => expect(await page.getByLabel("Amount").inputValue()).toBe("2x00.01"));
    await page.getByLabel("Amount").clear();
    await page.getByLabel("Amount").pressSequentially("២00.01");
    await page.getByText("You don't have enough money. Available: $200.00").waitFor();
    await page.getByRole("button", { name: "Max: all that is available" }).click();
    await eventually(async () => expect(await page.getByLabel("Amount").inputValue()).toBe("200.00"));
    await expectAccessibleLayout(page, SIZES);

    await request(page, "80", "Part of my profit");
    await page.getByText("Withdrawal request submitted successfully! Admin will review your request.").waitFor();
    await page.getByRole("button", { name: "Got it" }).click();
    await page.getByText("Available: $120.00").waitFor();
    await page.getByText("on hold for 1 withdrawal").waitFor();
    await page.getByText("$80.00 is on hold until it is decided.").waitFor();
    await expectAccessibleLayout(page, SIZES);

    await page.getByRole("button", { name: "Cancel request of $80.00" }).click();
    const question = page.getByRole("alertdialog");
    await expectAccessibleLayout(page, SIZES);
    await question.getByRole("button", { name: "Cancel request" }).click();
    await page.getByText("Available: $200.00").waitFor();
    await question.waitFor({ state: "detached" });
    await eventually(async () => expect(await page.getByText(/on hold for/).count()).toBe(0));

    // The network loses the response, not the request: the retry is the same request.
    await page.route(`**${REQUEST}`, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await page.setViewportSize(DESKTOP);
    await request(page, "50", "For rent");
    await page.getByText("Failed to submit withdrawal request").waitFor();
    await page.unroute(`**${REQUEST}`);
    await expectAccessibleLayout(page, SIZES);
    await page.reload();
    await page.getByText(/No answer to your request of \$50\.00/).waitFor();
    await page.getByRole("button", { name: "Send again" }).click();
    await page.getByRole("button", { name: "Got it" }).click();
    await page.getByText("Available: $150.00").waitFor();
    await page.getByText("on hold for 1 withdrawal").waitFor();

    await page.setViewportSize(PHONE);
    await request(page, "20", "For books");
    await page.getByRole("button", { name: "Got it" }).click();
    await page.getByText("on hold for 2 withdrawals").waitFor();

    await decide(admin, trader, 20, "reject", { reason: "wrong_details", notes: "ACLEDA shows another name." });
    await decide(admin, trader, 50, "claim");
    await decide(admin, trader, 50, "approve");
    await decide(admin, trader, 50, "start-payment");
    await decide(admin, trader, 50, "complete", {
      paymentId: `ACL-${crypto.randomUUID()}`,
      notes: "Sent to your account.",
      proof: { image: `data:image/png;base64,${SAMPLE_IMAGES.png.toBase64()}`, message: "Transfer receipt" },
    });
    // Without a reload: the page refreshes when the window gets the focus.
    await page.evaluate(() => window.dispatchEvent(new Event("focus")));
    await page.getByText("Withdrawal of $50.00: Completed").waitFor();
    await page.getByText("Available: $150.00").waitFor({ state: "visible" });

    await page.getByRole("link", { name: "History" }).click();
    const history = page.getByRole("region", { name: "Withdrawal History" });
    await openRequest(history, "Completed");
    await history.getByText("Sent to your account.").waitFor();
    const proof = history.getByRole("img", { name: "Transfer receipt" });
    await proof.waitFor();
    // It is 20 px wide and 16 high, and turned by its orientation, which is kept.
    await eventually(async () =>
      expect(await proof.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))).toBe(16),
    );
    await proof.click();
    const viewer = page.getByRole("dialog", { name: "Transfer receipt" });
    // Its frame is there before its code is loaded.
    await viewer.getByText("100%").waitFor();
    await page.keyboard.press("+");
    await viewer.getByText("125%").waitFor();
    // Away from the tools: a tooltip under the pointer would be outside of every landmark.
    await page.mouse.move(1, 400);
    await page.getByRole("tooltip").waitFor({ state: "detached" });
    await expectAccessibleLayout(page, SIZES);
    await page.keyboard.press("Escape");
    await viewer.waitFor({ state: "detached" });
    // Wide enough for a table, which has expandable rows.
    await page.setViewportSize(DESKTOP);
    await openRequest(history, "Rejected");
    await history.getByText("ACLEDA shows another name.").waitFor();
    await history.getByText("$20.00 is back in your available balance.").waitFor();
    await expectAccessibleLayout(page, SIZES);

    await page.getByRole("link", { name: "Overview" }).click();
    await page.getByText(/^1 completed, last on /).waitFor();
    const sum = page.getByRole("region", { name: "How it adds up" });
    await eventually(async () => expect(await sum.textContent()).toContain("$50.00"));
    await expectAccessibleLayout(page, SIZES);
    expect(complaints).toEqual([]);
    await context.close();
  });
});

/** A trader with a deposit of {@link DEPOSIT_USD}. */
async function traderWithMoney(stack: Stack): Promise<Trader> {
  const trader = await newTrader(stack);
  await verifyTrader(databaseOf(stack), trader.userId);
  const { body } = expectStatus(201, await trader.post("/api/deposit/generate-khqr", { amount: DEPOSIT_USD }));
  await payAtBank(stack, body.deposit.qrString);
  const verified = await trader.post("/api/deposit/verify-payment", { md5Hash: body.deposit.md5Hash });
  expect(verified.body.userBalance).toBe(DEPOSIT_USD);
  return trader;
}

/** Fills in the form, and confirms its dialog. */
async function request(page: Page, amount: string, message: string): Promise<void> {
  await page.getByLabel("Amount").fill(amount);
  await page.getByLabel("Request message").fill(message);
  await page.getByRole("button", { name: /^Request withdrawal/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("What happens next").waitFor();
  await eventually(async () => expect(await dialog.textContent()).not.toContain("0001234474471"));
  expect(await findAxeViolations(page)).toEqual([]);
  await dialog.getByRole("button", { name: /^Withdraw \$/ }).click();
  await dialog.waitFor({ state: "detached" });
}

/** An admin's action on the trader's request of this amount, with its current version. */
async function decide(
  admin: Admin,
  trader: Trader,
  amount: number,
  action: "claim" | "approve" | "start-payment" | "complete" | "reject",
  decision: object = {},
): Promise<void> {
  const { body } = expectStatus(200, await admin.get("/api/admin/withdrawals?limit=100"));
  const found = body.withdrawals.find(
    (withdrawal: { userId: string; amount: number; cancelledByUser: boolean }) =>
      withdrawal.userId === trader.userId && withdrawal.amount === amount && !withdrawal.cancelledByUser,
  );
  expectStatus(
    200,
    await admin.post(`/api/admin/withdrawals/${found._id}/${action}`, { version: found.version, ...decision }),
  );
}

/** Opens the first request in the history with this status. */
async function openRequest(history: Locator, word: string): Promise<void> {
  await history.locator("tr, li").filter({ hasText: word }).getByRole("button", { expanded: false }).first().click();
}

function expectStatus(status: number, reply: Reply): Reply {
  expect({ status: reply.status, body: reply.body }).toMatchObject({ status });
  return reply;
}
