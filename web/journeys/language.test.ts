import { describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Page } from "playwright-core";
import { newTrader } from "../../dev/test/test-people.ts";
import { expectAccessibleLayout } from "../test/accessible-layout.ts";
import { eventually } from "../test/eventually.ts";
import { setUpJourney } from "./set-up-journey.ts";

setDefaultTimeout(600_000);

const journey = setUpJourney();

const languageOf = (page: Page) => page.locator("html").getAttribute("lang");

describe("the language", () => {
  test("that is chosen on a public page is kept through the log-in, and the settings change it", async () => {
    const person = await newTrader(journey.stack);
    const context = await journey.browser.newContext({ locale: "en-US", viewport: { width: 360, height: 740 } });
    const page = await context.newPage();
    await page.goto(`${journey.stack.origin}/terms`);
    await eventually(async () => expect(await languageOf(page)).toBe("en"));
    // The name of Khmer has letters of its own, or those of a font that the system has.
    await eventually(async () => expect(await loadedFonts(page)).toContain("Khmer"));
    await page.locator('a[lang="km"]').click();
    await page.waitForURL("**/km/terms");
    await eventually(async () => expect(await languageOf(page)).toBe("km"));

    await page.goto(`${journey.stack.origin}/login`);
    await page.locator('input[type="email"]').fill(person.email);
    await page.locator('input[type="password"]').fill("not the right one");
    await page.locator('button[type="submit"]').click();
    // The API answers in the language of the page.
    await page.getByText("អ៊ីមែល ឬពាក្យសម្ងាត់មិនត្រឹមត្រូវ").waitFor();
    await page.locator('input[type="password"]').fill(person.password);
    await page.locator('button[type="submit"]').click();
    await page.waitForURL("**/dashboard");
    await page.getByRole("link", { name: /គណនី/ }).first().waitFor();
    await eventually(async () => expect(await languageOf(page)).toBe("km"));

    await eventually(async () => expect(await loadedFonts(page)).toContain("Noto Sans Khmer"));
    await eventually(async () => expect(await spacedOrSlanted(page)).toEqual([]));
    await expectAccessibleLayout(page);

    // Another browser of the same account, which says nothing about a language, is in Khmer too.
    const other = await journey.browser.newContext({ locale: "en-US" });
    const otherPage = await other.newPage();
    await otherPage.goto(`${journey.stack.origin}/login`);
    await eventually(async () => expect(await languageOf(otherPage)).toBe("en"));
    await otherPage.locator('input[type="email"]').fill(person.email);
    await otherPage.locator('input[type="password"]').fill(person.password);
    await otherPage.locator('button[type="submit"]').click();
    await otherPage.waitForURL("**/dashboard");
    await eventually(async () => expect(await languageOf(otherPage)).toBe("km"));
    await otherPage.goto(`${journey.stack.origin}/settings?tab=appearance`);
    await eventually(async () => expect(await languageOf(otherPage)).toBe("km"));
    await otherPage.getByRole("radio", { name: "English" }).click();
    await otherPage.locator('html[lang="en"]').waitFor({ state: "attached" });
    await otherPage.getByRole("link", { name: "Dashboard" }).first().waitFor();
    await Promise.all([context.close(), other.close()]);
  });
});

/** The families of the fonts that a page has loaded. */
function loadedFonts(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    await document.fonts.ready;
    return [...document.fonts]
      .filter(({ status }) => status === "loaded")
      .map(({ family }) => family.replaceAll('"', ""));
  });
}

/** Elements with Khmer text of their own whose letters are spaced or slanted. */
function spacedOrSlanted(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("body *")]
      .filter((element) =>
        [...element.childNodes].some(
          (node) => node.nodeType === Node.TEXT_NODE && /[\u1780-\u17FF]/.test(node.textContent ?? ""),
        ),
      )
      .filter((element) => {
        const { letterSpacing, fontStyle } = getComputedStyle(element);
        return !/^(?:normal|0px)$/.test(letterSpacing) || fontStyle !== "normal";
      })
      .map((element) => element.textContent ?? ""),
  );
}
