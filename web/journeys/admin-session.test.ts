import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { Buffer } from "node:buffer";
import { and, eq } from "drizzle-orm";
import type { Browser } from "playwright-core";
import { auditLog, sessions } from "../../db/schema/index.ts";
import { SAMPLE_IMAGES } from "../../dev/sample-images.ts";
import type { Stack } from "../../dev/stack.ts";
import { askForWithdrawal, requestWithdrawal } from "../../dev/test/test-desk.ts";
import { databaseOf } from "../../dev/test/test-money.ts";
import { newTrader } from "../../dev/test/test-people.ts";
import { startFresh } from "../../dev/test/test-stack.ts";
import { findAxeViolations } from "../test/axe.ts";
import { lacksBrowser, launchBrowser } from "../test/browser.ts";
import { pressWhenReady } from "./by-keyboard.ts";
import { type AdminAtDesk, logInAtDesk } from "./desk-log-in.ts";
import { signedInBrowser } from "./trader-tab.ts";

setDefaultTimeout(180_000);

const DESK = { width: 1440, height: 900 };

/** Sessions that end, and evidence that does not come, against the whole product. */
describe.skipIf(lacksBrowser())("an admin", () => {
  let stack: Stack;
  let browser: Browser;
  beforeAll(async () => {
    [stack, browser] = await Promise.all([startFresh(), launchBrowser()]);
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await stack?.stop();
  });

  test("whose session ends logs in over the page: what was typed is kept, and a decision that waited is sent once", async () => {
    const { id, trader } = await askForWithdrawal(stack, 31);
    await requestWithdrawal(trader, 32);
    const admin = await openQueue("Dara", "$31.00");
    const { page } = admin;
    await endSessionsOf(admin.userId);
    await pressWhenReady(page, "a");
    await page.getByRole("dialog", { name: "Approve $31.00" }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 2, name: "$32.00" }).waitFor();
    await page.keyboard.press("s");
    const dialog = page.getByRole("dialog", { name: "Log in to continue" });
    await dialog.getByText("Approve $31.00").waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    expect((await approvalsOf(id)).length).toBe(0);

    await logInOver(admin);
    await page.getByText("Approved $31.00 for Bopha Keo").waitFor();
    expect((await approvalsOf(id)).map(({ actor }) => actor)).toEqual([admin.userId]);
    await admin.context.close();
  });

  test("who is not signed in is led to the log-in, and afterwards to the address that was opened", async () => {
    const context = await browser.newContext({ viewport: DESK });
    const page = await context.newPage();
    await page.goto(`${stack.origin}/admin/ledger?view=accounts`);
    await page.waitForURL("**/admin/login?next=%2Fadmin%2Fledger%3Fview%3Daccounts");
    await page.getByRole("heading", { name: "Admin log-in" }).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await context.close();

    const trader = await newTrader(stack);
    const traders = await signedInBrowser(browser, stack, trader, { viewport: DESK });
    const tab = await traders.newPage();
    await tab.goto(`${stack.origin}/admin/ledger`);
    await tab.waitForURL("**/dashboard");
    await traders.close();
  });

  test("verifies nobody by a card that did not load, and can load it again", async () => {
    const trader = await newTrader(stack);
    const idCardImage = `data:image/jpeg;base64,${Buffer.from(SAMPLE_IMAGES.jpeg).toString("base64")}`;
    expect((await trader.put("/api/user/profile", { idCardImage })).status).toBe(200);
    const { page, context } = await logInAtDesk(stack, browser, { firstName: "Maly", viewport: DESK });
    await page.route("**/api/image/**", (route) => route.abort());
    await page.keyboard.press("5");
    await page.getByText("The evidence could not be loaded, so this can only be rejected.").waitFor();
    await page.keyboard.press("v");
    expect(await page.getByRole("dialog").count()).toBe(0);
    expect(await page.getByRole("button", { name: "Verify" }).isDisabled()).toBe(true);
    expect(await findAxeViolations(page)).toEqual([]);
    await page.unroute("**/api/image/**");
    await page.getByRole("button", { name: "Load again" }).click();
    await pressWhenReady(page, "v");
    await page.getByRole("dialog", { name: "Verify Bopha Keo" }).waitFor();
    await context.close();
  });

  async function openQueue(firstName: string, sum: string): Promise<AdminAtDesk> {
    const admin = await logInAtDesk(stack, browser, { firstName, viewport: DESK });
    await admin.page.keyboard.press("2");
    await admin.page.getByRole("heading", { level: 2, name: sum, exact: true }).waitFor();
    await admin.page.getByRole("button", { name: `Approve ${sum}`, disabled: false }).waitFor();
    return admin;
  }

  async function endSessionsOf(userId: string): Promise<void> {
    const { query, write } = databaseOf(stack);
    await write([query.delete(sessions).where(eq(sessions.userId, userId))]);
  }

  async function approvalsOf(id: string) {
    const { query, read } = databaseOf(stack);
    const [rows] = await read([
      query
        .select({ actor: auditLog.actor })
        .from(auditLog)
        .where(and(eq(auditLog.subject, `withdrawal:${id}`), eq(auditLog.action, "withdrawal.approved"))),
    ]);
    return rows;
  }
});

async function logInOver({ page, password, codeIn }: AdminAtDesk): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Log in to continue" });
  await dialog.getByLabel("Password", { exact: true }).focus();
  await page.keyboard.insertText(password);
  await dialog.getByLabel("Six-digit code").focus();
  await page.keyboard.insertText(codeIn(0));
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
}
