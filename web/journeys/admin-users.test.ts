import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Page } from "playwright-core";
import { openDeposit } from "../../dev/test/test-deposits.ts";
import { configureBank, fundTrader } from "../../dev/test/test-money.ts";
import { newTrader } from "../../dev/test/test-people.ts";
import { balancesOf } from "../../dev/test/test-withdrawals.ts";
import { ROUTE } from "../../worker/contract/addresses.ts";
import { ERROR_TEXT } from "../../worker/contract/error-text.ts";
import { DESKTOP, expectAccessibleLayout, PHONE } from "../test/accessible-layout.ts";
import { findAxeViolations } from "../test/axe.ts";
import { lacksBrowser } from "../test/browser.ts";
import { eventually } from "../test/eventually.ts";
import { type AdminTab, forgetSecondFactor, openAdminTab } from "./admin-log-in.ts";
import { setUpJourney } from "./set-up-journey.ts";
import { openAs } from "./trader-tab.ts";

setDefaultTimeout(600_000);

describe.skipIf(lacksBrowser())("people on the admin screens", () => {
  const journey = setUpJourney();
  let dara: AdminTab;
  beforeAll(async () => {
    dara = await openAdminTab(journey.stack, journey.browser, "/admin");
  }, 600_000);

  test("a trader is found by a bill number, frozen, refused with a clear message, unfrozen, and signed out", async () => {
    const { stack, browser } = journey;
    const { page, complaints, admin } = dara;
    const trader = await newTrader(stack);
    await fundTrader(stack, trader, 200);
    await configureBank(stack, trader);
    const { billNumber } = await openDeposit(trader, 25);
    const account = await openAs(browser, stack, trader, "/account/withdraw", {
      viewport: DESKTOP,
      reducedMotion: "reduce",
    });
    await account.getByText("Available: $200.00").waitFor();
    const dialog = page.getByRole("dialog");

    await page.getByRole("link", { name: "Users" }).click();
    await page.getByLabel("Search", { exact: true }).fill(billNumber.toLowerCase());
    await page.getByText("1 person", { exact: true }).waitFor();
    await page.getByRole("heading", { level: 2, name: "Bopha Keo" }).waitFor();
    const timeline = page.getByRole("region", { name: "Timeline" });
    await timeline.getByRole("link", { name: "Deposit started" }).waitFor();
    await timeline.getByRole("link", { name: "Deposit paid" }).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);

    await page.getByRole("button", { name: "Freeze" }).click();
    await dialog.getByLabel("Reason").fill("Two people write from this account");
    expect(await findAxeViolations(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Freeze" }).click();
    await page.getByText("Bopha Keo is frozen").waitFor();
    await page.getByText(/Reason: Two people write from this account/).waitFor();
    await timeline.getByText("Account frozen").waitFor();
    expect(await findAxeViolations(page)).toEqual([]);

    // The trader's page was open before: the refusal says so, and after a reload every screen does.
    await request(account, "50");
    await account.getByText(ERROR_TEXT.account_frozen).waitFor();
    await account.reload();
    await account.getByLabel("Frozen account").waitFor();
    expect(await findAxeViolations(account)).toEqual([]);
    expect((await trader.get("/api/withdrawal/history")).body.withdrawals).toEqual([]);

    await forgetSecondFactor(stack, admin.userId);
    await page.getByRole("button", { name: "Unfreeze" }).click();
    await dialog.getByLabel("Reason").fill("It was the owner's sister");
    await dialog.getByRole("button", { name: "Unfreeze" }).click();
    await dialog.getByLabel("Six-digit code").pressSequentially(admin.unusedCode());
    await dialog.getByRole("button", { name: "Unfreeze" }).click();
    await page.getByText("Bopha Keo is no longer frozen").waitFor();
    await account.reload();
    await account.getByText("Available: $200.00").waitFor();
    await request(account, "50");
    await account.getByText("Withdrawal request submitted successfully!", { exact: false }).waitFor();
    // Not before: the notice of a frozen account comes with its code.
    await eventually(async () => expect(await account.getByLabel("Frozen account").count()).toBe(0));
    expect(await balancesOf(trader)).toEqual({ balance: 150, heldBalance: 50 });

    await page.getByRole("button", { name: "End all" }).click();
    await dialog.getByRole("button", { name: "Sign out" }).click();
    await page.getByText("Bopha Keo was signed out").waitFor();
    await page.getByText("Nowhere").waitFor();
    await account.reload();
    await account.waitForURL("**/login");
    expect(complaints).toEqual([]);
    await account.context().close();
  });

  test("a phone shows the list, then one person, and nothing is wider than the screen", async () => {
    const { stack } = journey;
    const { page, complaints } = dara;
    const trader = await newTrader(stack);
    await fundTrader(stack, trader, 200);
    await page.setViewportSize(PHONE);
    await page.goto(`${stack.origin}/admin/users?search=${encodeURIComponent(trader.email)}`);
    await page.getByRole("button", { name: /Bopha Keo/ }).click();
    await page.getByRole("heading", { level: 2, name: "Bopha Keo" }).waitFor();
    await page.getByRole("link", { name: "Deposit paid" }).waitFor();
    await eventually(async () =>
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width),
    );
    const main = page.getByRole("region", { name: "User" });
    await eventually(async () => expect(await main.evaluate((pane) => pane.scrollWidth - pane.clientWidth)).toBe(0));
    expect(await findAxeViolations(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test("an owner takes roles with another owner's approval, and an open page follows", async () => {
    const { stack, browser } = journey;
    const { page, admin: proposer } = dara;
    const second = await openAdminTab(stack, browser, "/admin/users?view=people", { firstName: "Maly" });
    const third = await openAdminTab(stack, browser, "/admin/ledger", { firstName: "Chan" });
    await third.page.getByRole("link", { name: "Ledger" }).waitFor();

    await page.goto(`${stack.origin}/admin/users?view=people`);
    await page.getByRole("button", { name: "Change the roles of Chan Kim" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("checkbox", { name: /^Operator/ }).uncheck();
    await dialog.getByRole("checkbox", { name: /^Owner/ }).uncheck();
    await dialog.getByRole("button", { name: "Propose" }).click();
    await dialog.getByText(/^Enter the reason/).waitFor();
    await expectAccessibleLayout(page, [DESKTOP, PHONE]);
    await dialog.getByLabel("Reason").fill("Answers traders");
    await forgetSecondFactor(stack, proposer.userId);
    await dialog.getByRole("button", { name: "Propose" }).click();
    await dialog.getByLabel("Six-digit code").pressSequentially(proposer.unusedCode(1));
    await dialog.getByRole("button", { name: "Propose" }).click();
    await page.getByText("Proposed. It waits for an approval.").waitFor();
    await expectAccessibleLayout(page);

    await second.page.getByRole("button", { name: "Approve", exact: true }).click();
    await second.page.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
    await second.page.getByText("The roles of Chan Kim are changed").waitFor();
    // The page of who lost them says so without a reload, and offers no section that it would be refused.
    await third.page.getByText("This takes the role Operator or Owner").waitFor();
    await eventually(async () => expect(await third.page.getByRole("link", { name: "Ledger" }).count()).toBe(0));
    for (const tab of [second, third]) await tab.context.close();

    // A setting is read as a person types it, and what is out of its bounds is said at the field.
    await page.goto(`${stack.origin}${ROUTE.adminSettings}`);
    await page.getByRole("button", { name: "Change: Second approval above" }).click();
    await dialog.getByLabel("New value").fill("៥,០០០.០១");
    await dialog.getByLabel("Reason").fill("Tried");
    await dialog.getByRole("button", { name: "Propose" }).click();
    await dialog.getByText(/from \$0\.00 to \$5,000\.00/).waitFor();
    await expectAccessibleLayout(page, [DESKTOP, PHONE]);
    await page.keyboard.press("Escape");
  });
});

/** Fills in the withdrawal form, and confirms it. */
async function request(page: Page, amount: string): Promise<void> {
  await page.getByLabel("Amount").fill(amount);
  await page.getByLabel("Request message").fill("For the rent");
  await page.getByRole("button", { name: /^Request withdrawal/ }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Withdraw \$/ })
    .click();
}
