import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { readFile } from "node:fs/promises";
import type { Browser, Page } from "playwright-core";
import type { QrImage, saveQrImage } from "../deposits/save-qr-image.ts";
import { lacksBrowser, launchBrowser } from "../test/browser.ts";
import { eventually } from "../test/eventually.ts";

setDefaultTimeout(600_000);

declare global {
  interface Window {
    save: typeof saveQrImage;
  }
}

const IMAGE: QrImage = { qrString: "00020101021229370016A000", merchant: "Shop", amountUsd: 25, billNumber: "B-1" };
const FONT = Bun.fileURLToPath(import.meta.resolve("@fontsource-variable/inter/files/inter-latin-wght-normal.woff2"));

describe.skipIf(lacksBrowser())("the saved image of a payment code", () => {
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    const [built, font, started] = await Promise.all([
      Bun.build({ entrypoints: [`${import.meta.dir}/../deposits/save-qr-image.ts`], format: "esm" }),
      readFile(FONT, "base64"),
      launchBrowser(),
    ]);
    browser = started;
    page = await browser.newPage();
    await page.setContent(
      `<style>@font-face { font-family: Inter; font-weight: 100 900; src: url(data:font/woff2;base64,${font}) }</style>`,
    );
    const script = `${await built.outputs[0]?.text()}\nwindow.save = saveQrImage;`;
    await page.addScriptTag({ type: "module", content: script });
    await page.waitForFunction(() => "save" in window);
    await page.evaluate(() => document.fonts.load("13px Inter"));
  });
  afterAll(() => browser?.close());

  async function pictureOf(merchant: string): Promise<Buffer> {
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.evaluate((image) => window.save(image), { ...IMAGE, merchant }),
    ]);
    return readFile(await download.path());
  }

  test("draws the characters of the merchant's name without ligatures", async () => {
    const [letter, sign] = [await pictureOf("Shop 12x34"), await pictureOf("Shop 12×34")];
    expect(letter.equals(sign)).toBe(false);
    await eventually(async () => expect((await pictureOf("Shop 12x34")).equals(letter)).toBe(true));
  });
});
