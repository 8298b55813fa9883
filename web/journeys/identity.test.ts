import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { Buffer } from "node:buffer";
import type { Page } from "playwright-core";
import { SAMPLE_IMAGES } from "../../dev/sample-images.ts";
import { Client } from "../../dev/test/test-client.ts";
import { nextMail } from "../../dev/test/test-mails.ts";
import { typedCard } from "../../dev/test/test-money.ts";
import { newAdmin, newTrader, type Trader } from "../../dev/test/test-people.ts";
import { waitUntil } from "../../dev/test/wait-until.ts";
import { expectAccessibleLayout } from "../test/accessible-layout.ts";
import { findAxeViolations } from "../test/axe.ts";
import { collectComplaints, lacksBrowser } from "../test/browser.ts";
import { eventually } from "../test/eventually.ts";
import { keepNotices } from "../test/keep-notices.ts";
import { setUpJourney } from "./set-up-journey.ts";
import { goWithin, signedInBrowser } from "./trader-tab.ts";

setDefaultTimeout(600_000);

const PHONE = { width: 390, height: 844 };
/** 512 kbit/s up, with a latency of 300 ms. */
const SLOW_LINK = { offline: false, latency: 300, downloadThroughput: 128_000, uploadThroughput: 64_000 };
const FAST_LINK = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };

describe.skipIf(lacksBrowser())("profile and identity, in a browser", () => {
  const journey = setUpJourney();
  /** A travelling trader on a phone, with their profile open. */
  let trader: Trader;
  let page: Page;
  beforeAll(async () => {
    const { stack, browser } = journey;
    trader = await newTrader(stack);
    const look = { viewport: PHONE, hasTouch: true, timezoneId: "America/New_York", reducedMotion: "reduce" } as const;
    page = await (await signedInBrowser(browser, stack, trader, look)).newPage();
    await keepNotices(page);
    await page.goto(`${stack.origin}/profile`);
  }, 600_000);

  test("a browser in another time zone offers to use that zone", async () => {
    await page.getByText("This browser is in America/New York.").waitFor();
    await eventually(async () =>
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width),
    );
    expect(await findAxeViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Switch to America/New York" }).click();
    await page.getByText("Your days are counted in America/New York now").waitFor();
    await goWithin(page, "/settings");
    await eventually(async () =>
      expect(await page.getByRole("combobox", { name: "Time zone" }).inputValue()).toBe("America/New_York"),
    );
    await eventually(async () => expect(await page.getByText("This browser is in").count()).toBe(0));
    await goWithin(page, "/profile");
  });

  test("a trader edits their details with the keyboard, and their picture", async () => {
    const complaints = collectComplaints(page);
    await page.getByText("Upload ID card").waitFor();
    await expectAccessibleLayout(page);

    await page.getByRole("button", { name: "Edit Phone Number" }).focus();
    await page.keyboard.press("Enter");
    await page.keyboard.type("+855 12 345 678");
    await expectAccessibleLayout(page);
    await page.keyboard.press("Enter");
    await page.locator("dd").getByText("Field Updated").waitFor();
    await expectAccessibleLayout(page);
    await page.getByText("+855 12 345 678").waitFor();
    // The focus has returned to the button, so the next Enter edits again and Esc cancels.
    await page.keyboard.press("Enter");
    await page.keyboard.type("nothing");
    await page.keyboard.press("Escape");
    await page.getByText("+855 12 345 678").waitFor();

    await page.getByRole("button", { name: "Edit Username" }).click();
    await page.getByLabel("Username", { exact: true }).fill("admin");
    await page.keyboard.press("Enter");
    await page.getByRole("alertdialog", { name: "Update Failed" }).getByText("This username is taken").waitFor();
    await page.getByRole("button", { name: "Got it" }).click();
    await page.getByRole("button", { name: "Cancel" }).click();

    const picture = { name: "me.jpg", mimeType: "image/jpeg", buffer: Buffer.from(SAMPLE_IMAGES.jpeg) };
    await page.getByLabel("Change photo").and(page.locator("input")).setInputFiles(picture);
    await page.getByText("Profile Picture Updated").last().waitFor();
    const src = await waitUntil("it is shown", () =>
      page.locator('img[src^="/api/image/"]').first().getAttribute("src"),
    );
    // The picture is shown twice, on the card and near it. Other signed-in users may see it.
    await page.waitForFunction((path) => document.querySelectorAll(`img[src="${path}"]`).length === 2, src);
    expect((await (await newTrader(journey.stack)).get(src)).status).toBe(200);
    expect((await new Client(journey.stack.origin).get(src)).status).toBe(401);
    expect(complaints.filter((text) => !text.includes("409"))).toEqual([]);
  });

  test("a photograph of twelve megapixels is uploaded in one attempt over a slow link, rejected, sent again and verified", async () => {
    const admin = await newAdmin(journey.stack);
    const complaints = collectComplaints(page);
    const photograph = await photographOf(page);
    expect(photograph.length).toBeGreaterThan(1_500_000);
    const sends: number[] = [];
    page.on("request", (request) => {
      if (request.method() === "PUT") sends.push(request.postData()?.length ?? 0);
    });
    const link = await page.context().newCDPSession(page);
    await link.send("Network.enable");
    await link.send("Network.emulateNetworkConditions", SLOW_LINK);

    await chooseIdCard(page, photograph);
    const dialog = page.getByRole("dialog", { name: "Confirm ID Card Upload" });
    await dialog.waitFor();
    await eventually(async () => expect(await dialog.getByText("It may be rejected").count()).toBe(0));
    await dialog.getByRole("button", { name: "Use This ID" }).click();
    await dialog.getByText("Uploading ID Card...").waitFor();
    await page.getByRole("alertdialog", { name: "ID Uploaded Successfully" }).waitFor();
    expect(sends).toHaveLength(1);
    expect(sends[0]).toBeLessThan(720_000);
    await link.send("Network.emulateNetworkConditions", FAST_LINK);
    await page.getByRole("button", { name: "Got it" }).click();
    await page.getByText("ID Pending").waitFor();
    await page.getByText("Your ID card is under review, which typically takes 24-48 hours.").waitFor();
    const submitted = await nextMail(journey.stack, trader.email);
    expect(submitted.subject).toBe("Your ID card is under review");

    // Blurred until its owner reveals it, and again after it was hidden.
    const image = await waitUntil("it is shown", () =>
      page.locator('img[src^="/api/image/"]').last().getAttribute("src"),
    );
    const shown = page.getByRole("button", { name: "Blur it again" });
    await page.getByText("Hidden until you show it").waitFor();
    await expectAccessibleLayout(page);
    await page.getByRole("button", { name: "Show ID card" }).click();
    await shown.waitFor();
    await page.getByRole("button", { name: "Hide", exact: true }).click();
    await shown.waitFor({ state: "detached" });
    await eventually(async () => expect(await page.locator(`img[src="${image}"]`).count()).toBe(0));
    await page.getByRole("button", { name: "View", exact: true }).click();
    await page.getByText("Hidden until you show it").waitFor();

    // It is upright, as its EXIF rotation says, and has no other metadata.
    const sent = await trader.get(image);
    expect(Buffer.from(sent.body).toString("latin1")).not.toMatch(/Exif|Maker/);
    const size = await page.evaluate(async (path) => {
      const { naturalWidth, naturalHeight } = await new Promise<HTMLImageElement>((resolve, reject) => {
        const picture = new Image();
        picture.onload = () => resolve(picture);
        picture.onerror = reject;
        picture.src = path;
      });
      return [naturalWidth, naturalHeight];
    }, image);
    expect(size).toEqual([1_350, 1_800]);

    // While it waits for review, another image may replace it, even a poor one.
    await chooseIdCard(page, await photographOf(page, { widthPx: 640, filter: "brightness(0.2)" }));
    await dialog.getByText("It may be rejected").waitFor();
    await dialog.getByText("The image is small: small print may not be readable.").waitFor();
    await dialog.getByText("The photograph is dark. Take it where there is more light.").waitFor();
    await expectAccessibleLayout(page);
    await dialog.getByRole("button", { name: "Use This ID" }).click();
    await page.getByRole("alertdialog", { name: "ID Updated Successfully" }).waitFor();
    await page.getByRole("button", { name: "Got it" }).click();
    expect((await trader.get(image)).status).toBe(404);
    const updated = await nextMail(journey.stack, trader.email, submitted.at);
    expect(updated.subject).toBe("Your ID card is under review");

    await decide(admin, trader, "reject", { version: 2, reason: "unclear" });
    await page.reload();
    await page.getByText("Please upload a clearer ID image").waitFor();
    await expectAccessibleLayout(page);
    const rejected = await nextMail(journey.stack, trader.email, updated.at);
    expect(rejected.subject).toBe("Your ID card could not be accepted");

    await chooseIdCard(page, await photographOf(page, { widthPx: 2_000, filter: "blur(10px)" }));
    await dialog.getByText("The photograph looks blurred.").waitFor();
    await dialog.getByRole("button", { name: "Use This ID" }).click();
    await page.getByRole("alertdialog", { name: "ID Updated Successfully" }).waitFor();
    await page.getByRole("button", { name: "Got it" }).click();
    const again = await nextMail(journey.stack, trader.email, rejected.at);
    await decide(admin, trader, "reject", { version: 4, reason: "name_differs" });
    await page.reload();
    await page.getByText("The name on the document is not the name of your account.").waitFor();
    const differs = await nextMail(journey.stack, trader.email, again.at);
    expect(differs.text).toContain("The name on the document is not the name of your account.");

    await chooseIdCard(page, photograph);
    await dialog.getByRole("button", { name: "Use This ID" }).click();
    await page.getByRole("alertdialog", { name: "ID Updated Successfully" }).waitFor();
    await page.getByRole("button", { name: "Got it" }).click();
    const last = await nextMail(journey.stack, trader.email, differs.at);
    await decide(admin, trader, "verify", { version: 6, ...typedCard(trader.userId) });
    await page.reload();
    await page.getByText("ID Verified").waitFor();
    await page.getByText("Verified", { exact: true }).waitFor();
    await eventually(async () => expect(await page.getByText("Upload another image").count()).toBe(0));
    await expectAccessibleLayout(page);
    expect((await nextMail(journey.stack, trader.email, last.at)).subject).toBe("Your identity is verified");
    expect(complaints).toEqual([]);
  });

  test("the address of an ID card opens it for no other user, and for nobody after logging out", async () => {
    const [owner, other] = [await newTrader(journey.stack), await newTrader(journey.stack)];
    const idCardImage = `data:image/jpeg;base64,${Buffer.from(SAMPLE_IMAGES.jpeg).toString("base64")}`;
    const { user } = (await owner.put("/api/user/profile", { idCardImage })).body;
    const address = journey.stack.origin + user.idCardImage;
    const [tab, stranger] = [await blankTab(owner), await blankTab(other)];
    expect((await tab.goto(address))?.status()).toBe(200);
    expect((await stranger.goto(address))?.status()).toBe(404);
    await tab.goto(`${journey.stack.origin}/profile`);
    await tab.getByRole("button", { name: "Logout" }).click();
    await tab.waitForURL(`${journey.stack.origin}/`);
    expect((await tab.goto(address))?.status()).toBe(401);
    await Promise.all([tab.context().close(), stranger.context().close()]);
  });

  /** A blank page in a browser with this person's session. */
  async function blankTab(person: Trader): Promise<Page> {
    return await (await signedInBrowser(journey.browser, journey.stack, person)).newPage();
  }
});

async function decide(admin: Client, trader: Trader, action: "verify" | "reject", body: object): Promise<void> {
  const reply = await admin.post(`/api/admin/identities/${trader.userId}/${action}`, body);
  expect(reply.status).toBe(200);
}

const chooseIdCard = (page: Page, buffer: Buffer) =>
  page
    .getByLabel(/^Upload/)
    .and(page.locator("input"))
    .setInputFiles({ name: "IMG_2041.jpg", mimeType: "image/jpeg", buffer });

/**
 * A phone's photograph of a card: 4,000 by 3,000 pixels unless `widthPx` is set, with sensor noise, an EXIF rotation,
 * and EXIF data about the camera and the place.
 * @param look.filter a canvas filter that degrades it
 */
async function photographOf(page: Page, look: { widthPx?: number; filter?: string } = {}): Promise<Buffer> {
  const url = await page.evaluate(({ widthPx: width = 4_000, filter = "none" }) => {
    const height = width * 0.75;
    const newPen = () => {
      const pen = Object.assign(document.createElement("canvas"), { width, height }).getContext("2d");
      if (!pen) throw new Error("no canvas");
      return pen;
    };
    const card = newPen();
    card.scale(width / 4_000, width / 4_000);
    card.fillStyle = "#5a4632";
    card.fillRect(0, 0, 4_000, 3_000);
    card.fillStyle = "#e9e4d2";
    card.fillRect(300, 450, 3_400, 2_140);
    card.fillStyle = "#222222";
    card.font = "110px sans-serif";
    for (let line = 0; line < 12; line += 1)
      card.fillText("KEO BOPHA 04.08.1994 IDKHM0102345671", 900, 700 + line * 150);
    const photograph = newPen();
    photograph.filter = filter;
    photograph.drawImage(card.canvas, 0, 0);
    const pixels = photograph.getImageData(0, 0, width, height);
    let bits = 1;
    for (let at = 0; at < pixels.data.length; at += 4) {
      // The same noise in every run. Source: Numerical Recipes, section 7.1, the quick generator.
      bits = (Math.imul(bits, 1_664_525) + 1_013_904_223) >>> 0;
      const noise = (bits / 2 ** 32 - 0.5) * 12;
      for (const channel of [0, 1, 2]) pixels.data[at + channel] = (pixels.data[at + channel] ?? 0) + noise;
    }
    photograph.putImageData(pixels, 0, 0);
    return photograph.canvas.toDataURL("image/jpeg", 0.9);
  }, look);
  const jpeg = Buffer.from(url.split(",")[1] ?? "", "base64");
  const sample = Buffer.from(SAMPLE_IMAGES.jpeg);
  const exif = sample.indexOf(Buffer.from([0xff, 0xe1]));
  const segment = sample.subarray(exif, exif + 2 + sample.readUInt16BE(exif + 2));
  return Buffer.concat([jpeg.subarray(0, 2), segment, jpeg.subarray(2)]);
}
