import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { creditTrader, databaseOf } from "../../dev/test/test-money.ts";
import { type Admin, newAdmin, newTrader } from "../../dev/test/test-people.ts";
import { approve, complete, fundedTrader, requestWithdrawal } from "../../dev/test/test-withdrawals.ts";
import { dayAt, dayOfIsoDate, dayStartMs, isoDate } from "../../worker/contract/trade-calendar.ts";
import { monthAt, monthsFrom } from "../../worker/month-close/month-rules.ts";
import { ROUTE } from "../state/routes.ts";
import { expectAccessibleLayout } from "../test/accessible-layout.ts";
import { lacksBrowser } from "../test/browser.ts";
import { eventually } from "../test/eventually.ts";
import { setUpJourney } from "./set-up-journey.ts";
import { signedInBrowser } from "./trader-tab.ts";

setDefaultTimeout(600_000);

const ZONE = "Asia/Phnom_Penh";

describe.skipIf(lacksBrowser())("money that comes back", () => {
  const journey = setUpJourney();

  test("a payout that the bank returned is proposed from its request, posted by another operator, and its trader sees it", async () => {
    const { stack, browser } = journey;
    const [first, second] = await Promise.all([newAdmin(stack), newAdmin(stack, "Maly")]);
    const trader = await fundedTrader(stack, 500);
    const { withdrawal } = await requestWithdrawal(trader, 60);
    await approve(first, withdrawal._id);
    await complete(second, withdrawal._id);
    const openAs = async (who: Admin | typeof trader, at: string) => {
      const context = await signedInBrowser(browser, stack, who);
      const page = await context.newPage();
      await page.goto(stack.origin + at);
      return page;
    };

    const proposer = await openAs(first, `${ROUTE.adminWithdrawals}?status=completed&item=${withdrawal._id}`);
    await proposer.getByRole("link", { name: "The bank returned it" }).click();
    const dialog = proposer.getByRole("dialog", { name: "Payout returned" });
    await dialog.getByText("every entry is shown here before").waitFor();
    await dialog.getByLabel("Reference of the bank").fill("RT 4711");
    const planned = dialog.getByRole("row", { name: /Balance \+\$60\.00 \$440\.00 \$500\.00/ });
    await planned.waitFor();
    // Without a reason nothing is sent, and what is typed stays.
    await dialog.getByRole("button", { name: "Propose" }).click();
    await dialog.getByText("Say why", { exact: true }).waitFor();
    // The browser's Back does what Esc does: it asks, and leaves dialog and page as they are.
    const { href } = new URL(proposer.url());
    await proposer.evaluate(() => window.history.back());
    const leaving = proposer.getByRole("alertdialog", { name: "Discard what you typed?" });
    await leaving.getByRole("button", { name: "Keep it" }).click();
    await planned.waitFor();
    await eventually(async () => expect(proposer.url()).toBe(href));
    await dialog.getByLabel("Reason").fill("The account is closed");
    await dialog.getByRole("button", { name: "Propose" }).click();
    await proposer.getByText("Proposed. Another operator posts it.").waitFor();
    await proposer.getByText("You proposed this. Another operator has to post it.").waitFor();

    const poster = await openAs(second, `${ROUTE.adminLedger}?view=books`);
    await poster.getByRole("row", { name: /Balance \+\$60\.00 \$440\.00 \$500\.00/ }).waitFor();
    // What the trader does meanwhile changes what it would write.
    expect((await requestWithdrawal(trader, 100)).withdrawal.status).toBe("pending");
    await poster.keyboard.press("a");
    const posting = poster.getByRole("dialog", { name: "Payout returned" });
    await posting.getByRole("row", { name: /Balance \+\$60\.00 \$340\.00 \$400\.00/ }).waitFor();
    await posting.getByRole("button", { name: "Post: Payout returned" }).click();
    await poster.getByText("Posted by", { exact: true }).waitFor();

    const history = await openAs(trader, ROUTE.accountHistory);
    await history.getByText("Returned", { exact: true }).first().waitFor();
    const { user } = (await trader.get("/api/user/profile")).body;
    expect([user.balance, user.totalWithdrawals]).toEqual([400, 0]);
  });

  test("a day of the bank is reconciled: a payment becomes an exception, a fee is booked, a line is linked, and nothing is unexplained", async () => {
    const { stack, browser } = journey;
    // The day of the statement, before anything of it is posted.
    const day = isoDate(dayAt(Date.now(), "Asia/Phnom_Penh"));
    const [first, second] = await Promise.all([newAdmin(stack), newAdmin(stack, "Maly")]);
    const trader = await fundedTrader(stack, 512);
    const account = `aba-${crypto.randomUUID().slice(0, 8)}`;
    await first.post("/api/admin/books/bank-accounts", { id: account, name: "ABA Bank", currency: "USD" });
    const at = `${ROUTE.adminReconciliation}?day=${day}`;
    const openAs = async (who: Admin, path: string) => {
      const page = await (await signedInBrowser(browser, stack, who)).newPage();
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto(stack.origin + path);
      return page;
    };
    const page = await openAs(first, at);
    await page.getByRole("button", { name: /^Import [A-Z][a-z]{2} \d/ }).click();
    const [payment, unknown, fee] = ["FT100", "FT200", "FT300"].map((id) => `${id}${account.slice(4)}`);
    const [year, month, date] = day.split("-");
    const line = (id: string, out: string, into: string, payer: string, balance: string) =>
      `${date}/${month}/${year},00:01,${id},,${payer},,,${out},${into},USD,${balance}`;
    const statement = [
      `Account number,${account}`,
      "Currency,USD",
      "Opening balance,0.00",
      "Date,Time,Transaction ID,Reference,Counterparty,Counterparty account,Remark,Money out,Money in,CCY,Balance",
      line(payment ?? "", "", "512.00", "CHAN SOKHA", "512.00"),
      line(unknown ?? "", "", "150.00", "PHAN SREYLEAK", "662.00"),
      line(fee ?? "", "17.50", "", "", "644.50"),
    ].join("\n");
    const importing = page.getByRole("dialog", { name: "Import statement" });
    const file = (text: string) => ({ name: "day.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
    await importing.getByLabel("Bank account").selectOption(account);
    await importing.getByLabel("Account number").fill(account);
    await importing.locator("input[type=file]").setInputFiles(file(statement.replace("644.50", "644.40")));
    await importing.getByRole("button", { name: "Import", exact: true }).click();
    await importing.getByText(/Line 7 says a balance of/).waitFor();
    await importing.locator("input[type=file]").setInputFiles(file(statement));
    await importing.getByRole("button", { name: "Import", exact: true }).click();
    const imported = page.getByRole("dialog", { name: "Statement imported" });
    await imported.getByRole("button", { name: /^Show / }).click();

    // The payment without a code becomes an exception of its trader.
    await page.getByRole("button", { name: /PHAN SREYLEAK/ }).click();
    const pane = page.getByRole("complementary");
    await pane.getByRole("button", { name: "Another trader" }).click();
    await pane.getByRole("combobox").fill(trader.email);
    await page.getByRole("option").first().click();
    await pane.getByRole("button", { name: "Make exception, $150.00" }).click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /^Make an exception/ })
      .click();
    await page.getByText("It is an exception now").waitFor();

    // The other one is linked by hand, with its key.
    await page.getByRole("button", { name: /CHAN SOKHA/ }).click();
    await pane.getByText("CHAN SOKHA").waitFor();
    await page.keyboard.press("l");
    const linking = page.getByRole("dialog", { name: "Link +$512.00" });
    await linking.getByRole("checkbox", { name: /\$512\.00/ }).check();
    await linking.getByLabel("Reason").fill("The client sent the receipt");
    await linking.getByRole("button", { name: "Link by hand" }).click();
    await page.getByText("Linked", { exact: true }).waitFor();

    // The fee is proposed from its hole, posted by another operator, and matched to its line.
    await page.getByRole("link", { name: "Book as fee" }).first().click();
    const proposing = page.getByRole("dialog", { name: "Fee" });
    await proposing.getByLabel("Reason").fill("Account fee");
    await proposing.getByRole("button", { name: "Propose" }).click();
    await page.getByText("Proposed. Another operator posts it.").waitFor();
    const { acts } = (await first.get("/api/admin/books/acts")).body;
    const poster = await openAs(second, `${ROUTE.adminLedger}?view=books&item=${acts[0]._id}`);
    await poster.getByRole("button", { name: /Post: Fee/ }).click();
    await poster.getByRole("dialog", { name: "Fee" }).getByRole("button", { name: "Post: Fee" }).click();
    await poster.getByText("Posted by", { exact: true }).waitFor();
    await page.goto(stack.origin + at);
    await page.getByRole("button", { name: "Match again" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Match again" }).click();
    await page.getByText("1 line matched").waitFor();
    const position = (await first.get(`/api/admin/statements/days/${day}`)).body;
    expect([position.position.notExplained, position.counts.openLines]).toEqual([0, 0]);
    await page.getByText("All of it is explained").waitFor({ state: "attached" });
    await expectAccessibleLayout(page);
  });

  test("a month is closed by two: what holds it is named and made good, it is sealed with its digest, and a later line is found for it", async () => {
    const { stack, browser } = journey;
    const [first, second, owner] = await Promise.all([
      newAdmin(stack),
      newAdmin(stack, "Maly"),
      newAdmin(stack, "Owner", ["owner"]),
    ]);
    const trader = await newTrader(stack);
    // Long before anything else of the stack, whose transfers are of now.
    const month = monthsFrom(monthAt(Date.now(), ZONE), -30);
    const end = isoDate(dayOfIsoDate(`${monthsFrom(month, 1)}-01`) - 1);
    const inMonth = (date: string) => `${month}-${date}`;
    const name = (format: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat("en", { timeZone: "UTC", ...format }).format(Date.parse(`${month}-15`));
    const [long, word, short] = [
      name({ month: "long", year: "numeric" }),
      name({ month: "long" }),
      name({ month: "short" }),
    ];
    await creditTrader(
      databaseOf(stack),
      trader.userId,
      500,
      dayStartMs(dayOfIsoDate(inMonth("10")), ZONE) + 3_600_000,
    );
    const account = `aba-${crypto.randomUUID().slice(0, 8)}`;
    await first.post("/api/admin/books/bank-accounts", { id: account, name: "ABA Bank", currency: "USD" });
    const statement = (opening: string, ...rows: [date: string, payer: string, sum: string, balance: string][]) =>
      [
        `Account number,${account}`,
        `Opening balance,${opening}`,
        "Date,Time,Transaction ID,Reference,Counterparty,Counterparty account,Remark,Money out,Money in,CCY,Balance",
        ...rows.map(([date, payer, sum, balance]) => {
          const day = inMonth(date).split("-").toReversed().join("/");
          return `${day},10:00,FT${date}${account.slice(4)},,${payer},,,,${sum},USD,${balance}`;
        }),
      ].join("\n");
    const send = (text: string) => {
      const file = Buffer.from(text).toString("base64");
      const body = { account, accountNumber: account, profile: "aba", fileName: "month.csv", file };
      return first.post("/api/admin/statements", body);
    };
    expect((await send(statement("0", ["10", "CHAN SOKHA", "500.00", "500.00"]))).status).toBe(200);
    const openAs = async (who: Admin, path: string) => {
      const page = await (await signedInBrowser(browser, stack, who)).newPage();
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto(stack.origin + path);
      return page;
    };

    // Something is open and days lack their statement: the close says so, and leads there.
    const page = await openAs(first, `${ROUTE.adminReconciliation}?day=${inMonth("10")}`);
    await page.getByRole("button", { name: "2 open items hold the close" }).waitFor();
    await page.getByRole("button", { name: `Close ${word}` }).click();
    const held = page.getByRole("dialog", { name: "What holds the close" });
    await held.getByText(`ABA Bank (${account}) has no statement of ${short} 11, ${month.slice(0, 4)} to`).waitFor();
    await held.getByRole("link", { name: "Import statement" }).click();
    const importing = page.getByRole("dialog", { name: "Import statement" });
    // Nothing moved on the rest of the days: the file has no line, and says so only with its days.
    const rest = { name: "rest.csv", mimeType: "text/csv", buffer: Buffer.from(statement("500.00")) };
    await importing.locator("input[type=file]").setInputFiles(rest);
    await importing.getByRole("button", { name: "Import", exact: true }).click();
    await importing.getByText(/This statement has no lines/).waitFor();
    await importing.getByLabel("From").fill(inMonth("11"));
    await importing.getByLabel("To", { exact: true }).fill(end);
    await importing.getByRole("button", { name: "Import", exact: true }).click();
    await page
      .getByRole("dialog", { name: "Statement imported" })
      .getByRole("button", { name: /^Show / })
      .click();
    const squares = page.getByRole("list", { name: "Days of the month" });
    await squares.getByRole("link", { name: `${short} ${Number(end.slice(8))}, done` }).waitFor();

    await page.getByRole("button", { name: `Close ${word}` }).click();
    await held
      .getByRole("link", { name: `Show ${short} 10` })
      .first()
      .click();
    await page.getByRole("button", { name: /CHAN SOKHA/ }).click();
    await page.getByRole("complementary").getByText("CHAN SOKHA").waitFor();
    await page.keyboard.press("l");
    const linking = page.getByRole("dialog", { name: "Link +$500.00" });
    await linking.getByRole("checkbox", { name: /\$500\.00/ }).check();
    await linking.getByLabel("Reason").fill("The client sent the receipt");
    await linking.getByRole("button", { name: "Link by hand" }).click();
    await page.getByText("Linked", { exact: true }).waitFor();
    await squares.getByRole("link", { name: `${short} 10, done` }).waitFor();

    await page.getByRole("button", { name: `Close ${word}` }).click();
    const preparing = page.getByRole("dialog", { name: `Prepare ${long}` });
    await preparing.getByText("$500.00").first().waitFor();
    await preparing.getByRole("button", { name: "Prepare" }).click();
    await page.getByText(`${long} is prepared. Another operator seals it.`).waitFor();

    const sealer = await openAs(second, `${ROUTE.adminReconciliation}?day=${inMonth("10")}`);
    await sealer.getByRole("button", { name: `Seal ${word}` }).click();
    const sealing = sealer.getByRole("dialog", { name: `Seal ${long}` });
    await sealing.getByRole("button", { name: `Seal ${long}` }).click();
    await sealer.getByText(/^Sealed /).waitFor();
    const { digest } = (await first.get(`/api/admin/months/${month}`)).body;
    await sealer.getByText(digest.slice(0, 8)).waitFor();
    await expectAccessibleLayout(sealer);

    // Its report on screen, on paper and as a file, and the audit log, have one digest.
    await sealer.getByRole("link", { name: "Report" }).click();
    await sealer.getByText(`SHA-256 ${digest}`).waitFor();
    await expectAccessibleLayout(sealer);
    await sealer.emulateMedia({ media: "print" });
    await sealer.getByRole("button", { name: "Print" }).waitFor({ state: "hidden" });
    await sealer.getByRole("heading", { name: `Report of the month, ${long}` }).waitFor();
    await sealer.emulateMedia({ media: "screen" });
    await sealer.getByRole("button", { name: "Download CSV" }).click();
    const exporting = sealer.getByRole("dialog");
    await exporting.getByLabel("Reason").fill("The auditor");
    const download = sealer.waitForEvent("download");
    await exporting.getByRole("button", { name: "Download" }).click();
    expect(await Bun.file(await (await download).path()).text()).toContain(`SHA-256 ${digest}`);
    const { entries } = (await owner.get("/api/admin/audit?action=month.sealed&limit=1")).body;
    expect(entries).toMatchObject([{ subject: `book:${month}`, who: { id: second.userId }, detail: { digest } }]);

    // A line that the bank brings later is an item of now, and says of which month it is.
    const late = statement("0", ["10", "CHAN SOKHA", "500.00", "500.00"], ["20", "PHAN SREYLEAK", "75.00", "575.00"]);
    expect((await send(late)).body).toMatchObject({ imported: 1, known: 1 });
    await page.goto(`${stack.origin}${ROUTE.adminReconciliation}?day=${inMonth("20")}`);
    await page.getByRole("button", { name: /PHAN SREYLEAK/ }).click();
    await page.getByRole("complementary").getByText("About the month").waitFor();
    await page.getByRole("complementary").getByText(long, { exact: true }).waitFor();
    expect((await first.get(`/api/admin/months/${month}`)).body).toMatchObject({ digest, close: { isIntact: true } });
  });
});
