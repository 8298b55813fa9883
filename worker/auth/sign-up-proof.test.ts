import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { eq } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { counters, users } from "../../db/schema/index.ts";
import type { Stack } from "../../dev/stack.ts";
import { Client } from "../../dev/test/test-client.ts";
import { databaseOf } from "../../dev/test/test-money.ts";
import { newPerson } from "../../dev/test/test-people.ts";
import { startFreshApi } from "../../dev/test/test-stack.ts";
import { solve } from "../../web/auth/sign-up-with-proof.ts";
import { MINUTE_MS } from "../contract/time.ts";
import { settingsSchema } from "../platform/env.ts";
import { LIMITS } from "../platform/rate-limit.ts";
import { signText } from "../platform/signed-text.ts";

/** A flood of sign-ups from many addresses, with the production limits. */

setDefaultTimeout(600_000);

let stack: Stack;
let db: Database;
beforeAll(async () => {
  stack = await startFreshApi({ ADDRESS_LIMIT_FACTOR: "1" });
  db = databaseOf(stack);
}, 600_000);
afterAll(() => stack.stop());

let addresses = 0;
/** Signs up from an address that no other sign-up has. */
const signUp = (more: object = {}) => {
  addresses += 1;
  const headers = { "CF-Connecting-IP": `203.0.${addresses >> 8}.${addresses & 255}` };
  return new Client(stack.origin).post("/api/auth/signup", { ...newPerson(), ...more }, headers);
};
const solved = (challenge: { nonce: string; iterations: number; zeroBits: number }) =>
  solve(challenge, new AbortController().signal);
/** Sets when the window of the flood ends. */
const endWindow = (atMs: number) =>
  db.write([db.query.update(counters).set({ windowEndsAtMs: atMs }).where(eq(counters.key, "signupWithoutProof"))]);
const isKnown = async (email: string) =>
  (await db.read([db.query.select().from(users).where(eq(users.email, email))]))[0].length === 1;

test("above the limit of a window each sign-up needs a proof, which works once, until the window ends", async () => {
  for (let count = 0; count < LIMITS.signupWithoutProof.max; count += 1) expect((await signUp()).status).toBe(201);
  // The window stays open for as long as the test takes.
  await endWindow(Date.now() + 600 * MINUTE_MS);

  const person = newPerson();
  const refused = await signUp(person);
  expect([refused.status, refused.body]).toEqual([
    403,
    {
      success: false,
      code: "proof_needed",
      message: "Many accounts are being created at this moment. Please try again.",
      challenge: {
        nonce: expect.any(String),
        iterations: 5_000,
        zeroBits: 6,
        task: expect.stringContaining("PBKDF2-HMAC-SHA-256"),
      },
      requestId: expect.any(String),
    },
  ]);
  expect([await isKnown(person.email), refused.headers.getSetCookie()]).toEqual([false, []]);

  const proof = await solved(refused.body.challenge);
  expect((await signUp({ ...person, proof })).status).toBe(201);
  const again = await signUp({ proof });
  expect(again.body.code).toBe("proof_needed");
  expect(again.body.challenge.nonce).not.toBe(proof.nonce);
  expect((await signUp({ proof: await solved(again.body.challenge) })).status).toBe(201);

  await endWindow(Date.now() - 1);
  expect((await signUp()).status).toBe(201);
  // What was proven for nothing, or not at all, does no harm then.
  expect((await signUp({ proof: { nonce: "of nobody", answer: 0 } })).status).toBe(201);
});

test("a proof that is wrong, of a foreign nonce or expired gets a new challenge", async () => {
  const full = { count: LIMITS.signupWithoutProof.max, windowEndsAtMs: Date.now() + 600 * MINUTE_MS };
  await db.write([db.query.update(counters).set(full).where(eq(counters.key, "signupWithoutProof"))]);
  const { challenge } = (await signUp()).body;
  const right = await solved(challenge);
  const settings = settingsSchema.parse(stack.settings);
  const signedAt = (ageMs: number, purpose: string) =>
    signText({ settings, now: () => Date.now() - ageMs }, purpose, { jti: "a" }, 300);
  const nonces = ["", "of nobody", await signedAt(6 * MINUTE_MS, "sign-up-proof"), await signedAt(0, "verify-email")];
  const proofs = [
    { ...right, answer: right.answer + 1_000_000 },
    ...(await Promise.all(nonces.map((nonce) => solved({ ...challenge, nonce })))),
  ];
  for (const proof of proofs) {
    const { status, body } = await signUp({ proof });
    // One in 64 numbers is right by chance.
    if (proof === proofs[0] && status === 201) continue;
    expect([status, body.code]).toEqual([403, "proof_needed"]);
  }
  const fresh = await signedAt(MINUTE_MS, "sign-up-proof");
  expect((await signUp({ proof: await solved({ ...challenge, nonce: fresh }) })).status).toBe(201);
});

test("the owner of a known address is not told apart: the challenge comes first", async () => {
  const known = newPerson();
  const { challenge } = (await signUp(known)).body;
  expect((await signUp({ ...known, proof: await solved(challenge) })).status).toBe(201);
  const answers = await Promise.all([signUp({ email: known.email }), signUp()]);
  const [one, other] = answers.map(({ status, body }) => ({ status, code: body.code, keys: Object.keys(body) }));
  expect(one).toEqual({ ...other } as typeof one);
});

test("a proof of another shape is refused by its field", async () => {
  for (const proof of [
    null,
    5,
    {},
    { nonce: "a", answer: -1 },
    { nonce: "a", answer: 1.5 },
    { nonce: "a".repeat(501), answer: 1 },
  ]) {
    const { status, body } = await signUp({ proof });
    expect([status, body.code, body.field]).toEqual([400, "invalid_input", expect.stringMatching(/^proof/)]);
  }
});
