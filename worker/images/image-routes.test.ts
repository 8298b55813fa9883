import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { eq } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { images, paymentMethods, users } from "../../db/schema/index.ts";
import { SAMPLE_IMAGES as SAMPLE } from "../../dev/sample-images.ts";
import type { Stack } from "../../dev/stack.ts";
import { Client } from "../../dev/test/test-client.ts";
import { configureBank, databaseOf } from "../../dev/test/test-money.ts";
import { newAdmin, newTrader, type Trader } from "../../dev/test/test-people.ts";
import { apiStack } from "../../dev/test/test-stack.ts";
import { approve, complete, fundedTrader, requestWithdrawal, sentImage } from "../../dev/test/test-withdrawals.ts";
import type { ImagePurpose } from "./image-store.ts";
import { inspectImage } from "./inspect-image.ts";

setDefaultTimeout(600_000);

let stack: Stack;
let db: Database;
let owner: Trader;
let other: Trader;
beforeAll(async () => {
  stack = await apiStack();
  db = databaseOf(stack);
  owner = await fundedTrader(stack, 100);
  other = await newTrader(stack);
}, 600_000);

/** A proof of a completed withdrawal, which its owner may read. */
async function proofOfCompleted(): Promise<string> {
  await configureBank(stack, owner);
  // The other images were uploaded as payment codes, which holds withdrawals for a day.
  await db.write([db.query.update(users).set({ securityChangedAtMs: null }).where(eq(users.id, owner.userId))]);
  const admin = await newAdmin(stack);
  const { _id } = (await requestWithdrawal(owner, 10)).withdrawal;
  await approve(admin, _id);
  const { body } = await complete(admin, _id, { proof: sentImage("Paid", SAMPLE.jpeg) });
  return body.withdrawal.proofOfPayment.filename;
}

/** An image of a purpose without an upload here: a payment code that is changed into one. */
async function imageFor(purpose: ImagePurpose): Promise<string> {
  if (purpose === "proof") return proofOfCompleted();
  const khqrImage = new File([SAMPLE.jpeg], "photo.jpg");
  const saved = await owner.postForm("/api/user/payment-methods", { bankName: "", accountId: "", khqrImage });
  const filename: string = saved.body.user.paymentMethods.khqr.image.replace("/api/image/", "");
  const [[row]] = await db.read([db.query.select().from(images).where(eq(images.filename, filename))]);
  if (!row) throw new Error("the upload left no row");
  await db.write([
    db.query.delete(paymentMethods).where(eq(paymentMethods.userId, owner.userId)),
    db.query.delete(images).where(eq(images.filename, filename)),
    db.query.insert(images).values({ ...row, purpose }),
  ]);
  return filename;
}

const bytes = inspectImage(SAMPLE.jpeg, "").bytes;

describe.each([
  ["admin_image", "/api/withdrawal/admin/image/"],
  ["proof", "/api/withdrawal/user/proof/"],
  ["payment_code", "/api/image/"],
] as const)("an image of the kind %s", (purpose, path) => {
  test("is readable by its owner and admins, and at its own path only", async () => {
    const filename = await imageFor(purpose);
    const admin = await newAdmin(stack);
    for (const reader of [owner, admin]) {
      const reply = await reader.get(path + filename);
      expect(reply.status).toBe(200);
      expect(reply.body).toEqual(bytes);
      expect(reply.headers.get("Cache-Control")).toBe("private, no-store");
      expect(reply.headers.get("ETag")).toBeNull();
    }
    expect((await other.get(path + filename)).status).toBe(404);
    for (const elsewhere of ["/api/withdrawal/admin/image/", "/api/withdrawal/user/proof/", "/api/image/"]) {
      if (elsewhere !== path) expect((await owner.get(elsewhere + filename)).status).toBe(404);
    }
  });

  test("cannot be read by its bucket key, nor by its name once its owner has logged out", async () => {
    const filename = await imageFor(purpose);
    const [[row]] = await db.read([db.query.select().from(images).where(eq(images.filename, filename))]);
    const key = row?.objectKey ?? "";
    for (const leaked of [key, `${key}.jpg`, encodeURIComponent(`/${key}`)]) {
      for (const reader of [owner, other]) expect((await reader.get(path + leaked)).status).toBe(404);
    }
    const gone = new Client(stack.origin);
    const { email, password } = owner;
    expect((await gone.post("/api/auth/login", { email, password })).status).toBe(200);
    const cookies = [...gone.cookies];
    expect((await gone.get(path + filename)).status).toBe(200);
    await gone.post("/api/auth/logout");
    for (const [name, value] of cookies) gone.cookies.set(name, value);
    for (const name of [filename, `${"x".repeat(43)}.jpg`]) {
      const reply = await gone.get(path + name);
      expect([reply.status, reply.body.code]).toEqual([401, "not_signed_in"]);
    }
  });
});

test("an avatar is readable by all signed-in users, and cached by the browser", async () => {
  const path = `/api/image/${await imageFor("avatar")}`;
  const reply = await other.get(path);
  expect(reply.body).toEqual(bytes);
  expect(reply.headers.get("Cache-Control")).toBe("private, max-age=86400");
  const etag = reply.headers.get("ETag") ?? "";
  const again = await other.get(path, { "If-None-Match": etag });
  expect([again.status, again.body, again.headers.get("ETag")]).toEqual([304, "", etag]);
  expect((await other.get(path, { "If-None-Match": '"another"' })).status).toBe(200);
  expect((await other.send("HEAD", path)).headers.get("Content-Length")).toBe(String(bytes.length));
});

test.each(["..%2f..%2fetc%2fpasswd", "x.jpg", `${"x".repeat(43)}.svg`, `${"x".repeat(43)}.jpg%00`, "%"])(
  "an invalid name such as %s is not found",
  async (name) => {
    expect((await owner.get(`/api/image/${name}`)).status).toBe(404);
  },
);
