import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { eq, like } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { users } from "../../db/schema/index.ts";
import type { Stack } from "../../dev/stack.ts";
import { Client } from "../../dev/test/test-client.ts";
import { newGooglePerson, signInWithGoogle } from "../../dev/test/test-google.ts";
import { codeFromMail, nextMailAbout } from "../../dev/test/test-mails.ts";
import { databaseOf } from "../../dev/test/test-money.ts";
import { newAdmin, newPerson, newTrader, type Trader } from "../../dev/test/test-people.ts";
import { apiStack } from "../../dev/test/test-stack.ts";
import { fillSearchKeys } from "../profile/fill-search-keys.ts";

setDefaultTimeout(600_000);

let stack: Stack;
let db: Database;
beforeAll(async () => {
  stack = await apiStack();
  db = databaseOf(stack);
}, 600_000);

const anyone = () => new Client(stack.origin);
let mailboxes = 0;

/** The two spellings of a mailbox that is unique in the run. */
function newMailbox() {
  mailboxes += 1;
  const local = `sokha.${Date.now().toString(36)}${mailboxes}`;
  return { local, unicode: `${local}@bücher.example`, ascii: `${local}@xn--bcher-kva.example` };
}

const signUp = (email: string) => {
  const client = anyone();
  return client.post("/api/auth/signup", { ...newPerson(), email }).then((reply) => ({ client, reply }));
};
const logIn = (email: string, password: string) => anyone().post("/api/auth/login", { email, password });
const accountsOf = async (local: string) => {
  const [rows] = await db.read([
    db.query
      .select({ id: users.id, email: users.email })
      .from(users)
      .where(like(users.email, `${local}@%`)),
  ]);
  return rows;
};

/** Gives an account an address as the version before stored it: in the spelling that was typed, and without its mailbox. */
async function storeAsTyped(trader: Trader, email: string): Promise<void> {
  await db.write([db.query.update(users).set({ email, mailbox: null }).where(eq(users.id, trader.userId))]);
}

describe("a mailbox whose domain has two spellings", () => {
  test.each([
    ["unicode", "ascii"],
    ["ascii", "unicode"],
  ] as const)("has one account, signed up in %s and then in %s", async (first, second) => {
    const mailbox = newMailbox();
    const { client, reply } = await signUp(mailbox[first]);
    const again = await signUp(mailbox[second]);
    expect([reply.status, again.reply.status]).toEqual([201, 201]);
    expect(again.reply.body).toEqual({ ...reply.body, requestId: again.reply.body.requestId });
    expect(await accountsOf(mailbox.local)).toEqual([{ id: expect.any(String), email: mailbox.ascii }]);
    const code = await codeFromMail(stack, mailbox.ascii);
    await nextMailAbout(stack, mailbox.ascii, "You already have a Tonle account");
    expect((await client.post("/api/auth/verify-email", { code })).status).toBe(200);
    for (const email of [mailbox.unicode, mailbox.ascii, mailbox.unicode.toUpperCase()]) {
      expect((await logIn(email, newPerson().password)).status).toBe(200);
    }
  });

  test("counts wrong passwords together", async () => {
    const triesWith = async (...spellings: string[]) => {
      for (let tries = 0; ; tries += 1) {
        const email = spellings[tries % spellings.length] ?? "";
        if ((await logIn(email, "not the right one")).status === 429) return tries;
      }
    };
    const mailbox = newMailbox();
    expect(await triesWith(mailbox.unicode, mailbox.ascii)).toBe(await triesWith(newMailbox().ascii));
  });

  test("is the same for Google", async () => {
    const mailbox = newMailbox();
    const trader = await newTrader(stack);
    await storeAsTyped(trader, mailbox.unicode);
    await fillSearchKeys(db);
    const person = newGooglePerson({ email: mailbox.ascii });
    const { page } = await signInWithGoogle(stack, person);
    // The account is there, and Google does not run the mailbox.
    expect(page).toBe("/login?google=existing");
    expect(await accountsOf(mailbox.local)).toEqual([{ id: trader.userId, email: mailbox.unicode }]);
  });
});

describe("an account of the version before, stored in its typed spelling", () => {
  test("is found in both spellings, and a reset is mailed to it as it is stored", async () => {
    const mailbox = newMailbox();
    const trader = await newTrader(stack);
    await storeAsTyped(trader, mailbox.unicode);
    expect((await logIn(mailbox.unicode, trader.password)).status).toBe(200);
    await fillSearchKeys(db);
    for (const email of [mailbox.unicode, mailbox.ascii]) {
      expect((await logIn(email, trader.password)).body.user._id).toBe(trader.userId);
    }
    await anyone().post("/api/auth/forgot-password", { email: mailbox.ascii });
    await nextMailAbout(stack, mailbox.unicode, "Choose a new Tonle password");
    await signUp(mailbox.ascii);
    expect(await accountsOf(mailbox.local)).toHaveLength(1);
  });

  test("keeps signing in as it is spelled beside another of the same mailbox, and admins see both", async () => {
    const mailbox = newMailbox();
    const [one, other] = [await newTrader(stack), await newTrader(stack)];
    await storeAsTyped(one, mailbox.unicode);
    await storeAsTyped(other, mailbox.ascii);
    const idsOf = async () =>
      Promise.all(
        [mailbox.unicode, mailbox.ascii].map(async (email) => (await logIn(email, one.password)).body.user._id),
      );
    expect(await idsOf()).toEqual([one.userId, other.userId]);
    await fillSearchKeys(db);
    expect(await idsOf()).toEqual([one.userId, other.userId]);

    const admin = await newAdmin(stack);
    const listed = await admin.get(`/api/admin/users?state=shared_mailbox&search=${mailbox.local}`);
    expect(listed.body.users.map(({ email }: { email: string }) => email).sort()).toEqual(
      [mailbox.unicode, mailbox.ascii].sort(),
    );
    for (const email of [mailbox.unicode, mailbox.ascii]) {
      const found = await admin.get(`/api/admin/users?search=${encodeURIComponent(email)}`);
      expect(found.body.users).toHaveLength(2);
    }
  });
});
