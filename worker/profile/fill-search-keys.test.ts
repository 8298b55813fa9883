import { expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { users } from "../../db/schema/index.ts";
import { setUpDatabase } from "../../dev/test/test-database.ts";
import { erasePerson, insertUser } from "../platform/user-store.ts";
import { fillSearchKeys } from "./fill-search-keys.ts";

const database = setUpDatabase();

type Changes = Partial<typeof users.$inferInsert>;

/** Inserts a row as the version before did, which knew no keys. */
async function addOlder(id: string, changes: Changes = {}): Promise<void> {
  const { query, write } = database.db;
  const row = { id, email: `${id}@example.com`, username: id, usernameKey: id, firstName: "Sokha", lastName: "Chan" };
  await write([query.insert(users).values({ ...row, passwordHash: "-", timeZone: "UTC", createdAtMs: 0, ...changes })]);
}

async function rowOf(id: string) {
  const { query, read } = database.db;
  const { email, mailbox, firstNameKey, lastNameKey, phone } = users;
  const [[row]] = await read([
    query.select({ email, mailbox, firstNameKey, lastNameKey, phone }).from(users).where(eq(users.id, id)),
  ]);
  return row;
}

test("rows of an earlier version get their keys once, and stay readable", async () => {
  const { db } = database;
  await addOlder("plain", { phone: "012 345 678" });
  await addOlder("khmer", { firstName: "ម៉ាលី", lastName: "ចាន់", phone: "call me maybe" });
  await addOlder("unicode", { email: "sokha@bücher.example" });
  await addOlder("ascii", { email: "sokha@xn--bcher-kva.example" });
  await addOlder("closed");
  await db.write([db.query.update(users).set({ mailbox: null, closedAtMs: 1 }).where(eq(users.id, "closed"))]);
  expect(await fillSearchKeys(db)).toBe(4);

  expect(await rowOf("plain")).toEqual({
    email: "plain@example.com",
    mailbox: "plain@example.com",
    firstNameKey: "sokha",
    lastNameKey: "chan",
    phone: "+85512345678",
  });
  expect(await rowOf("khmer")).toMatchObject({ firstNameKey: "មល", lastNameKey: "ចន", phone: "call me maybe" });
  // Two accounts of one mailbox stay two, each with the spelling that its owner signs in with.
  expect(await rowOf("unicode")).toMatchObject({
    email: "sokha@bücher.example",
    mailbox: "sokha@xn--bcher-kva.example",
  });
  expect(await rowOf("ascii")).toMatchObject({
    email: "sokha@xn--bcher-kva.example",
    mailbox: "sokha@xn--bcher-kva.example",
  });
  expect(await rowOf("closed")).toMatchObject({ mailbox: null });
  expect(await fillSearchKeys(db)).toBe(0);
});

test("no more are filled at once than asked for", async () => {
  for (let i = 0; i < 450; i += 1) await addOlder(`older-${i}`);
  expect(await fillSearchKeys(database.db, 300)).toBe(400);
  expect(await fillSearchKeys(database.db)).toBe(50);
});

test("a new account needs no job, and a closed one is found by nobody's name", async () => {
  const { query, read: _, write } = database.db;
  const person = { username: "maly", usernameKey: "maly", firstName: "Maly", lastName: "O’Neil" };
  await write([
    insertUser(query, {
      id: "new",
      email: "maly@example.com",
      ...person,
      passwordHash: "-",
      timeZone: "UTC",
      createdAtMs: 0,
    }),
  ]);
  expect(await rowOf("new")).toMatchObject({ mailbox: "maly@example.com", firstNameKey: "maly", lastNameKey: "oneil" });
  expect(await fillSearchKeys(database.db)).toBe(0);
  await write([erasePerson(query, "new", 1)]);
  expect(await rowOf("new")).toMatchObject({
    mailbox: "closed-new@closed.invalid",
    firstNameKey: "closed",
    lastNameKey: "account",
    phone: "",
  });
});
