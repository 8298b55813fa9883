import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { crc32, deflateSync } from "node:zlib";
import type { Page } from "playwright-core";
import { SAMPLE_IMAGES } from "../../dev/sample-images.ts";
import { SeededChance } from "../../dev/seeded-chance.ts";
import { khqrPicture } from "../../dev/test/khqr-picture.ts";
import { makeLogInOld, newTrader, type Trader } from "../../dev/test/test-people.ts";
import { expectAccessibleLayout } from "../test/accessible-layout.ts";
import { boxAtRest } from "../test/at-rest.ts";
import { collectComplaints, lacksBrowser } from "../test/browser.ts";
import { eventually } from "../test/eventually.ts";
import { setUpJourney } from "./set-up-journey.ts";
import { openAs } from "./trader-tab.ts";

setDefaultTimeout(600_000);

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, reducedMotion: "reduce" } as const;

describe.skipIf(lacksBrowser())("payment methods, in a browser", () => {
  const journey = setUpJourney();
  let trader: Trader;
  /** The trader's profile, on a phone. */
  let page: Page;
  beforeAll(async () => {
    const { stack, browser } = journey;
    trader = await newTrader(stack);
    page = await openAs(browser, stack, trader, "/profile", PHONE);
  }, 600_000);

  test("a photograph is sent without its metadata, and can be zoomed", async () => {
    const complaints = collectComplaints(page, /status of 500/);
    await page.getByRole("button", { name: "Edit", exact: true }).click();

    // The file has an EXIF rotation and a location.
    const buffer = Buffer.from(SAMPLE_IMAGES.jpeg);
    await page.getByLabel(/^QR-code image/).setInputFiles({ name: "photo.jpg", mimeType: "image/jpeg", buffer });
    await page.getByText("photo.jpg").waitFor();
    await page.getByLabel("Bank Name").fill("ABA Bank");
    await page.getByLabel("Account Number").fill("000 481 726");
    await expectAccessibleLayout(page);
    const preview = await page.locator('img[src^="data:"]').getAttribute("src");
    const drawn = Buffer.from(preview?.split(",")[1] ?? "", "base64").toString("latin1");
    expect(drawn).toContain("JFIF");
    expect(drawn).not.toMatch(/secret|Exif|Maker/);
    const save = page.getByRole("button", { name: "Save", exact: true });
    const refused = { success: false, message: "It failed", code: "internal" };
    await page.route("**/api/user/payment-methods", (route) => route.fulfill({ status: 500, json: refused }), {
      times: 1,
    });
    // Below the header, where toasts stand.
    await save.evaluate((button) => scrollBy(0, button.getBoundingClientRect().top - 76));
    await save.click();
    const [failure, button] = [
      await boxAtRest(page.getByText("Failed to update payment methods")),
      await boxAtRest(save),
    ];
    expect(failure.y).toBeGreaterThan(button.y + button.height);
    await save.click();
    const toast = page.getByText("Payment methods updated successfully!");
    await toast.waitFor();
    // A click goes through it, to what is next: at a computer to Edit.
    await eventually(async () => expect(await toast.evaluate(isHit)).toBe(false));
    await eventually(async () => expect(await page.getByText("Active", { exact: true }).count()).toBe(2));
    await expectAccessibleLayout(page);

    await page.getByRole("button", { name: "Enlarge: Your KHQR code" }).click();
    const picture = page.getByRole("dialog").getByRole("img", { name: "Your KHQR code" });
    // 20 by 16, turned upright according to its EXIF rotation, at twice its size.
    await page.waitForFunction(() => document.querySelector("[role=dialog] img")?.getAttribute("width"));
    await eventually(async () =>
      expect(await picture.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight])).toEqual([
        16, 20,
      ]),
    );
    await untilBox(page, { width: 32, height: 40 });
    await page.keyboard.press("r");
    await untilBox(page, { width: 40, height: 32 });
    await expectAccessibleLayout(page);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download as .jpg" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("khqr-code.jpg");
    await page.getByRole("button", { name: "Close" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect(complaints).toEqual([]);
  });

  test("a trader with an old log-in confirms their identity first, with the keyboard alone", async () => {
    // The save is refused without a recent confirmation, which renews the cookie: a balance request with the old cookie
    // is repeated.
    const complaints = collectComplaints(page, /status of 40[013]|balance not refreshed/);
    await makeLogInOld(journey.stack, trader);
    await page.getByRole("button", { name: "Edit", exact: true }).focus();
    await page.keyboard.press("Enter");
    // The largest allowed file: the refusal arrives before its body was read.
    const large = noise(1_200);
    await page.getByLabel(/^QR-code image/).setInputFiles({ name: "large.png", mimeType: "image/png", buffer: large });
    await page.getByText("large.png").waitFor();
    await page.getByLabel("Bank Name").fill("ACLEDA Bank");
    await page.getByLabel("Account Number").fill("000 481 727");
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Confirm that it is you" });
    await dialog.waitFor();
    await expectAccessibleLayout(page);
    await page.keyboard.type("not the password");
    await page.keyboard.press("Enter");
    await dialog.getByText("This is not your password").waitFor();
    await dialog.getByLabel("Password", { exact: true }).fill(trader.password);
    await page.keyboard.press("Enter");
    await page.getByText("Payment methods updated successfully!").waitFor();
    await page.getByText("ACLEDA Bank", { exact: true }).waitFor();
    await eventually(async () => expect(await page.getByText("Active", { exact: true }).count()).toBe(2));
    expect(complaints).toEqual([]);
  });

  test("at a computer a larger image is zoomed with the wheel and moved by dragging", async () => {
    await page.context().close();
    // The confirmation has renewed the cookie of the phone's browser.
    const person = await newTrader(journey.stack);
    const desktop = { viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" } as const;
    page = await openAs(journey.browser, journey.stack, person, "/profile", desktop);
    await page.getByRole("button", { name: "Edit", exact: true }).click();
    const large = await page.screenshot();
    await page.getByLabel(/^QR-code image/).setInputFiles({ name: "large.png", mimeType: "image/png", buffer: large });
    await page.getByText("large.png").waitFor();
    // No code is in it: its name is left to the trader. One that is a code fills it in.
    await page.getByText("The name in this code could not be read.").waitFor();
    const owner = page.getByLabel("Name of the code's owner");
    await eventually(async () => expect(await owner.inputValue()).toBe(""));
    const code = { name: "code.png", mimeType: "image/png", buffer: khqrPicture("KEO BOPHA") };
    await page.getByLabel(/^QR-code image/).setInputFiles(code);
    await page.getByText("Read in the code: KEO BOPHA").waitFor();
    await eventually(async () => expect(await owner.inputValue()).toBe("KEO BOPHA"));
    await page.getByLabel(/^QR-code image/).setInputFiles({ name: "large.png", mimeType: "image/png", buffer: large });
    await page.getByText("large.png").waitFor();
    await eventually(async () => expect(await owner.inputValue()).toBe(""));
    await page.getByRole("button", { name: "Enlarge: Your KHQR code" }).click();
    const picture = page.getByRole("dialog").getByRole("img", { name: "Your KHQR code" });
    await page.waitForFunction(() => document.querySelector("[role=dialog] img")?.getAttribute("width"));
    const whole = await boxAtRest(picture);
    await page.mouse.move(720, 450);
    for (let i = 0; i < 4; i += 1) await page.mouse.wheel(0, -60);
    await page.getByText("200%").waitFor();
    await untilBox(page, { width: whole.width * 2, height: whole.height * 2 });
    const zoomed = await boxAtRest(picture);
    await page.mouse.down();
    await page.mouse.move(820, 480, { steps: 4 });
    await page.mouse.up();
    await untilBox(page, { x: zoomed.x + 100, y: zoomed.y + 30 });
    // Esc closes only the viewer: the image chosen in the form behind it stays.
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.getByText("large.png").waitFor();
    await page.context().close();
  });
});

/** A square image that does not compress, the same each time. @param side in pixels */
function noise(side: number): Buffer {
  const chance = new SeededChance(7);
  const row = () => [0, ...Array.from({ length: side * 3 }, () => Math.floor(chance.next() * 256))];
  const pixels = deflateSync(Buffer.concat(Array.from({ length: side }, () => Buffer.from(row()))), { level: 1 });
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  // Eight bits each of red, green and blue.
  head.set([8, 2], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk("IHDR", head), chunk("IDAT", pixels), chunk("IEND", Buffer.alloc(0))]);
}

/** Waits until the image in the viewer has this box. */
async function untilBox(page: Page, expected: Partial<Record<"x" | "y" | "width" | "height", number>>): Promise<void> {
  await page.waitForFunction((expected) => {
    const box = document.querySelector("[role=dialog] img")?.getBoundingClientRect();
    const sides = ["x", "y", "width", "height"] as const;
    return box && sides.every((side) => Math.abs(box[side] - (expected[side] ?? box[side])) < 0.5);
  }, expected);
}

/** Whether a click on the middle of an element would be on it. */
function isHit(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}
