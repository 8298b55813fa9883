import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Browser, Page } from "playwright-core";
import { atRest } from "../test/at-rest.ts";
import { lacksBrowser, launchBrowser } from "../test/browser.ts";

setDefaultTimeout(600_000);

declare global {
  interface Window {
    /** Adds an element with a style of its own: a padding of 3 px, and of 7 px on a phone. */
    addStyled(): void;
  }
}

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1440, height: 900 };

const SCRIPT = `
  const { sheet } = document.head.appendChild(document.createElement("style"));
  const rules = new RuleSheet(sheet, "");
  window.addStyled = () => {
    const { length } = document.body.children;
    const name = "styled" + length;
    const style = "." + name + "{padding-left:3px;}@media (max-width: 639px){." + name + "{padding-left:7px;}}";
    rules.data = rules.data + style;
    document.body.appendChild(document.createElement("p")).className = name;
  };
`;

describe.skipIf(lacksBrowser())("the sheet of rules in a browser", () => {
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    const [built, started] = await Promise.all([
      Bun.build({ entrypoints: [`${import.meta.dir}/../ui/rule-sheet.ts`], format: "esm" }),
      launchBrowser(),
    ]);
    browser = started;
    page = await browser.newPage({ viewport: DESK });
    await page.addScriptTag({ type: "module", content: `${await built.outputs[0]?.text()}\n${SCRIPT}` });
    await page.waitForFunction(() => "addStyled" in window);
  });
  afterAll(() => browser?.close());

  /** The different paddings of the elements that are there, in the frame after the one that comes. */
  async function paddings(): Promise<string[]> {
    await atRest(page);
    return page.evaluate(() => [
      ...new Set([...document.querySelectorAll("p")].map((element) => getComputedStyle(element).paddingLeft)),
    ]);
  }

  test("styles that arrive while the window is resized leave no element the style of the width before", async () => {
    // Between frames as well: what the browser does with a style depends on when in a frame it comes.
    await page.evaluate(() => {
      const timer = setInterval(() => window.addStyled(), 1);
      addEventListener("enough", () => clearInterval(timer));
    });
    for (let round = 0; round < 6; round += 1) {
      await page.setViewportSize(PHONE);
      expect(await paddings()).toEqual(["7px"]);
      await page.setViewportSize(DESK);
      expect(await paddings()).toEqual(["3px"]);
    }
    await page.evaluate(() => dispatchEvent(new Event("enough")));
  });
});
