import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Browser, Page } from "playwright-core";
import { atRest } from "../test/at-rest.ts";
import { lacksBrowser, launchBrowser } from "../test/browser.ts";
import { eventually } from "../test/eventually.ts";

setDefaultTimeout(600_000);

declare global {
  interface Window {
    /** Adds an element with its own style: a padding of 3 px, and of 7 px on a phone. */
    addStyled(): void;
  }
}

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1440, height: 900 };

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
    page = await browser.newPage({ viewport: DESKTOP });
    await page.addScriptTag({ type: "module", content: `${await built.outputs[0]?.text()}\n${SCRIPT}` });
    await page.waitForFunction(() => "addStyled" in window);
  });
  afterAll(() => browser?.close());

  /** The distinct paddings of the added elements, measured after the next frame. */
  async function paddings(): Promise<string[]> {
    await atRest(page);
    return page.evaluate(() => [
      ...new Set([...document.querySelectorAll("p")].map((element) => getComputedStyle(element).paddingLeft)),
    ]);
  }

  test("styles added while the window is resized never keep the previous width's rules", async () => {
    // Also between frames: the effect of a style depends on when in a frame it is added.
    await page.evaluate(() => {
      const timer = setInterval(() => window.addStyled(), 1);
      addEventListener("enough", () => clearInterval(timer));
    });
    for (let round = 0; round < 6; round += 1) {
      await page.setViewportSize(PHONE);
      await eventually(async () => expect(await paddings()).toEqual(["7px"]));
      await page.setViewportSize(DESKTOP);
      await eventually(async () => expect(await paddings()).toEqual(["3px"]));
    }
    await page.evaluate(() => dispatchEvent(new Event("enough")));
  });
});
