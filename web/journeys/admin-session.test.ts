import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { Buffer } from "node:buffer";
import { and, eq } from "drizzle-orm";
import { auditLog, sessions } from "../../db/schema/index.ts";
import { SAMPLE_IMAGES } from "../../dev/sample-images.ts";
import { databaseOf } from "../../dev/test/test-money.ts";
import { newTrader } from "../../dev/test/test-people.ts";
import { askForWithdrawal, requestWithdrawal } from "../../dev/test/test-withdrawals.ts";
import { DESKTOP } from "../test/accessible-layout.ts";
import { atRest } from "../test/at-rest.ts";
import { findAxeViolations } from "../test/axe.ts";
import { lacksBrowser } from "../test/browser.ts";
import { eventually } from "../test/eventually.ts";
import { type AdminTab, openAdminTab } from "./admin-log-in.ts";
import { pressWhenReady } from "./by-keyboard.ts";
import { setUpJourney } from "./set-up-journey.ts";
import { signIn } from "./trader-tab.ts";

setDefaultTimeout(600_000);

/** Ended sessions and missing evidence, against the whole product. */
describe.skipIf(lacksBrowser())("an admin", () => {
  const journey = setUpJourney();

  test("whose session ends logs in over the page: typed text is kept, and a pending decision is sent once", async () => {
    const { stack, browser } = journey;
    const { id, trader } = await askForWithdrawal(stack, 31);
    await requestWithdrawal(trader, 32);
    const tab = await openAdminTab(stack, browser, `/admin/withdrawals?status=pending&item=${id}`);
    const { page, admin } = tab;
    await page.getByRole("heading", { level: 2, name: "$31.00", exact: true }).waitFor();
    await page.getByRole("button", { name: "Approve $31.00", disabled: false }).waitFor();
    await pressWhenReady(page, "a");
    await page.getByRole("dialog", { name: "Approve $31.00" }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 2, name: "$32.00" }).waitFor();
    // Not before: the page polls, and would ask for the log-in over the decision's own dialog.
    await endSessionsOf(admin.userId);
    await page.keyboard.press("s");
    const dialog = page.getByRole("dialog", { name: "Log in to continue" });
    await dialog.getByText("Approve $31.00").waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    expect((await approvalsOf(id)).length).toBe(0);

    await logInOver(tab);
    await page.getByText("Approved $31.00 for Bopha Keo").waitFor();
    expect((await approvalsOf(id)).map(({ actor }) => actor)).toEqual([admin.userId]);
    await tab.context.close();
  });

  test("without a session is sent to the log-in, and afterwards to the requested address", async () => {
    const context = await journey.browser.newContext({ viewport: DESKTOP });
    const page = await context.newPage();
    await page.goto(`${journey.stack.origin}/admin/ledger?view=accounts`);
    await page.waitForURL("**/admin/login?next=%2Fadmin%2Fledger%3Fview%3Daccounts");
    await page.getByRole("heading", { name: "Admin log-in" }).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);

    await signIn(context, journey.stack, await newTrader(journey.stack));
    await page.goto(`${journey.stack.origin}/admin/ledger`);
    await page.waitForURL("**/dashboard");
    await context.close();
  });

  test("cannot verify an identity whose card did not load, and can load it again", async () => {
    const trader = await newTrader(journey.stack);
    const idCardImage = `data:image/jpeg;base64,${Buffer.from(SAMPLE_IMAGES.jpeg).toString("base64")}`;
    expect((await trader.put("/api/user/profile", { idCardImage })).status).toBe(200);
    const { page, context } = await openAdminTab(journey.stack, journey.browser, "/admin");
    await page.route("**/api/image/**", (route) => route.abort());
    await page.goto(`${journey.stack.origin}/admin/identities?item=${trader.userId}`);
    await page.getByRole("button", { name: "Show ID card" }).click();
    await page.getByText("The evidence could not be loaded, so this can only be rejected.").waitFor();
    await eventually(async () => expect(await page.getByRole("button", { name: "Verify" }).isDisabled()).toBe(true));
    await page.keyboard.press("v");
    // What the key does is drawn in the next frame.
    await atRest(page);
    await eventually(async () => expect(await page.getByRole("dialog").count()).toBe(0));
    expect(await findAxeViolations(page)).toEqual([]);
    await page.unroute("**/api/image/**");
    await page.getByRole("button", { name: "Load again" }).click();
    await pressWhenReady(page, "v");
    await page.getByRole("dialog", { name: "Verify Bopha Keo" }).waitFor();
    await context.close();
  });

  async function endSessionsOf(userId: string): Promise<void> {
    const { query, write } = databaseOf(journey.stack);
    await write([query.delete(sessions).where(eq(sessions.userId, userId))]);
  }

  async function approvalsOf(id: string) {
    const { query, read } = databaseOf(journey.stack);
    const [rows] = await read([
      query
        .select({ actor: auditLog.actor })
        .from(auditLog)
        .where(and(eq(auditLog.subject, `withdrawal:${id}`), eq(auditLog.action, "withdrawal.approved"))),
    ]);
    return rows;
  }
});

async function logInOver({ page, admin }: AdminTab): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Log in to continue" });
  await dialog.getByLabel("Password", { exact: true }).fill(admin.password);
  const code = dialog.getByLabel("Six-digit code");
  await code.fill(admin.unusedCode());
  await code.press("Enter");
  await dialog.waitFor({ state: "detached" }).catch(async (cause) => {
    throw new Error(`the log-in was refused: ${await dialog.textContent()}`, { cause });
  });
}
