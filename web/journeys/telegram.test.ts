import { describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Page } from "playwright-core";
import { newTrader } from "../../dev/test/test-people.ts";
import {
  botMessagesTo,
  newTelegramPerson,
  nextBotMessage,
  openLink,
  writeToBot,
} from "../../dev/test/test-telegram.ts";
import { settingsPath } from "../../worker/contract/addresses.ts";
import { DESKTOP, expectAccessibleLayout, PHONE } from "../test/accessible-layout.ts";
import { lacksBrowser } from "../test/browser.ts";
import { eventually } from "../test/eventually.ts";
import { setUpJourney } from "./set-up-journey.ts";
import { openAs } from "./trader-tab.ts";

setDefaultTimeout(600_000);

describe.skipIf(lacksBrowser())("Telegram", () => {
  const journey = setUpJourney();

  const rowOf = (page: Page) => page.locator('li[data-channel="telegram"]');

  /** Makes a link on the page. @returns its address, which stands in the QR code too */
  async function makeLink(page: Page): Promise<string> {
    await rowOf(page).getByRole("button", { name: "Link", exact: true }).click();
    const open = page.getByRole("link", { name: "Open Telegram" });
    await open.waitFor();
    return (await open.getAttribute("href")) ?? "";
  }

  test("is linked by one press in Telegram and one on the page, for all devices, and unlinked again", async () => {
    const { stack, browser } = journey;
    const trader = await newTrader(stack);
    const page = await openAs(browser, stack, trader, "/notifications", { viewport: DESKTOP });
    // On phones it is behind the gear.
    const phone = await openAs(browser, stack, trader, settingsPath("notifications"), {
      viewport: PHONE,
      hasTouch: true,
    });
    const stranger = await newTelegramPerson(stack, { firstName: "Rith" });
    const own = await newTelegramPerson(stack, { firstName: "Dara" });
    await rowOf(page).getByText("Not linked").waitFor();

    // Whoever opens somebody else's link is named, and refused.
    const stolen = await makeLink(page);
    await rowOf(page)
      .getByText(/^Waits for Telegram, \d+:\d\d$/)
      .first()
      .waitFor();
    await expectAccessibleLayout(page);
    await openLink(stack, stranger, stolen);
    await rowOf(page).getByText(`@${stranger.username} has opened your link. Is it you?`).waitFor();
    await rowOf(page).getByRole("button", { name: "Not me" }).click();
    await rowOf(page).getByText("Not linked").waitFor();
    expect((await botMessagesTo(stack, stranger)).map(({ text }) => text)).toEqual([
      expect.stringContaining("Go back to Tonle and confirm there"),
    ]);

    await openLink(stack, own, await makeLink(page));
    const isItYou = `@${own.username} has opened your link. Is it you?`;
    await rowOf(page).getByText(isItYou).waitFor();
    await expectAccessibleLayout(page);
    // Any of the person's devices may confirm.
    await rowOf(phone).getByText(isItYou).waitFor();
    await expectAccessibleLayout(phone, [PHONE]);
    await rowOf(phone).getByRole("button", { name: "Yes, link" }).click();
    for (const each of [page, phone]) await rowOf(each).getByText(`@${own.username}, since`).waitFor();
    const [confirm] = await botMessagesTo(stack, own);
    expect(await nextBotMessage(stack, own, confirm?.at)).toMatchObject({
      text: expect.stringContaining("This chat now gets the notifications of your Tonle account"),
    });

    await rowOf(page).getByRole("button", { name: "Test", exact: true }).click();
    await rowOf(page)
      .getByText(/^Test delivered in/)
      .waitFor();
    // Telegram refuses a button to an address of this machine: the link stands in the text.
    await eventually(async () =>
      expect((await botMessagesTo(stack, own)).at(-1)?.text).toContain(stack.origin + settingsPath("notifications")),
    );

    await rowOf(page).getByRole("switch", { name: "Sums of money in Telegram" }).click();
    await eventually(async () =>
      expect((await trader.get("/api/notifications/channels")).body.telegram.link.showsSums).toBe(true),
    );

    await rowOf(page).getByRole("button", { name: "More about Telegram" }).click();
    await page.getByRole("menuitem", { name: "Unlink" }).click();
    await page.getByText("Telegram is unlinked").waitFor();
    await rowOf(page).getByText("Not linked").waitFor();
    await rowOf(phone).getByText("Not linked").waitFor();
    await eventually(async () =>
      expect((await botMessagesTo(stack, own)).at(-1)?.text).toContain("Nothing more is sent here"),
    );
    await page.context().close();
    await phone.context().close();
  });

  test("is unlinked by /stop in the chat, and a used link links nobody", async () => {
    const { stack, browser } = journey;
    const trader = await newTrader(stack);
    const page = await openAs(browser, stack, trader, "/notifications", { viewport: DESKTOP });
    const own = await newTelegramPerson(stack);
    const link = await makeLink(page);
    await openLink(stack, own, link);
    await rowOf(page).getByRole("button", { name: "Yes, link" }).click();
    await rowOf(page).getByText(`@${own.username}, since`).waitFor();

    const late = await newTelegramPerson(stack);
    await openLink(stack, late, link);
    expect((await nextBotMessage(stack, late)).text).toContain("This link does not work");

    await writeToBot(stack, own, "/stop");
    await rowOf(page).getByText("Not linked").waitFor();
    await eventually(async () =>
      expect((await botMessagesTo(stack, own)).at(-1)?.text).toContain("Nothing more is sent here"),
    );
    await page.context().close();
  });
});
