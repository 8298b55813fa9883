import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { readFileSync } from "node:fs";
import { strFromU8, unzipSync } from "fflate";
import type { Page } from "playwright-core";
import { nextMail } from "../../dev/test/test-mails.ts";
import { newTrader } from "../../dev/test/test-people.ts";
import { DESKTOP, expectAccessibleLayout, PHONE } from "../test/accessible-layout.ts";
import { collectComplaints, lacksBrowser } from "../test/browser.ts";
import { eventually } from "../test/eventually.ts";
import { setUpJourney } from "./set-up-journey.ts";
import { signedInBrowser } from "./trader-tab.ts";

setDefaultTimeout(600_000);

const SIZES = [DESKTOP, PHONE];

describe.skipIf(lacksBrowser())("a person's data, in a browser", () => {
  const journey = setUpJourney();

  const dialogIsGone = (page: Page) => page.getByRole("dialog").waitFor({ state: "detached" });

  test("the data is downloaded, and then the account is closed for good", async () => {
    const { stack, browser } = journey;
    const trader = await newTrader(stack);
    const context = await signedInBrowser(browser, stack, trader, { viewport: PHONE, reducedMotion: "reduce" });
    const page = await context.newPage();
    // Expected refusals: wrong passwords, and a balance request after the account was closed.
    const complaints = collectComplaints(page, /status of 40[01]|^balance not refreshed/);
    await page.goto(`${stack.origin}/settings`);
    await page.getByRole("tab", { name: "Privacy" }).click();
    await page.getByRole("button", { name: "Download my data" }).waitFor();
    await expectAccessibleLayout(page, SIZES);

    const download = async (format: "json" | "csv") => {
      await page.getByRole("button", { name: "Download my data" }).click();
      await page.getByLabel("Format").selectOption(format);
      await page.getByLabel("Password", { exact: true }).fill(trader.password);
      await expectAccessibleLayout(page, SIZES);
      const [file] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: "Download", exact: true }).click(),
      ]);
      await dialogIsGone(page);
      return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
    };
    const json = await download("json");
    expect(json.name).toBe("tonle-data.json");
    expect(JSON.parse(json.bytes.toString()).profile.email).toBe(trader.email);
    const csv = await download("csv");
    expect(csv.name).toBe("tonle-data.zip");
    expect(strFromU8(unzipSync(csv.bytes)["profile.csv"] ?? new Uint8Array())).toContain(trader.email);

    await page.getByRole("button", { name: "Close account" }).click();
    await page.getByLabel("Password", { exact: true }).fill("not my password");
    await page.getByRole("dialog").getByRole("button", { name: "Close account" }).click();
    await page.getByText("This is not your password").waitFor();
    await expectAccessibleLayout(page, SIZES);
    await page.getByLabel("Password", { exact: true }).fill(trader.password);
    await page.getByRole("dialog").getByRole("button", { name: "Close account" }).click();
    await page.getByText("Your account is closed. An e-mail confirms it.").waitFor();
    await eventually(() => expect(new URL(page.url()).pathname).toBe("/"));
    expect((await nextMail(stack, trader.email)).subject).toBe("Your Tonle account is closed");

    await page.goto(`${stack.origin}/login`);
    await page.getByLabel("E-mail").fill(trader.email);
    await page.getByLabel("Password", { exact: true }).fill(trader.password);
    await page.getByRole("button", { name: "Log in" }).click();
    await page.getByText("Invalid email or password").waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });
});
