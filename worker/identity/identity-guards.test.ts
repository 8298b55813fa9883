import { beforeAll, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { eq } from "drizzle-orm";
import type { Database, Statement } from "../../db/client.ts";
import type { GuardName } from "../../db/guard-names.ts";
import { idCardFields, identities, images, notifications, users } from "../../db/schema/index.ts";
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

/** What is stored of a card, with columns of the form of encrypted ones. */
const fields = (row: Partial<typeof idCardFields.$inferInsert> = {}) =>
  db.query.insert(idCardFields).values({
    filename: nameOf("first"),
    name: "v1:n",
    number: "v1:n",
    birthDate: "v1:b",
    numberDigest: `v1:${trader}`,
    expiresOn: "2030-02-28",
    readBy: "admin",
    readAtMs: 2,
    ...row,
  });

test("an identity is verified with the card that the same admin read, or without one as an earlier version does", async () => {
  const withCard = { ...verified, isCardRead: true };
  await addPerson(db, "another admin", "admin");
  await db.write([insert()]);
  expect(await refusal(update(withCard))).toBe("card_unread");
  expect(await refusal(update({ ...rejected, isCardRead: true }))).toBe("card_unread");
  expect(await refusal(fields({ readBy: "another admin" }), update(withCard))).toBe("card_unread");
  expect(await refusal(fields(), update(withCard))).toBeNull();

  trader = `trader${people++}`;
  await addPerson(db, trader);
  await addImage("first");
  await db.write([insert()]);
  expect(await refusal(update(verified))).toBeNull();
});

test.each<[string, () => Parameters<typeof fields>[0], GuardName]>([
  ["read by its owner", () => ({ readBy: trader }), "not_an_admin"],
  ["of another image than the identity's", () => ({ filename: nameOf("second") }), "wrong_state"],
  ["that is not encrypted", () => ({ number: "012345678" }), "id_card_fields_encrypted"],
  ["that expires on no day", () => ({ expiresOn: "2030-02-30" }), "id_card_fields_expiry"],
  ["with the number of another account", () => ({ numberDigest: "v1:taken" }), "card_used"],
])("a card %s is not recorded", async (_, build, guard) => {
  const owner = trader;
  trader = `trader${people++}`;
  await addPerson(db, trader);
  await addImage("first");
  await db.write([insert(), fields({ numberDigest: `v1:taken`, usedReason: "The first of them" })]);
  trader = owner;
  await db.write([insert()]);
  expect(await refusal(fields(build()))).toBe(guard);
});

test("a card whose picture another account has is recorded with a reason alone; what an admin sent is nobody's card", async () => {
  const digest = (filename: string) =>
    db.query.update(images).set({ digest: "same" }).where(eq(images.filename, filename));
  const mine = nameOf("first");
  await db.write([insert(), digest(mine)]);
  const owner = trader;
  trader = `trader${people++}`;
  await addPerson(db, trader);
  await addImage("first", { uploadedBy: "admin" });
  const [sent, theirs] = [nameOf("first"), trader];
  await db.write([digest(sent)]);
  trader = owner;
  expect(await refusal(fields(), db.query.delete(idCardFields))).toBeNull();
  trader = theirs;
  await addImage("second");
  await db.write([digest(nameOf("second"))]);
  trader = owner;
  expect(await refusal(fields())).toBe("card_used");
  expect(await refusal(fields({ usedReason: "Twins" }))).toBeNull();
});

test("a card's fields stay as they were read, are told once, and go with their image", async () => {
  await db.write([insert(), fields(), update({ ...verified, isCardRead: true })]);
  const set = (row: Partial<typeof idCardFields.$inferInsert>) =>
    db.query
      .update(idCardFields)
      .set(row)
      .where(eq(idCardFields.filename, nameOf("first")));
  for (const row of [{ expiresOn: "2031-01-01" }, { readBy: "admin" }, { usedReason: "Mine" }]) {
    expect(await refusal(set(row))).toBe("card_fields_fixed");
  }
  expect(await refusal(set({ name: "v2:n", number: "v2:n", birthDate: "v2:b", numberDigest: "v2:d" }))).toBeNull();
  expect(await refusal(set({ expiryToldAtMs: 5 }))).toBeNull();
  expect(await refusal(set({ expiryToldAtMs: 6 }))).toBe("card_fields_fixed");
  const [told] = await db.read([db.query.select().from(notifications).where(eq(notifications.event, "card_expires"))]);
  expect(told.map(({ userId, subject }) => [userId, subject])).toEqual([[trader, "2030-02-28"]]);

  await db.write([update({ image: null }), db.query.delete(images).where(eq(images.filename, nameOf("first")))]);
  const [left] = await db.read([
    db.query
      .select()
      .from(idCardFields)
      .where(eq(idCardFields.filename, nameOf("first"))),
  ]);
  expect(left).toEqual([]);
});

test("a digest is written once where there is none, and nothing else of an image changes", async () => {
  const set = (row: Partial<typeof images.$inferInsert>) =>
    db.query
      .update(images)
      .set(row)
      .where(eq(images.filename, nameOf("first")));
  for (const row of [{ sizeBytes: 2 }, { digest: "a", userId: "trader0" }]) {
    expect(await refusal(set(row))).toBe("image_terms_fixed");
  }
  expect(await refusal(set({ digest: "a" }))).toBeNull();
  for (const digest of ["b", "a", null]) expect(await refusal(set({ digest }))).toBe("image_terms_fixed");
});
