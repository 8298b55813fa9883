import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { nextMail } from "../../dev/test/test-mails.ts";
import { databaseOf } from "../../dev/test/test-money.ts";
import { newAdmin } from "../../dev/test/test-people.ts";
import { recordRun } from "../../worker/platform/job-run-store.ts";
import { expectAccessibleLayout } from "../test/accessible-layout.ts";
import { lacksBrowser } from "../test/browser.ts";
import { openAdminTab } from "./admin-log-in.ts";
import { setUpJourney } from "./set-up-journey.ts";

setDefaultTimeout(600_000);

describe.skipIf(lacksBrowser())("who is on call", () => {
  const journey = setUpJourney({ fresh: true });

  test("an admin sets the rota and a stand-in, and acknowledges with a key what the mail links to", async () => {
    const { stack, browser } = journey;
    const db = databaseOf(stack);
    await db.write([recordRun(db.query, "backup", Date.now())]);
    const maly = await newAdmin(stack, "Maly");
    const { page, admin, complaints } = await openAdminTab(stack, browser, "/admin/on-call", { firstName: "Dara" });
    const dialog = page.getByRole("dialog");

    await page.getByText("No open incident").waitFor();
    await page.getByText("Every admin: nobody is on the rota").waitFor();
    await expectAccessibleLayout(page);

    await page.getByRole("link", { name: "Who is on call" }).click();
    await page.getByRole("button", { name: "Change the rota" }).click();
    await dialog.getByText("Nobody: every admin is told at once.").waitFor();
    for (const name of ["Maly Kim", "Dara Kim"]) {
      await dialog.getByLabel("Add an admin").selectOption({ label: name });
      await dialog.getByRole("button", { name: `Take ${name} off` }).waitFor();
    }
    // The keyboard moves a row, and the focus goes with it.
    await dialog.getByRole("button", { name: "Move Dara Kim up" }).focus();
    await page.keyboard.press("Enter");
    await dialog.getByRole("listitem").first().getByText("Dara Kim").waitFor();
    await dialog.getByRole("listitem").first().getByText("This week").waitFor();
    await dialog
      .locator(":focus")
      .and(dialog.getByRole("button", { name: "Move Dara Kim down" }))
      .waitFor();
    await expectAccessibleLayout(page);
    await dialog.getByRole("button", { name: "Set the rota" }).click();
    await page.getByText("The rota is set.").waitFor();
    await page.getByRole("rowheader", { name: "Maly Kim" }).first().waitFor();

    await page.getByRole("button", { name: "Stand in" }).click();
    await dialog.getByLabel("Admin").selectOption({ label: "Maly Kim" });
    await dialog.getByRole("button", { name: "Stand in" }).click();
    await page.getByRole("button", { name: "Take back: Maly Kim stands in" }).waitFor();
    await expectAccessibleLayout(page);

    await admin.post("/api/admin/pauses", { reason: "A call of the bank" });
    await stack.wrangler.runCron();
    const mail = await nextMail(stack, maly.email);
    const path = /\/admin\/on-call\?item=\d+/.exec(mail.text)?.[0];
    await page.goto(stack.origin + path);
    await page.getByRole("heading", { level: 2, name: "An admin has paused withdrawals" }).waitFor();
    await page.getByText("First call").waitFor();
    await expectAccessibleLayout(page);
    await page.keyboard.press("a");
    await page.getByText("Acknowledged. It is told to nobody any more.").waitFor();
    await page.getByText(/^Dara Kim, today/).waitFor();
    await page.getByRole("link", { name: "Acknowledged" }).click();
    await page.getByRole("button", { name: /An admin has paused withdrawals/ }).waitFor();
    await page.getByRole("link", { name: "Open", exact: true }).click();
    await page.getByText("No open incident").waitFor();
    expect(complaints).toEqual([]);
  });
});
