import { beforeAll, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { eq } from "drizzle-orm";
import type { Database, Statement } from "../../db/client.ts";
import type { GuardName } from "../../db/guard-names.ts";
import { identities, images, users } from "../../db/schema/index.ts";
import { setUpDatabase } from "../../dev/test/test-database.ts";
import { addPerson } from "../../dev/test/test-money.ts";
import { guardNameOf } from "../platform/database-refusal.ts";

/** The database's guards, tested with statements that no verb would send. */

setDefaultTimeout(600_000);

const database = setUpDatabase();
let db: Database;
let people = 0;
let trader = "";
beforeAll(async () => {
  db = database.db;
  await addPerson(db, "admin", "admin");
});
beforeEach(async () => {
  trader = `trader${people++}`;
  await addPerson(db, trader);
  await addImage("first");
  await addImage("second");
});

const nameOf = (image: string) => `${trader}-${image}`;
async function addImage(name: string, row: Partial<typeof images.$inferInsert> = {}): Promise<void> {
  await db.write([
    db.query.insert(images).values({
      filename: nameOf(name),
      userId: trader,
      purpose: "id_card",
      objectKey: nameOf(name),
      uploadedBy: trader,
      contentType: "image/png",
      sizeBytes: 1,
      widthPx: 20,
      heightPx: 20,
      createdAtMs: 0,
      ...row,
    }),
  ]);
}
type Row = typeof identities.$inferInsert;
const insert = (row: Partial<Row> = {}) =>
  db.query
    .insert(identities)
    .values({ userId: trader, status: "pending", image: nameOf("first"), submittedAtMs: 1, ...row });
const update = (row: Partial<Row>) => db.query.update(identities).set(row).where(eq(identities.userId, trader));
const decided = { decidedBy: "admin", decidedAtMs: 2 };
const verified = { status: "verified" as const, version: 2, ...decided };
const rejected = { status: "rejected" as const, version: 2, rejectReason: "unclear" as const, ...decided };
const again = {
  status: "pending" as const,
  image: "",
  submittedAtMs: 3,
  version: 3,
  rejectReason: null,
  decidedBy: null,
  decidedAtMs: null,
};

/** The guard that refuses a write; null when it is accepted. */
async function refusal(...statements: Statement[]): Promise<string | null> {
  try {
    await db.write(statements);
    return null;
  } catch (error) {
    return guardNameOf(error) ?? String(error);
  }
}

test.each<[string, () => Row, GuardName]>([
  ["verified", () => ({ ...row(), ...verified, version: 1 }), "wrong_state"],
  ["in its second version", () => ({ ...row(), version: 2 }), "wrong_state"],
  ["without an image", () => ({ ...row(), image: null }), "not_their_id_card"],
  ["with somebody else's image", () => ({ ...row(), image: "trader0-first" }), "not_their_id_card"],
])("an identity cannot begin %s", async (_, build, guard) => {
  expect(await refusal(insert(build()))).toBe(guard);
});
const row = (): Row => ({ userId: trader, status: "pending", image: nameOf("first"), submittedAtMs: 1 });

test("it is pending, rejected, pending with a new image, and verified", async () => {
  expect(await refusal(insert())).toBeNull();
  expect(await refusal(update(rejected))).toBeNull();
  expect(await refusal(update({ ...again, image: nameOf("second") }))).toBeNull();
  expect(await refusal(update({ ...verified, version: 4 }))).toBeNull();
});

test.each<[string, () => Partial<Row>, GuardName]>([
  ["the same image sent again", () => ({ version: 2, submittedAtMs: 3 }), "wrong_state"],
  ["another image without another version", () => ({ image: nameOf("second") }), "wrong_state"],
  ["an image that is not an ID card", () => ({ image: nameOf("face"), version: 2 }), "not_their_id_card"],
  ["a decision with another image", () => ({ ...verified, image: nameOf("second") }), "wrong_state"],
  ["a decision that skips a version", () => ({ ...verified, version: 3 }), "wrong_state"],
  ["a decision by nobody", () => ({ ...verified, decidedBy: null }), "identities_decided"],
  ["a decision by its owner", () => ({ ...verified, decidedBy: trader }), "own_account"],
  ["a decision by another trader", () => ({ ...verified, decidedBy: "trader0" }), "not_an_admin"],
  ["a refusal without a reason", () => ({ ...rejected, rejectReason: null }), "identities_rejected"],
  ["a reason for being verified", () => ({ ...verified, rejectReason: "unclear" }), "identities_rejected"],
  ["an erased image", () => ({ image: null }), "identities_image"],
  ["another owner", () => ({ userId: "trader0" }), "wrong_state"],
])("a pending identity does not accept %s", async (_, change, guard) => {
  await addImage("face", { purpose: "avatar" });
  await db.write([insert()]);
  expect(await refusal(update(change()))).toBe(guard);
});

test.each([
  ["verified", verified],
  ["rejected", rejected],
])("a %s identity keeps all but its image, which may be erased", async (_, decision) => {
  await db.write([insert(), update(decision)]);
  for (const change of [
    { submittedAtMs: 5 },
    { decidedAtMs: 5 },
    { note: "something else" },
    { version: 3 },
    { image: null, note: "something else" },
    { image: nameOf("second") },
  ]) {
    expect(await refusal(update(change))).toBe("wrong_state");
  }
  expect(await refusal(update({ image: null }))).toBeNull();
  expect(await refusal(db.query.delete(images).where(eq(images.filename, nameOf("first"))))).toBeNull();
});

test("a verified identity accepts no other image and no other decision, and no identity is deleted", async () => {
  await db.write([insert(), update(verified)]);
  expect(await refusal(update({ ...again, image: nameOf("second") }))).toBe("wrong_state");
  expect(await refusal(update({ ...rejected, version: 3 }))).toBe("wrong_state");
  expect(await refusal(db.query.delete(identities).where(eq(identities.userId, trader)))).toBe("wrong_state");
});

const reopened = {
  status: "rejected" as const,
  version: 3,
  rejectReason: "reopened" as const,
  note: "The name was misspelt",
  decidedBy: "admin",
  decidedAtMs: 4,
};

test("an admin reopens a verified identity, and the trader submits another ID card", async () => {
  await db.write([insert(), update(verified)]);
  expect(await refusal(update(reopened))).toBeNull();
  expect(await refusal(update({ ...again, image: nameOf("second"), note: null, version: 4 }))).toBeNull();
});

test.each<[string, () => Partial<Row>, GuardName]>([
  ["without words for the trader", () => ({ note: null }), "wrong_state"],
  ["for the reason of a rejection", () => ({ rejectReason: "expired" }), "wrong_state"],
  ["without its next version", () => ({ version: 2 }), "wrong_state"],
  ["with another image", () => ({ image: nameOf("second") }), "wrong_state"],
  ["before it was verified", () => ({ decidedAtMs: 1 }), "wrong_state"],
  ["by nobody", () => ({ decidedBy: null }), "identities_decided"],
  ["by its owner", () => ({ decidedBy: trader }), "own_account"],
  ["by another trader", () => ({ decidedBy: "trader0" }), "not_an_admin"],
])("a verified identity cannot be reopened %s", async (_, change, guard) => {
  await db.write([insert(), update(verified)]);
  expect(await refusal(update({ ...reopened, ...change() }))).toBe(guard);
});

test("only a verified identity can be reopened", async () => {
  await db.write([insert()]);
  expect(await refusal(update({ ...reopened, version: 2 }))).toBe("wrong_state");
  await db.write([update(rejected)]);
  expect(await refusal(update(reopened))).toBe("wrong_state");
});

const rename = (name: Partial<typeof users.$inferInsert>) =>
  db.query.update(users).set(name).where(eq(users.id, trader));
const versionNow = async () => {
  const [[row]] = await db.read([db.query.select().from(identities).where(eq(identities.userId, trader))]);
  return row?.version;
};

test("a change of name raises the version of a pending identity, and nothing else does", async () => {
  await db.write([insert()]);
  await db.write([rename({ phone: "012 345 678" })]);
  expect(await versionNow()).toBe(1);
  await db.write([rename({ firstName: "Maly" })]);
  expect(await versionNow()).toBe(2);
  await db.write([rename({ firstName: "Maly" })]);
  expect(await versionNow()).toBe(2);
  await db.write([rename({ lastName: "Sok" })]);
  expect(await versionNow()).toBe(3);
  expect(await refusal(update(verified))).toBe("wrong_state");
  expect(await refusal(update({ ...verified, version: 4 }))).toBeNull();
});

test("a verified name is fixed until the identity is reopened", async () => {
  await db.write([insert(), update(verified)]);
  for (const name of [{ firstName: "Maly" }, { lastName: "Sok" }, { firstName: "" }]) {
    expect(await refusal(rename(name))).toBe("name_is_verified");
  }
  expect(await refusal(rename({ address: "12 Street 240" }))).toBeNull();
  await db.write([update(reopened)]);
  expect(await refusal(rename({ firstName: "Maly" }))).toBeNull();
  expect(await versionNow()).toBe(3);
});

test("a closed account loses its verified name", async () => {
  await db.write([insert(), update(verified)]);
  expect(await refusal(rename({ firstName: "Closed", lastName: "account", closedAtMs: 5 }))).toBeNull();
});

test("an image is kept while an identity refers to it, and a user has one picture", async () => {
  await db.write([insert()]);
  expect(await refusal(db.query.delete(images).where(eq(images.filename, nameOf("first"))))).toBe("FOREIGN KEY");
  await addImage("face", { purpose: "avatar" });
  await expect(addImage("another face", { purpose: "avatar" })).rejects.toThrow("images.user_id");
});
