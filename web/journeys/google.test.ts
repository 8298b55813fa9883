import { describe, expect, setDefaultTimeout, test } from "bun:test";
import type { BrowserContext, Page } from "playwright-core";
import { newGooglePerson } from "../../dev/test/test-google.ts";
import { codeFromMail } from "../../dev/test/test-mails.ts";
import { makeLogInOld, newPerson } from "../../dev/test/test-people.ts";
import { DESKTOP, expectAccessibleLayout, PHONE } from "../test/accessible-layout.ts";
import { findAxeViolations } from "../test/axe.ts";
import { collectComplaints, lacksBrowser } from "../test/browser.ts";
import { eventually } from "../test/eventually.ts";
import { setUpJourney } from "./set-up-journey.ts";

setDefaultTimeout(600_000);

const SIZES = [DESKTOP, PHONE];

describe.skipIf(lacksBrowser())("signing in with Google, in a browser", () => {
  const journey = setUpJourney();

  async function openLogIn(context: BrowserContext): Promise<{ page: Page; complaints: string[] }> {
    const page = await context.newPage();
    // Expected refusal: there is no session yet.
    const complaints = collectComplaints(page, /status of 401/);
    await page.goto(`${journey.stack.origin}/login`);
    return { page, complaints };
  }

  async function chooseAccount(page: Page, email: string) {
    await page.getByRole("link", { name: "Continue with Google" }).click();
    await page.getByText("Somebody else").click();
    await page.getByLabel("E-mail").fill(email);
    await page.getByLabel("First name").fill("Vanna");
    await page.getByLabel("Last name").fill("Sok");
    await page.getByRole("button", { name: "Continue" }).click();
  }

  test("a user first declines, then signs in, sets a password, and confirms payment methods with Google", async () => {
    const { stack, browser } = journey;
    const context = await browser.newContext({ viewport: PHONE, reducedMotion: "reduce", timezoneId: "Europe/Paris" });
    const { page, complaints } = await openLogIn(context);
    await page.getByRole("link", { name: "Continue with Google" }).waitFor();
    await expectAccessibleLayout(page, SIZES);
    await page.getByRole("link", { name: "Continue with Google" }).click();
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByText("You did not continue with Google.").waitFor();
    await eventually(() => expect(new URL(page.url()).pathname).toBe("/login"));
    await expectAccessibleLayout(page, SIZES);

    const { email } = newGooglePerson();
    await chooseAccount(page, email);
    await page.waitForURL(`${stack.origin}/dashboard`);
    const check = await context.request.get(`${stack.origin}/api/auth/check`);
    const { user } = await check.json();
    expect(user).toMatchObject({ email, timeZone: "Europe/Paris" });
    await page.goto(`${stack.origin}/settings`);
    await page.getByRole("tab", { name: "Security" }).click();
    await page.getByText("None yet: you log in with Google.").waitFor();
    await page.getByRole("button", { name: "Set a password" }).click();
    await page.getByText(`We will e-mail a link to ${email}`).waitFor();
    await expectAccessibleLayout(page, SIZES);

    await makeLogInOld(stack, { userId: user._id });
    await page.goto(`${stack.origin}/profile`);
    await page.getByRole("button", { name: "Edit", exact: true }).click();
    await page.getByLabel("Bank Name").fill("ABA Bank");
    await page.getByLabel("Account Number").fill("000 481 726");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("dialog", { name: "Confirm that it is you" }).waitFor();
    await page.getByRole("dialog").getByRole("link", { name: "Continue with Google" }).waitFor();
    await eventually(async () => expect(await page.getByRole("dialog").getByLabel("Password").count()).toBe(0));
    expect(await findAxeViolations(page)).toEqual([]);
    await chooseAccount(page, email);
    await page.getByText("Confirmed. You can save your payment methods now.").waitFor();
    await page.waitForURL(`${stack.origin}/profile`);
    await eventually(async () => expect(await page.getByLabel("Bank Name").inputValue()).toBe("ABA Bank"));
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("Payment methods updated successfully!").waitFor();
    // The refusal that requested the confirmation.
    expect(complaints.filter((complaint) => !/status of 403/.test(complaint))).toEqual([]);
    await context.close();
  });

  test("an address outside of Google is confirmed with a code", async () => {
    const { stack, browser } = journey;
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" });
    const { page, complaints } = await openLogIn(context);
    const { email } = newPerson();
    await chooseAccount(page, email);
    await page.waitForURL(`${stack.origin}/verify-email`);
    await page.getByRole("textbox").first().click();
    await page.keyboard.type(await codeFromMail(stack, email));
    await page.waitForURL(`${stack.origin}/`);
    await page.goto(`${stack.origin}/login`);
    await chooseAccount(page, email);
    await page.waitForURL(`${stack.origin}/dashboard`);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
