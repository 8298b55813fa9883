import { beforeAll, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import {
  deposits,
  identities,
  paymentExceptions,
  paymentMethods,
  users,
  withdrawals,
} from "../../../db/schema/index.ts";
import { behindTriggers, setUpDatabase } from "../../../dev/test/test-database.ts";
import { insertAccounts } from "../../ledger/ledger-store.ts";
import { insertUser } from "../../platform/user-store.ts";
import { fillSearchKeys } from "../../profile/fill-search-keys.ts";
import { selectAdminDepositPage } from "../deposits/deposit-admin-store.ts";
import { selectExceptionPage } from "../exceptions/exception-store.ts";
import { selectAdminIdentityPage } from "../identities/identity-admin-store.ts";
import { selectAccountsNamed } from "../ledger/account-admin-store.ts";
import { typedName } from "../lists/person-search.ts";
import { idsNamed } from "../lists/person-sql.ts";
import { selectAdminWithdrawalPage } from "../withdrawals/withdrawal-admin-store.ts";
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
  chey: { name: ["ជ័យ", "សុខ"], phone: "+85588123456" },
  // Of an earlier version: stored as it was typed.
  older: { name: ["Bopha", "Keo"], email: "bopha@bücher.example", phone: "call me maybe" },
  twin: { name: ["Bopha", "Kem"], email: "bopha@xn--bcher-kva.example" },
  other: { name: ["Vanna", "Sok"], email: "vanna@straße.example" },
};

const REQUEST = "3b6ff4be-7c1c-4d2e-9a52-0d6c2f1f7a11";
const SECOND_REQUEST = "9f0e2d11-7c1c-4d2e-9a52-0d6c2f1f7a12";

beforeAll(async () => {
  const { query, write } = database.db;
  // Who searches: account numbers are found by those who see them.
  const admin = { id: "an admin", email: "q@q.q", username: "q", usernameKey: "q", firstName: "Q", lastName: "Q" };
  const made = { role: "admin", roleGivenBy: "system", passwordHash: "-", timeZone: "UTC", createdAtMs: 0 } as const;
  await write([insertUser(query, { ...admin, ...made })]);
  for (const [id, { name, email = `${id}@example.com`, phone = "" }] of Object.entries(PEOPLE)) {
    const [firstName, lastName] = name;
    const row = { id, email, username: id, usernameKey: id, firstName, lastName, phone };
    const user = { ...row, passwordHash: "-", timeZone: "UTC", createdAtMs: 0 };
    const isOlder = /[^ -~]/.test(email);
    await write([isOlder ? query.insert(users).values(user) : insertUser(query, user), insertAccounts(query, id)]);
  }
  expect(await fillSearchKeys(database.db)).toBe(2);
  const request = { userId: "chey", amountCents: 5_000, paymentMethod: "Bank Transfer" as const, requestMessage: "" };
  const times = { createdAtMs: 1, updatedAtMs: 1 };
  const account = { bankName: "ABA", accountId: "AC9-77.1" };
  await behindTriggers(
    database.db,
    ["withdrawals_start_pending", "withdrawals_start_undecided", "deposits_start_pending", "identities_start_pending"],
    [
      query
        .insert(paymentMethods)
        .values({ userId: "jose", bankName: "ABA", accountId: "000 123 4567", updatedAtMs: 0 }),
      query.insert(withdrawals).values([
        {
          ...request,
          ...times,
          ...account,
          id: REQUEST,
          status: "completed",
          approvalsNeeded: 1,
          paymentId: "FT26-1",
          approvedAtMs: 1,
          completedAtMs: 1,
        },
        {
          ...request,
          ...times,
          ...account,
          accountId: "55512",
          id: SECOND_REQUEST,
          status: "pending",
          approvalsNeeded: 1,
          createdAtMs: 2,
        },
      ]),
      query.insert(deposits).values({
        ...times,
        id: "deposit-1",
        userId: "dara",
        amountCents: 100,
        status: "paid",
        billNumber: "DDD11111111",
        qrString: "q",
        md5Hash: "m",
        expiresAtMs: 1,
        paidAtMs: 1,
        settlementHash: "hash",
        bankReference: "bank-ref 7",
      }),
      query.insert(paymentExceptions).values({
        id: "exception-1",
        depositId: "deposit-1",
        settlementHash: "other-hash",
        reason: "paid_twice",
        paidAmount: 1,
        paidCurrency: "USD",
        createdAtMs: 1,
      }),
      query.insert(identities).values({
        userId: "dara",
        status: "verified",
        submittedAtMs: 1,
        decidedBy: "sokha",
        decidedAtMs: 1,
      }),
    ],
  );
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
    ["BÜCHER.example", ["older", "twin"]],
    ["bücher.exa", ["older", "twin"]],
    ["@bücher.", ["older", "twin"]],
    ["bücher", ["older", "twin"]],
    ["straße.ex", ["other"]],
    ["BOPHA@BÜCHER.example", ["older", "twin"]],
    ["bopha@xn--bcher-kva.example", ["older", "twin"]],
    ["bopha@xn--bcher", ["older", "twin"]],
    ["bopha@", ["older", "twin"]],
    ["vanna@xn--strae-oqa.example", ["other"]],
    ["vanna@strasse.example", []],
    // As mail programs copy it.
    ["Vanna Sok <vanna@straße.example>", ["other"]],
    ["mailto:vanna@straße.example", ["other"]],
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

describe("a search finds a person by any part of the e-mail address", () => {
  test.each([
    ["cher.example", ["older"]],
    ["nna@stra", ["other"]],
    ["OKHA@", ["sokha"]],
    [" sokha@ example.com ", ["sokha"]],
    ["kh", []],
  ])("%j", async (search, ids) => {
    expect(await found({ search })).toEqual(ids);
  });
});

describe("a search finds what was copied with characters that nobody sees, and in any spelling", () => {
  test.each([
    ["\u200Eចាន់\u200Bម៉ាលី\uFEFF", ["maly"]],
    ["Chan\tSokha\r\n", ["sokha"]],
    ["\u202A+855 12 345 678\u202C", ["sokha"]],
    ["ＳＯＫＨＡ＠example.com", ["sokha"]],
    ["០០០ ១២៣ ៤៥៦ ៧", ["jose"]],
  ])("%j", async (search, ids) => {
    expect(await found({ search })).toEqual(ids);
  });
});

describe("a search finds a person by a bank account, and by a withdrawal or deposit of theirs", () => {
  test.each([
    // Of the profile, and of a request before it was changed.
    ["000 123 4567", ["jose"]],
    ["0001234567", ["jose"]],
    ["000-123", ["jose"]],
    ["AC9-77.1", ["chey"]],
    ["ac9771", ["chey"]],
    // The id of a request as its button copies it, and its reference.
    ["3B6FF4BE-7c1c-4d2e-9a52-0d6c2f1f7a11", ["chey"]],
    ["3b6ff4be", ["chey"]],
    ["3b6ff4", []],
    ["ft 26-1", ["chey"]],
    ["BANK-REF 7", ["dara"]],
    ["ddd11", ["dara"]],
  ])("%j", async (search, ids) => {
    expect(await found({ search })).toEqual(ids);
  });
});

describe("the search of a list finds the item itself, or all of its person", () => {
  const withdrawalsFor = async (user: string) => {
    const { query, read } = database.db;
    const page = { limit: 50, sort: "oldest" as const };
    const rules = {
      nowMs: 0,
      firstTargetHours: 24,
      unverifiedPayout: "refused" as const,
      soleApproverPayout: "refused" as const,
    };
    const [rows] = await read([selectAdminWithdrawalPage(query, callerId, { user }, page, rules)[0]]);
    return rows.map(({ id }) => id);
  };

  test.each([
    [REQUEST, [REQUEST]],
    [REQUEST.slice(0, 8), [REQUEST]],
    ["ft26-1", [REQUEST]],
    ["ac9 771", [REQUEST]],
    ["សុខ ជ័យ", [REQUEST, SECOND_REQUEST]],
    ["ជ័យ សុខ", [REQUEST, SECOND_REQUEST]],
    ["0881 23", [REQUEST, SECOND_REQUEST]],
    ["chey@exam", [REQUEST, SECOND_REQUEST]],
    ["nobody", []],
  ])("withdrawals by %j", async (search, ids) => {
    expect(await withdrawalsFor(search)).toEqual(ids);
  });

  test("and so do those of deposits, exceptions, identities and transfers", async () => {
    const { query, read } = database.db;
    const page = { limit: 50, sort: "newest" as const };
    const idsOf = async (search: string) => {
      const [byDeposit, byException, byIdentity] = await read([
        selectAdminDepositPage(query, callerId, { search }, page),
        selectExceptionPage(query, callerId, { user: search }, page),
        selectAdminIdentityPage(query, callerId, { user: search }, page, "2030-01-01"),
      ]);
      return [byDeposit, byException, byIdentity].map((rows) => rows.map(({ id }) => id));
    };
    const ofDara = [["deposit-1"], ["exception-1"], ["dara"]];
    for (const search of ["O’Neil Sok", "+66 81 234", "ara@example"]) {
      expect([search, await idsOf(search)]).toEqual([search, ofDara]);
    }
    expect(await idsOf("ddd11111111")).toEqual([["deposit-1"], ["exception-1"], []]);
    expect(await idsOf("nobody")).toEqual([[], [], []]);
  });
});

test("the accounts of one mailbox are listed, however it is spelled, and no others", async () => {
  expect(await found({ state: "shared_mailbox" })).toEqual(["older", "twin"]);
  expect(await found({ state: "shared_mailbox", search: "kem" })).toEqual(["twin"]);
});
