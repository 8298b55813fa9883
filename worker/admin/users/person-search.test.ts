import { beforeAll, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { users } from "../../../db/schema/index.ts";
import { setUpDatabase } from "../../../dev/test/test-database.ts";
import { insertAccounts } from "../../ledger/ledger-store.ts";
import { insertUser } from "../../platform/user-store.ts";
import { fillSearchKeys } from "../../profile/fill-search-keys.ts";
import { selectAccountsNamed } from "../ledger/account-admin-store.ts";
import { typedName } from "../lists/person-search.ts";
import { idsNamed } from "../lists/person-sql.ts";
import { selectUserPage, type UserState } from "./user-admin-store.ts";

const database = setUpDatabase();
const callerId = sql<string>`(SELECT 'an admin')`;

/** A person, with the name as first and last name. */
type Given = { name: [string, string]; email?: string; phone?: string };
const PEOPLE: Record<string, Given> = {
  sokha: { name: ["Sokha", "Chan"], phone: "+85512345678" },
  dara: { name: ["Sok Dara", "O’Neil"], phone: "+66812345678" },
  jose: { name: ["José", "Éliás"] },
  maly: { name: ["ម៉ាលី", "ចាន់"] },
  molo: { name: ["មុល", "ចន្ទ"] },
  chey: { name: ["ជ័យ", "សុខ"] },
  // Of an earlier version: stored as it was typed.
  older: { name: ["Bopha", "Keo"], email: "bopha@bücher.example", phone: "call me maybe" },
  twin: { name: ["Bopha", "Kem"], email: "bopha@xn--bcher-kva.example" },
  other: { name: ["Vanna", "Sok"], email: "vanna@straße.example" },
};

beforeAll(async () => {
  const { query, write } = database.db;
  for (const [id, { name, email = `${id}@example.com`, phone = "" }] of Object.entries(PEOPLE)) {
    const [firstName, lastName] = name;
    const row = { id, email, username: id, usernameKey: id, firstName, lastName, phone };
    const user = { ...row, passwordHash: "-", timeZone: "UTC", createdAtMs: 0 };
    const isOlder = /[^ -~]/.test(email);
    await write([isOlder ? query.insert(users).values(user) : insertUser(query, user), insertAccounts(query, id)]);
  }
  expect(await fillSearchKeys(database.db)).toBe(2);
});

async function found(filter: { search?: string; state?: UserState }): Promise<string[]> {
  const { query, read } = database.db;
  const [rows] = await read([selectUserPage(query, callerId, filter, { limit: 50, sort: "newest" })]);
  return rows.map(({ id }) => id).sort();
}

describe("a search finds a person by the name", () => {
  test.each([
    ["Sokha Chan", ["sokha"]],
    ["chan sokha", ["sokha"]],
    ["Chan, Sokha", ["sokha"]],
    ["  SOKHA  CH", ["sokha"]],
    ["sokhachan", ["sokha"]],
    ["Dara", ["dara"]],
    ["sok dara oneil", ["dara"]],
    ["O'Neil", ["dara"]],
    ["o’neil sok", ["dara"]],
    ["jose", ["jose"]],
    ["JOSÉ E", ["jose"]],
    ["elias jose", ["jose"]],
    ["ÉLIÁS", ["jose"]],
    // As written, without the sign, the other order, without a space, and without any marks.
    ["ម៉ាលី", ["maly"]],
    ["មាលី", ["maly"]],
    ["ម៉ាលី ចាន់", ["maly"]],
    ["ចាន់ ម៉ាលី", ["maly"]],
    ["ចាន់ម៉ាលី", ["maly"]],
    ["ចានមាលី", ["maly"]],
    ["ជ័យ", ["chey"]],
    ["ជយ", ["chey"]],
    ["សុខ ជយ", ["chey"]],
    ["សខ", ["chey"]],
    // Vowels that are typed count: another name has the same consonants.
    ["មុល", ["molo"]],
    ["មល", ["maly", "molo"]],
    ["មើល", []],
    ["់", []],
    ["Nobody", []],
  ])("%j", async (search, ids) => {
    expect(await found({ search })).toEqual(ids);
  });
});

describe("a search finds a person by the phone number", () => {
  test.each([
    ["012 345 678", ["sokha"]],
    ["012345678", ["sokha"]],
    ["012-345", ["sokha"]],
    ["+855 12 345 678", ["sokha"]],
    ["+855 (0)12 345 678", ["sokha"]],
    ["00855 12 345", ["sokha"]],
    ["855 12 345", ["sokha"]],
    ["12 345 678", ["sokha"]],
    ["០១២ ៣៤៥", ["sokha"]],
    ["+66 81 234", ["dara"]],
    ["66812", ["dara"]],
    ["call me", ["older"]],
    ["099", []],
  ])("%j", async (search, ids) => {
    expect(await found({ search })).toEqual(ids);
  });
});

describe("a search finds a mailbox in each spelling", () => {
  test.each([
    ["bopha@bücher.example", ["older", "twin"]],
    ["BOPHA@BÜCHER.example", ["older", "twin"]],
    ["bopha@xn--bcher-kva.example", ["older", "twin"]],
    ["bopha@xn--bcher", ["older", "twin"]],
    ["bopha@", ["older", "twin"]],
    ["vanna@xn--strae-oqa.example", ["other"]],
    ["vanna@strasse.example", []],
  ])("%j", async (search, ids) => {
    expect(await found({ search })).toEqual(ids);
  });

  test("and so do the filters for one person, and the search of accounts of money", async () => {
    const { query, read } = database.db;
    const named = async (text: string) => {
      const ids = idsNamed(typedName(text, "user"));
      const [rows] = await read([query.select({ id: users.id }).from(users).where(sql`${users.id} IN ${ids}`)]);
      return rows.map(({ id }) => id).sort();
    };
    expect(await named("Vanna@Straße.example")).toEqual(["other"]);
    expect(await named("vanna@xn--strae-oqa.example")).toEqual(["other"]);
    expect(await named("012 345 678")).toEqual(["sokha"]);
    expect(await named("sokha")).toEqual(["sokha"]);

    for (const search of ["vanna@xn--strae-oqa.example", "sok vanna"]) {
      const [accounts] = await read([selectAccountsNamed(query, callerId, search)]);
      expect(accounts.map(({ id }) => id)).toEqual(["available:other", "held:other"]);
    }
  });
});

test("the accounts of one mailbox are listed, however it is spelled, and no others", async () => {
  expect(await found({ state: "shared_mailbox" })).toEqual(["older", "twin"]);
  expect(await found({ state: "shared_mailbox", search: "kem" })).toEqual(["twin"]);
});
