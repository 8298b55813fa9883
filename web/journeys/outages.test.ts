import { afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "drizzle-orm";
import type { Page } from "playwright-core";
import { openDatabase } from "../../db/client.ts";
import type { Stack } from "../../dev/stack.ts";
import { restPaymentNetwork } from "../../dev/test/test-deposits.ts";
import { codeFromMail } from "../../dev/test/test-mails.ts";
import { databaseOf } from "../../dev/test/test-money.ts";
import { newPerson, newTrader } from "../../dev/test/test-people.ts";
import { outage } from "../../dev/test/test-stand-ins.ts";
import { DESKTOP } from "../test/accessible-layout.ts";
import { boxAtRest } from "../test/at-rest.ts";
import { findAxeViolations } from "../test/axe.ts";
import { lacksBrowser } from "../test/browser.ts";
import { eventually } from "../test/eventually.ts";
import { setUpJourney } from "./set-up-journey.ts";
import { signedInBrowser } from "./trader-tab.ts";

setDefaultTimeout(600_000);

/** Screens during the outage of an external service, and their recovery without a reload. */
describe.skipIf(lacksBrowser())("while", () => {
  const journey = setUpJourney();
  /** A signed-in trader, and a visitor. */
  let page: Page;
  let strangersPage: Page;
  beforeAll(async () => {
    const { stack, browser } = journey;
    const context = await signedInBrowser(browser, stack, await newTrader(stack), { viewport: DESKTOP });
    page = await context.newPage();
    strangersPage = await browser.newPage();
  }, 600_000);
  afterEach(async () => {
    const { stack } = journey;
    await Promise.all(Object.values(stack.urls).map((url) => outage(url, "off")));
    await restPaymentNetwork(databaseOf(stack));
  });

  const open = (path: string, on = page) => on.goto(journey.stack.origin + path);

  test("the database is down, a trader stays signed in, sees a message, and continues when it is back", async () => {
    await open("/account/history");
    await page.getByText("No deposits yet").waitFor();
    await outage(journey.stack.urls.libsql, "refuse");
    await page.getByRole("button", { name: "Refresh deposit history" }).click();
    await page.getByText("Failed to fetch deposit history").waitFor();
    await page.getByText("Can't reach Tonle. Retrying...").waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await eventually(() => expect(page.url()).toEndWith("/account/history"));

    await outage(journey.stack.urls.libsql, "off");
    await page.getByText("Can't reach Tonle. Retrying...").waitFor({ state: "detached" });
    await page
      .getByRole("button", { name: /Try again|Refresh/ })
      .first()
      .click();
    await page.getByText("No deposits yet").waitFor();
  });

  test("the database is down, a log-in says so and keeps the typed text", async () => {
    const page = strangersPage;
    await open("/login", page);
    await page.getByLabel("E-mail").fill("sokha@example.com");
    await page.getByLabel("Password", { exact: true }).fill("a fine sentence");
    await outage(journey.stack.urls.libsql, "refuse");
    await page.getByRole("button", { name: "Log in" }).click();
    await page.getByText("Service temporarily unavailable. Please try again.").first().waitFor();
    await eventually(async () => expect(await page.getByLabel("E-mail").inputValue()).toBe("sokha@example.com"));
    // The row that says so covers nothing.
    const row = await boxAtRest(page.getByText("Can't reach Tonle. Retrying..."));
    const otherLanguage = await boxAtRest(page.locator("main [lang=km]"));
    expect(otherLanguage.y).toBeGreaterThanOrEqual(row.y + row.height);
    // Nor does it make a page without a header scroll.
    await page.evaluate((path) => history.pushState(null, "", path), "/no-such-page");
    await page.getByText("There is no page at this address (404).").waitFor();
    await eventually(async () =>
      expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0),
    );
  });

  test("the mail service is down, a sign-up succeeds and its code arrives later", async () => {
    const { stack } = journey;
    const person = newPerson();
    const page = strangersPage;
    await outage(stack.urls.mail, "refuse");
    await open("/signup", page);
    await page.getByLabel("First name").fill(person.firstName);
    await page.getByLabel("Last name").fill(person.lastName);
    await page.getByLabel("Username").fill(person.username);
    await page.getByLabel("E-mail").fill(person.email);
    await page.getByLabel("Password", { exact: true }).fill(person.password);
    await page.getByRole("button", { name: "Create account" }).click();
    await page.waitForURL("**/verify-email");
    await page.getByText("It can take a few minutes to arrive.").waitFor();

    await outage(stack.urls.mail, "off");
    await makeMailDue(stack);
    await stack.wrangler.runCron();
    await page.getByRole("textbox").first().focus();
    await page.keyboard.insertText(await codeFromMail(stack, person.email));
    await page.waitForURL(`${stack.origin}/`);
  });

  test("the payment network is down, a code is still created, and the page says that nothing is lost", async () => {
    await outage(journey.stack.urls.bakong, "refuse");
    await open("/account/deposit?new");
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: /KHQR/ }).click();
    await dialog.getByRole("textbox", { name: "Amount" }).fill("10");
    await dialog.getByRole("button", { name: /^Show/ }).click();
    await dialog.getByText("The payment network is slow to respond. Nothing you pay is lost.").first().waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
  });

  test("the price source is silent, prices show their age, and stream again without a reload", async () => {
    await open("/trading");
    await page.getByText("Streaming").first().waitFor();
    await outage(journey.stack.urls.priceSource, "silent");
    await page
      .getByText(/^Delayed, \d+\ss old$/)
      .first()
      .waitFor();
    await page
      .getByText(/^Stale, \d+\ss old$/)
      .first()
      .waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await outage(journey.stack.urls.priceSource, "off");
    await page.getByText("Streaming").first().waitFor();
  });
});

/** The first retry of a mail is due after a minute: makes it due now. */
async function makeMailDue({ urls, settings }: Stack): Promise<void> {
  const db = openDatabase({ url: urls.libsql, authToken: settings.DATABASE_AUTH_TOKEN });
  await db.write([db.query.run(sql`UPDATE outbox SET next_attempt_at_ms = 0 WHERE sent_at_ms IS NULL`)]);
}
