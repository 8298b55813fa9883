import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { codeFromMail } from "../../dev/test/test-mails.ts";
import { newPerson } from "../../dev/test/test-people.ts";
import { DESKTOP, expectAccessibleLayout, PHONE } from "../test/accessible-layout.ts";
import { collectComplaints, lacksBrowser } from "../test/browser.ts";
import { eventually } from "../test/eventually.ts";
import { setUpJourney } from "./set-up-journey.ts";

setDefaultTimeout(600_000);

const SIZES = [DESKTOP, PHONE];

describe.skipIf(lacksBrowser())("a new visitor", () => {
  const journey = setUpJourney();

  test("signs up at a computer, and continues on a phone to a paid deposit and a live price", async () => {
    const { stack, browser } = journey;
    const context = await browser.newContext({ viewport: DESKTOP, hasTouch: true });
    const page = await context.newPage();
    // The session check answers 401 without a session.
    const complaints = collectComplaints(page, /status of 40[01]/);
    const person = newPerson();

    await page.goto(stack.origin);
    await page
      .getByRole("link", { name: "Sign up" })
      .or(page.getByRole("link", { name: "Create account" }))
      .first()
      .click();
    await page.waitForURL("**/signup");
    const create = page.getByRole("button", { name: "Create account" });
    await eventually(async () => expect(await create.isDisabled()).toBe(true));
    await page.getByLabel("First name").fill(person.firstName);
    await page.getByLabel("Last name").fill(person.lastName);
    await page.getByLabel("Username").fill(person.username);
    await page.getByLabel("E-mail").fill(person.email);
    await page.getByLabel("Password", { exact: true }).fill(person.password);
    await create.click();

    await page.waitForURL("**/verify-email");
    const code = await codeFromMail(stack, person.email);
    await page.getByRole("textbox").first().focus();
    await page.keyboard.insertText(code);
    await page.waitForURL(`${stack.origin}/`);
    await page.getByText("Email verified successfully").waitFor();
    await page.setViewportSize(PHONE);
    await expectAccessibleLayout(page, SIZES);
    await page.getByRole("button", { name: `Continue as ${person.firstName}` }).click();
    await page.waitForURL("**/dashboard");
    await page.getByText("No recent trades").waitFor();
    await expectAccessibleLayout(page, SIZES);

    const deposits = page.getByRole("link", { name: /^Deposit/ }).filter({ visible: true });
    await deposits.first().click();
    await page.waitForURL("**/account/deposit?new");
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: /KHQR/ }).click();
    await dialog.getByRole("textbox", { name: "Amount" }).fill("9");
    await dialog.getByRole("button", { name: /^Show/ }).click();
    await dialog.getByText("Minimum deposit is $10 USD").waitFor();
    await dialog.getByRole("textbox", { name: "Amount" }).fill("25.50");
    const generated = page.waitForResponse("**/api/deposit/generate-khqr");
    await dialog.getByRole("button", { name: /^Show/ }).click();
    const reply = await generated;
    expect(reply.request().headers()["idempotency-key"]).toMatch(/^[0-9a-f-]{36}$/);
    const { deposit } = await reply.json();
    await dialog.getByRole("heading", { name: "Waiting for payment" }).waitFor();
    await expectAccessibleLayout(page, SIZES);

    const bank = await context.newPage();
    await bank.goto(stack.urls.bakong);
    await bank.getByLabel("The text of the code").fill(deposit.qrString);
    await bank.getByRole("button", { name: "Continue" }).click();
    await bank.getByText(deposit.billNumber).first().waitFor();
    await bank.getByRole("button", { name: /^Pay/ }).click();

    await page.bringToFront();
    await dialog.getByText("Payment completed successfully").first().waitFor();
    await dialog.getByText("Funds have been added to your account").first().waitFor();
    // It stays while the pointer is over it, and then closes by itself.
    await dialog.getByRole("button", { name: "Done" }).hover();
    await dialog.getByText("Stays open while you are here").waitFor();
    await page.mouse.move(1, 1);
    await dialog.waitFor({ state: "detached" });
    await page.getByText("$25.50").first().waitFor();

    await page.goto(`${stack.origin}/trading`);
    for (const size of [PHONE, DESKTOP]) {
      await page.setViewportSize(size);
      await page.getByText("SIMULATED").filter({ visible: true }).first().waitFor();
      const row = page.getByRole("button", { name: /BTCUSDm/ }).first();
      await row.waitFor();
      const handle = await row.elementHandle();
      const before = await row.textContent();
      await page.waitForFunction(([element, text]) => element?.textContent !== text, [handle, before] as const);
      await expectAccessibleLayout(page, [size]);
    }
    await deposits.first().click();
    await page.waitForURL("**/account/deposit?new");
    expect(complaints).toEqual([]);
    await context.close();
  });
});
