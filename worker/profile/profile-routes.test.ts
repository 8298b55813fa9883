import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { and, eq } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { auditLog, images, notifications, tradeDays, tradeHours, users } from "../../db/schema/index.ts";
import { SAMPLE_IMAGES as SAMPLE } from "../../dev/sample-images.ts";
import type { Stack } from "../../dev/stack.ts";
import type { Reply } from "../../dev/test/test-client.ts";
import { databaseOf } from "../../dev/test/test-money.ts";
import { newAdmin, newTrader, type Trader } from "../../dev/test/test-people.ts";
import { scopeOf } from "../../dev/test/test-scope.ts";
import { apiStack } from "../../dev/test/test-stack.ts";
import { addTrades } from "../../dev/test/test-trades.ts";
import { waitUntil } from "../../dev/test/wait-until.ts";
import { IMAGE_KIND_TEXT } from "../contract/image-kind-text.ts";
import { DAY_MS } from "../contract/time.ts";
import { dayAt } from "../contract/trade-calendar.ts";
import { inspectImage } from "../images/inspect-image.ts";
import { saveProfile } from "./save-profile.ts";

setDefaultTimeout(600_000);

let stack: Stack;
let db: Database;
beforeAll(async () => {
  stack = await apiStack();
  db = databaseOf(stack);
}, 600_000);

const PATH = "/api/user/profile";
const save = (trader: Trader, change: object) => trader.put(PATH, change);
const profileOf = async (trader: Trader) => (await trader.get(PATH)).body.user;
const dataUrl = (bytes: Uint8Array | string, type = "image/jpeg") =>
  `data:${type};base64,${Buffer.from(bytes).toString("base64")}`;
/** The number of images in their bucket. Miniflare stores each as a file. */
const objectCount = () =>
  [...new Bun.Glob("wrangler/v3/r2/tonle-images/blobs/*").scanSync({ cwd: stack.dataDir, onlyFiles: true })].length;
const imagesOf = async ({ userId }: Trader) => {
  const [rows] = await db.read([db.query.select().from(images).where(eq(images.userId, userId))]);
  return rows;
};
const auditOf = async ({ userId }: Trader, action: string) => {
  const isThis = and(eq(auditLog.actor, userId), eq(auditLog.action, action));
  const [rows] = await db.read([db.query.select({ detail: auditLog.detail }).from(auditLog).where(isThis)]);
  return rows.map(({ detail }) => JSON.parse(detail));
};

describe("a profile", () => {
  test("accepts any of its fields, and keeps the others", async () => {
    const trader = await newTrader(stack);
    const reply = await save(trader, { phone: " +855 12 345 678 ", address: "12 Street 240, Phnom Penh" });
    expect(reply.status).toBe(200);
    expect(reply.dbTrips).toBe(3);
    expect(reply.body).toMatchObject({
      success: true,
      message: "Your profile has been updated",
      user: { firstName: "Bopha", lastName: "Keo", phone: "+85512345678", address: "12 Street 240, Phnom Penh" },
    });
    expect(await profileOf(trader)).toEqual(reply.body.user);
    await save(trader, { firstName: "សុខា", lastName: "O’Neil", phone: "" });
    expect(await profileOf(trader)).toMatchObject({
      name: "សុខា O’Neil",
      phone: "",
      address: "12 Street 240, Phnom Penh",
    });
    expect(await auditOf(trader, "profile.changed")).toEqual([{ fields: "phone address" }, { fields: "phone" }]);
    expect(await auditOf(trader, "profile.name_changed")).toEqual([{ from: "Bopha Keo", to: "សុខា O’Neil" }]);
  });

  test("that is saved unchanged writes nothing", async () => {
    const trader = await newTrader(stack);
    const { firstName, lastName, username, timeZone } = await profileOf(trader);
    const reply = await save(trader, { firstName, lastName, username, timeZone });
    expect([reply.status, reply.dbTrips]).toEqual([200, 2]);
    expect(await auditOf(trader, "profile.changed")).toEqual([]);
    expect((await save(trader, {})).status).toBe(200);
  });

  test("accepts another username, also in another case, but not a taken one", async () => {
    const [trader, other] = [await newTrader(stack), await newTrader(stack)];
    const theirs = (await profileOf(other)).username;
    for (const username of [theirs, theirs.toUpperCase(), "Adm1n"]) {
      const reply = await save(trader, { username });
      expect([reply.status, reply.body.code, reply.body.field]).toEqual([409, "username_taken", "username"]);
    }
    const name = `s_${crypto.randomUUID().slice(0, 8)}`;
    expect((await save(trader, { username: name })).status).toBe(200);
    expect((await save(trader, { username: name.toUpperCase() })).body.user.username).toBe(name.toUpperCase());
    // The previous one is free again.
    expect((await save(other, { username: name })).status).toBe(409);
  });

  test("is saved thirty times a minute at most", async () => {
    const trader = await newTrader(stack);
    for (let i = 10; i < 40; i += 1) expect((await save(trader, { phone: `012 345 6${i}` })).status).toBe(200);
    const reply = await save(trader, { phone: "012 345 640" });
    expect([reply.status, reply.body.code]).toEqual([429, "too_many_requests"]);
    expect((await profileOf(trader)).phone).toBe("+85512345639");
  });
});

test("a phone number that an earlier version took is shown until its owner edits it, and then corrected", async () => {
  const trader = await newTrader(stack);
  await db.write([db.query.update(users).set({ phone: "call me maybe" }).where(eq(users.id, trader.userId))]);
  expect((await profileOf(trader)).phone).toBe("call me maybe");
  expect((await save(trader, { address: "12 Street 240" })).body.user.phone).toBe("call me maybe");
  const refused = await save(trader, { phone: "call me maybe" });
  expect([refused.status, refused.body.field, refused.body.message]).toEqual([
    400,
    "phone",
    "Enter a phone number such as 012 345 678, or +66 81 234 5678 with the code of another country",
  ]);
  expect((await save(trader, { phone: "០១២ ៣៤៥ ៦៧៨" })).body.user.phone).toBe("+85512345678");
});

describe("a profile refuses by the field's name", () => {
  let trader: Trader;
  beforeAll(async () => {
    trader = await newTrader(stack);
  });

  test.each([
    [{ firstName: " " }, "firstName"],
    [{ lastName: "x".repeat(61) }, "lastName"],
    [{ username: "a b" }, "username"],
    [{ phone: "1".repeat(33) }, "phone"],
    [{ phone: "call me maybe" }, "phone"],
    [{ phone: "012 345 67" }, "phone"],
    [{ address: "x".repeat(201) }, "address"],
    [{ address: "\u202ereversed" }, "address"],
    [{ timeZone: "Mars/Olympus" }, "timeZone"],
    [{ timeZone: "+07:00" }, "timeZone"],
    [{ phone: null }, "phone"],
    [{ email: "new@example.com" }, "email"],
    [{ role: "admin" }, "role"],
    [{ balance: 1_000_000 }, "balance"],
    [{ idVerificationStatus: "verified" }, "idVerificationStatus"],
    [{ profileImage: "https://example.com/a.png" }, "profileImage"],
    [{ profileImage: 5 }, "profileImage"],
  ])("%p", async (change, field) => {
    const before = await profileOf(trader);
    const reply = await save(trader, { phone: "012 345 678", ...change });
    expect(reply.body).toMatchObject({ success: false, code: "invalid_input", field });
    expect(reply.status).toBe(400);
    expect(await profileOf(trader)).toEqual(before);
  });
});

describe("another time zone", () => {
  const LATE = Date.parse("2026-03-02T03:30:00Z");
  const daysOf = async ({ userId }: Trader) => {
    const { query } = db;
    const [days, hours] = await db.read([
      query
        .select({ day: tradeDays.day, trades: tradeDays.trades })
        .from(tradeDays)
        .where(eq(tradeDays.userId, userId)),
      query.select({ hour: tradeHours.hour }).from(tradeHours).where(eq(tradeHours.userId, userId)),
    ]);
    return { days, hours: hours.map(({ hour }) => hour) };
  };

  test("recounts the days and hours of all trades", async () => {
    const [trader, admin] = [await newTrader(stack), await newAdmin(stack)];
    await addTrades(db, { userId: trader.userId, adminId: admin.userId }, [{ closedAtMs: LATE, profitCents: 500 }]);
    const there = dayAt(LATE, "Asia/Phnom_Penh");
    expect(await daysOf(trader)).toEqual({ days: [{ day: there, trades: 1 }], hours: [10] });

    const reply = await save(trader, { timeZone: "America/New_York" });
    expect(reply.body.user.timeZone).toBe("America/New_York");
    expect(reply.body.user.analytics.bestDayAmount).toBe(5);
    expect(await daysOf(trader)).toEqual({ days: [{ day: there - 1, trades: 1 }], hours: [22] });
  });

  test("has the mails that quiet hours hold decided anew", async () => {
    const trader = await newTrader(stack);
    const row = { userId: trader.userId, event: "deposit_paid", subject: "D1", createdAtMs: LATE };
    const mine = eq(notifications.userId, trader.userId);
    const heldMs = Date.now() + DAY_MS;
    await db.write([
      db.query.insert(notifications).values(row),
      db.query.update(notifications).set({ mailDueAtMs: heldMs }).where(mine),
    ]);
    const dueMs = async () => (await db.read([db.query.select().from(notifications).where(mine)]))[0][0]?.mailDueAtMs;
    await save(trader, { firstName: "Bopha" });
    expect(await dueMs()).toBe(heldMs);
    expect((await save(trader, { timeZone: "America/New_York" })).status).toBe(200);
    expect(await dueMs()).toBeLessThan(heldMs);
  });

  test("is refused when trades are added concurrently, so that none is left out", async () => {
    const [trader, admin] = [await newTrader(stack), await newAdmin(stack)];
    const ids = { userId: trader.userId, adminId: admin.userId };
    const scope = await scopeOf(stack, trader, PATH, () => addTrades(db, ids, [{ closedAtMs: LATE }]));
    await expect(saveProfile(scope, { timeZone: "America/New_York" })).rejects.toThrow("trades_changed");
    expect((await profileOf(trader)).timeZone).toBe("Asia/Phnom_Penh");
    expect((await save(trader, { timeZone: "America/New_York" })).status).toBe(200);
    expect((await daysOf(trader)).hours).toEqual([22]);
  });
});

describe("a profile picture", () => {
  test("is visible to all signed-in users, and replaces the previous one", async () => {
    const [trader, other] = [await newTrader(stack), await newTrader(stack)];
    const first = (await save(trader, { profileImage: dataUrl(SAMPLE.jpeg) })).body.user.profileImage;
    expect(first).toMatch(/^\/api\/image\/[A-Za-z0-9_-]{43}\.jpg$/);
    const reply = await other.get(first);
    expect(reply.body).toEqual(inspectImage(SAMPLE.jpeg, "").bytes);
    expect(reply.headers.get("Cache-Control")).toBe("private, max-age=86400");
    expect((await other.get(first, { "If-None-Match": reply.headers.get("ETag") ?? "" })).status).toBe(304);

    const count = objectCount();
    const second = (await save(trader, { profileImage: dataUrl(SAMPLE.webp, "image/webp") })).body.user.profileImage;
    expect((await profileOf(trader)).profileImage).toBe(second);
    expect((await other.get(first)).status).toBe(404);
    expect((await other.get(second)).headers.get("Content-Type")).toBe("image/webp");
    expect(await imagesOf(trader)).toHaveLength(1);
    await waitUntil("as many objects as there were", () => objectCount() === count);
  });

  test.each(["image/jpg", "application/octet-stream"])("is a JPEG by its bytes, declared as %s", async (type) => {
    const trader = await newTrader(stack);
    const { status, body } = await save(trader, { profileImage: dataUrl(SAMPLE.jpeg, type) });
    expect([status, body.user.profileImage]).toEqual([200, expect.stringMatching(/\.jpg$/)]);
    // Its orientation is in the copy that is served.
    const served = Buffer.from((await trader.get(body.user.profileImage)).body).toString("hex");
    expect(served).toContain("0112000300000001000600");
  });

  test("sent six times concurrently is stored once", async () => {
    const trader = await newTrader(stack);
    const replies = await Promise.all(
      Array.from({ length: 6 }, () => save(trader, { profileImage: dataUrl(SAMPLE.png, "image/png") })),
    );
    expect(replies.some(({ status }) => status === 200)).toBe(true);
    const rows = await imagesOf(trader);
    expect(rows.map(({ filename }) => `/api/image/${filename}`)).toEqual([(await profileOf(trader)).profileImage]);
  });
});

describe.each(["profileImage", "idCardImage"])("an invalid image stores nothing as %s:", (field) => {
  let trader: Trader;
  beforeAll(async () => {
    trader = await newTrader(stack);
  });

  const NOT_AN_IMAGE = "Please select an image file";
  const DAMAGED = "This image is damaged or incomplete. Please choose another one.";
  const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>';
  const bomb = Uint8Array.from(SAMPLE.jpeg);
  const frame = bomb.findIndex((byte, i) => byte === 0xff && bomb[i + 1] === 0xc0);
  bomb.set([0xff, 0xff, 0xff, 0xff], frame + 5);
  const polyglot = Buffer.concat([Buffer.from("GIF89a/*"), SAMPLE.jpeg, Buffer.from("*/=1;alert(1)")]);

  test.each([
    ["SVG", dataUrl(SVG, "image/svg+xml"), NOT_AN_IMAGE],
    ["SVG by another name", dataUrl(SVG), NOT_AN_IMAGE],
    ["an HTML page with an image's name", dataUrl("<!doctype html><script>1</script>"), NOT_AN_IMAGE],
    ["two kinds of file in one", dataUrl(polyglot), NOT_AN_IMAGE],
    ["an iPhone's HEIC photo", dataUrl("\0\0\0\x18ftypheic\0\0\0\0mif1heic", "image/heic"), IMAGE_KIND_TEXT.heic],
    ["nothing", "", NOT_AN_IMAGE],
    ["a data URL of 0 bytes", "data:image/jpeg;base64,", NOT_AN_IMAGE],
    ["half a JPEG", dataUrl(SAMPLE.jpeg.slice(0, 500)), DAMAGED],
    [
      "an image that declares four gigapixels",
      dataUrl(bomb),
      "An image must have 16 to 8,000 pixels a side, and 25 megapixels at most",
    ],
    ["five megabytes", dataUrl(new Uint8Array(5_242_880)), "File size must be less than 5MB"],
    ["a page's data URL", dataUrl(SAMPLE.jpeg, "text/html"), NOT_AN_IMAGE],
    ["a data URL that is not base 64", "data:image/jpeg,%FF%D8", NOT_AN_IMAGE],
    ["a data URL of bad base 64", "data:image/jpeg;base64,/9j/4A*Q", NOT_AN_IMAGE],
    ["an address", "https://example.com/me.jpg", NOT_AN_IMAGE],
    ["a file's path", "file:///etc/passwd", NOT_AN_IMAGE],
  ])("%s", async (_, image, message) => {
    const count = objectCount();
    const reply = await save(trader, { [field]: image });
    expect(reply.body).toMatchObject({ success: false, code: "invalid_input", field, message });
    expect(reply.status).toBe(400);
    await storesNothing(count);
  });

  test("50 megabytes, with or without a declared length", async () => {
    const count = objectCount();
    const body = JSON.stringify({ [field]: dataUrl(new Uint8Array(50 * 1024 * 1024)) });
    const headers = { "Content-Type": "application/json" };
    for (const sent of [body, new Blob([body]).stream()]) {
      const reply: Reply = await trader.send("PUT", PATH, { headers, body: sent });
      expect([reply.status, reply.body.code, reply.body.message]).toEqual([
        413,
        "body_too_large",
        "File size must be less than 5MB",
      ]);
    }
    await storesNothing(count);
  });

  async function storesNothing(count: number): Promise<void> {
    expect(objectCount()).toBe(count);
    expect(await imagesOf(trader)).toEqual([]);
    expect(await profileOf(trader)).toMatchObject({
      profileImage: null,
      idCardImage: null,
      idVerificationStatus: "none",
    });
  }
});
