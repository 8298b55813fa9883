import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { Buffer } from "node:buffer";
import { eq } from "drizzle-orm";
import type { Browser, Page } from "playwright-core";
import { users, withdrawals } from "../../db/schema/index.ts";
import { SAMPLE_IMAGES } from "../../dev/sample-images.ts";
import type { Stack } from "../../dev/stack.ts";
import { codeFromMail, nextMailAbout } from "../../dev/test/test-mails.ts";
import { databaseOf } from "../../dev/test/test-money.ts";
import { newPerson } from "../../dev/test/test-people.ts";
import { workerLog } from "../../dev/test/test-stack.ts";
import { withdrawalNumber } from "../../worker/contract/withdrawal-number.ts";
import { checkLedger } from "../../worker/ledger/check-ledger.ts";
import { WITHDRAWAL_MAIL_TEXT } from "../../worker/withdrawals/withdrawal-mail-text.km.ts";
import { ACCOUNT_TEXT } from "../account/account-text.km.ts";
import { authText } from "../auth/auth-text.km.ts";
import { firstStepsText } from "../dashboard/first-steps-text.km.ts";
import { WHY_THIS_PRICE } from "../demo/receipt-link-text.km.ts";
import { receiptText } from "../demo/receipt-text.km.ts";
import { withKhmerBreaks } from "../khmer-breaks.ts";
import { landingText } from "../landing/landing-text.km.ts";
import { dockText } from "../positions/dock-text.km.ts";
import { marketText } from "../prices/market-text.km.ts";
import { DESKTOP, PHONE } from "../test/accessible-layout.ts";
import { collectComplaints, lacksBrowser } from "../test/browser.ts";
import { keepNotices } from "../test/keep-notices.ts";
import { orderText } from "../ticket/order-text.km.ts";
import { uiText } from "../ui/ui-text.km.ts";
import { WITHDRAWAL_TEXT } from "../withdrawals/withdrawal-text.km.ts";
import { logInAsAdmin } from "./admin-log-in.ts";
import { pressWhenReady } from "./by-keyboard.ts";
import { setUpJourney } from "./set-up-journey.ts";
import { goWithin } from "./trader-tab.ts";

setDefaultTimeout(600_000);

type Person = ReturnType<typeof newPerson>;

const ID_CARD = { name: "IMG_2041.jpg", mimeType: "image/jpeg", buffer: Buffer.from(SAMPLE_IMAGES.jpeg) };
const PROOF = { name: "receipt.png", mimeType: "image/png", buffer: Buffer.from(SAMPLE_IMAGES.png) };
const PROOF_WORDS = "Transfer receipt";

/** A text as the Khmer build shows it: with the marks for its line breaks. */
const khmer = withKhmerBreaks;

/** One path through all that is real, for the quick tests: other journeys look at its parts more closely. */
describe.skipIf(lacksBrowser())("the whole product", () => {
  const journey = setUpJourney();

  test("takes a trader from the sign-up to a paid withdrawal, in English and then in Khmer, with an admin", async () => {
    const { stack, browser } = journey;
    const logFrom = workerLog.length;
    const person = newPerson();
    const [{ page, complaints }, admin] = await Promise.all([
      signUp(browser, stack, person),
      logInAsAdmin(stack, browser, { firstName: "Dara", viewport: DESKTOP }),
    ]);
    await sendIdentityAndBank(page, person);
    await Promise.all([deposit(page), verifyIdentity(admin.page, person)]);
    await logInInKhmer(page, person);
    await tradeDemoMoney(page);
    await requestWithdrawal(page);
    await payWithdrawal(admin.page, person);
    await findProof(page);
    const paid = WITHDRAWAL_MAIL_TEXT.completed.subject(await numberOfWithdrawal(stack, person), "$20.00");
    await nextMailAbout(stack, person.email, paid);

    expect(complaints).toEqual([]);
    expect(admin.complaints).toEqual([]);
    expect(await checkLedger(databaseOf(stack))).toMatchObject({ isClean: true, differing: [], unfounded: [] });
    expect(workerLog.slice(logFrom).filter((line) => line.includes('"event":"fault"'))).toEqual([]);
    await Promise.all([page.context().close(), admin.context.close()]);
  });
});

/** The number of the person's only withdrawal. */
async function numberOfWithdrawal(stack: Stack, { email }: Person): Promise<string> {
  const { query, read } = databaseOf(stack);
  const [[row]] = await read([
    query
      .select({ number: withdrawals.number })
      .from(withdrawals)
      .innerJoin(users, eq(users.id, withdrawals.userId))
      .where(eq(users.email, email)),
  ]);
  return withdrawalNumber(row?.number ?? 0);
}

/** Opens an account on a phone, with a mistyped code at first, and continues to its dashboard. */
async function signUp(browser: Browser, stack: Stack, person: Person): Promise<{ page: Page; complaints: string[] }> {
  const context = await browser.newContext({ locale: "en-US", viewport: PHONE, reducedMotion: "reduce" });
  const page = await context.newPage();
  // A session check without a session, the mistyped code, the question for the password, and a balance poll at the log-out.
  const complaints = collectComplaints(page, /status of 40[013]|^balance not refreshed/);
  await keepNotices(page);
  await page.goto(stack.origin);
  await page.getByRole("link", { name: "Sign up" }).click();
  for (const [label, value] of [
    ["First name", person.firstName],
    ["Last name", person.lastName],
    ["Username", person.username],
    ["E-mail", person.email],
    ["Password", person.password],
  ] as const)
    await page.getByLabel(label, { exact: true }).fill(value);
  await page.getByRole("button", { name: "Create account" }).click();

  await page.waitForURL("**/verify-email");
  const code = await codeFromMail(stack, person.email);
  await page.locator("input:focus").waitFor();
  await page.keyboard.type((code.startsWith("A") ? "B" : "A") + code.slice(1));
  await page.getByText("Invalid or expired code").waitFor();
  await page.locator("input:focus").waitFor();
  await page.keyboard.type(code);
  await page.getByRole("button", { name: `Continue as ${person.firstName}` }).click();
  await page.waitForURL("**/dashboard");
  await page.locator('html[lang="en"]').waitFor();
  return { page, complaints };
}

/** Uploads an ID card, and saves a bank account: without money in the account, the first one holds nothing. */
async function sendIdentityAndBank(page: Page, { firstName, lastName, password }: Person): Promise<void> {
  await goWithin(page, "/profile");
  await page.getByLabel("Upload ID card").setInputFiles(ID_CARD);
  await page.getByRole("button", { name: "Use This ID" }).click();
  await page.getByRole("alertdialog", { name: "ID Uploaded Successfully" }).waitFor();
  await page.getByRole("button", { name: "Got it" }).click();
  await page.getByText("ID Pending").waitFor();

  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await page.getByLabel("Bank Name").fill("ABA Bank");
  await page.getByLabel("Account Number").fill("000 481 726");
  await page.getByLabel("Account holder").fill(`${lastName} ${firstName}`.toUpperCase());
  await page.getByRole("button", { name: "Save", exact: true }).click();
  // One press has logged in, which proves nothing.
  const proof = page.getByRole("dialog", { name: "Confirm that it is you" });
  await proof.getByLabel("Password", { exact: true }).fill(password);
  await proof.getByRole("button", { name: "Confirm and save" }).click();
  await page.getByText("Active", { exact: true }).waitFor();
}

/** Pays $50.00 in the banking app that the page opens. */
async function deposit(page: Page): Promise<void> {
  await goWithin(page, "/account/deposit?new");
  const dialog = page.getByRole("dialog", { name: "Deposit" });
  await dialog.getByRole("button", { name: /KHQR/ }).click();
  await dialog.getByRole("textbox", { name: "Amount" }).fill("50");
  await dialog.getByRole("button", { name: "Show code for $50.00" }).click();
  const [bank] = await Promise.all([
    page.context().waitForEvent("page"),
    dialog.getByRole("link", { name: "Open in banking app" }).click(),
  ]);
  const complaints = collectComplaints(bank);
  await bank.getByRole("button", { name: "Pay $50.00" }).click();
  await bank.getByRole("heading", { name: "Paid" }).waitFor();
  const bill = (await bank.locator("#receipt-bill").textContent()) ?? "no bill number";
  expect(complaints).toEqual([]);
  await bank.close();

  // As when the trader comes back from the app: the page asks at once.
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await dialog.getByText("Payment completed successfully").first().waitFor();
  // While the pointer is over it, it does not close by itself.
  await dialog.getByText("Stays open while you are here").waitFor();
  await dialog.getByRole("button", { name: "Done" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByText("Available Balance", { exact: true }).locator("..").getByText("$50.00").waitFor();
  await page.getByRole("listitem").filter({ hasText: bill }).getByText("Paid", { exact: true }).waitFor();
}

/** Verifies the person's ID card. */
async function verifyIdentity(page: Page, { email, firstName, lastName }: Person): Promise<void> {
  await goWithin(page, `/admin/identities?user=${encodeURIComponent(email)}`);
  await page.getByRole("button", { name: "Show ID card" }).click();
  await pressWhenReady(page, "v");
  const dialog = page.getByRole("dialog", { name: `Verify ${firstName} ${lastName}` });
  await dialog.getByLabel("Name in Latin letters").fill(`${lastName} ${firstName}`);
  await dialog.getByLabel("Card number").fill("012 345 678");
  await dialog.getByLabel("Date of birth").fill("1.5.1990");
  await dialog.getByLabel("The card says no expiry").check();
  await decide(page, "verify", "Verify");
}

/** Confirms the open dialog, and sends the decision without the seconds for an undo. */
async function decide(page: Page, action: "verify" | "approve" | "complete", submit: string): Promise<void> {
  const sent = page.waitForResponse(`**/${action}`);
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: submit, exact: true }).click();
  await dialog.waitFor({ state: "detached" });
  await page.keyboard.press("s");
  expect((await sent).status()).toBe(200);
}

/** Logs out, chooses Khmer on the landing page, and logs in with the password. */
async function logInInKhmer(page: Page, { email, password }: Person): Promise<void> {
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("button", { name: "Logout" }).click();
  await page.locator('a[lang="km"]').click();
  await page.waitForURL("**/km");
  await page
    .getByRole("banner")
    .getByRole("link", { name: khmer(landingText.logIn) })
    .click();
  await page.getByLabel(khmer(authText.fields.email)).fill(email);
  await page.getByLabel(khmer(authText.fields.password), { exact: true }).fill(password);
  await page.getByRole("button", { name: khmer(authText.logIn.submit) }).click();
  await page.waitForURL("**/dashboard");
  await page.locator('html[lang="km"]').waitFor();
  // Of the first steps, the deposit and the identity.
  await page.getByText(khmer(firstStepsText.doneOf(2, 3))).waitFor();
}

/** Buys at the live price, sees the position follow it, closes it, and opens the receipt of the first fill. */
async function tradeDemoMoney(page: Page): Promise<void> {
  await page.getByRole("button", { name: khmer(firstStepsText.demo.open) }).click();
  const ticket = page.getByRole("dialog", { name: khmer(marketText.order) });
  await ticket.getByRole("button", { name: khmer(`${orderText.word.buy} 0.01 BTCUSD`) }).click();
  await page.getByRole("link", { name: khmer(marketText.openCount(1)) }).click();

  const lists = page.getByRole("dialog", { name: khmer(marketText.tabs.positions) });
  const trade = `BTCUSD ${dockText.sidesWithin.buy} 0.01`;
  const row = lists.getByRole("row", { name: /BTCUSD .*→.*\$\d/ });
  await row.waitFor();
  const before = await row.textContent();
  const handle = await row.elementHandle();
  await page.waitForFunction(([element, text]) => element?.textContent !== text, [handle, before] as const);
  await lists.getByRole("button", { name: khmer(dockText.closePosition(trade)) }).click();
  await lists.getByText(khmer(dockText.noOpenPositions), { exact: true }).waitFor();

  await lists.getByRole("tab", { name: khmer(dockText.history) }).click();
  await lists.getByRole("button", { name: khmer(`${WHY_THIS_PRICE} ${trade}`) }).click();
  const receipt = page.getByRole("dialog", { name: khmer(WHY_THIS_PRICE) });
  const entry = / 0\.01([\d,.]+) →/.exec(before ?? "")?.[1] ?? "no price in the row";
  await receipt.getByText(khmer(receiptText.filled("buy", "0.01 BTCUSD", entry))).waitFor();
  await receipt.getByRole("table", { name: khmer(receiptText.quotes) }).waitFor();
}

/** Asks for $20.00 of the $50.00. */
async function requestWithdrawal(page: Page): Promise<void> {
  await goWithin(page, "/account/withdraw");
  await page.getByText(khmer(WITHDRAWAL_TEXT.available("$50.00"))).waitFor();
  await page.getByLabel(khmer(WITHDRAWAL_TEXT.amount), { exact: true }).fill("20");
  await page.getByLabel(khmer(WITHDRAWAL_TEXT.message)).fill("សម្រាប់ថ្លៃផ្ទះ");
  await page.getByRole("button", { name: khmer(WITHDRAWAL_TEXT.submitOf("$20.00")) }).click();
  const dialog = page.getByRole("dialog", { name: khmer(WITHDRAWAL_TEXT.confirmTitle) });
  await dialog.getByRole("button", { name: khmer(WITHDRAWAL_TEXT.confirm("$20.00")) }).click();
  await page.getByRole("button", { name: khmer(uiText.gotIt) }).click();
  await page.getByText(khmer(WITHDRAWAL_TEXT.available("$30.00"))).waitFor();
  await page.getByText(khmer(ACCOUNT_TEXT.onHoldFor(1))).waitFor();
}

/** Claims, approves and completes the person's request: the code of the log-in is the second factor. */
async function payWithdrawal(page: Page, { email }: Person): Promise<void> {
  await goWithin(page, `/admin/withdrawals?status=pending&user=${encodeURIComponent(email)}`);
  await pressWhenReady(page, "m");
  await page.getByText("Claimed by you").waitFor();
  await pressWhenReady(page, "a");
  await decide(page, "approve", "Approve $20.00");

  await page.getByRole("link", { name: "Approved" }).click();
  await pressWhenReady(page, "p");
  await page.getByRole("dialog").getByRole("button", { name: "Start payment of $20.00" }).click();
  await page.getByText(/^Being paid by you since /).waitFor();
  await pressWhenReady(page, "c");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Payment ID").fill(`FT-${crypto.randomUUID()}`);
  await dialog.getByLabel("Proof of payment").setInputFiles(PROOF);
  await dialog.getByLabel("What it shows").fill(PROOF_WORDS);
  await decide(page, "complete", "Complete $20.00");
}

/** Sees the withdrawal paid, and its proof. */
async function findProof(page: Page): Promise<void> {
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await page.getByText(khmer(ACCOUNT_TEXT.onHoldFor(1))).waitFor({ state: "detached" });
  await page.getByText(khmer(WITHDRAWAL_TEXT.available("$30.00"))).waitFor();
  // The news of it is over the tabs for some seconds.
  await goWithin(page, "/account/history");
  const history = page.getByRole("region", { name: khmer(WITHDRAWAL_TEXT.historyHeading) });
  await history.getByRole("button", { expanded: false }).click();
  await history.getByText(khmer(WITHDRAWAL_TEXT.wasSent("$20.00"))).waitFor();
  const proof = history.getByRole("img", { name: PROOF_WORDS });
  // The file is 20 by 16 with an EXIF rotation; the redrawn image is upright.
  const size = await proof.evaluate(async (image: HTMLImageElement) => {
    await image.decode();
    return [image.naturalWidth, image.naturalHeight];
  });
  expect(size).toEqual([16, 20]);
}
