import { expect, setDefaultTimeout, test } from "bun:test";
import { dummyHash, hashPassword, verifyPassword } from "./password-hash.ts";

setDefaultTimeout(600_000);

const old = { version: 1, key: new Uint8Array(32).fill(1) };
const current = { version: 2, key: new Uint8Array(32).fill(2) };
/** A low cost for tests that do not depend on it: a hash at full cost takes a third of a second. */
const LOW_COST = 8;
const sentence = "correct horse battery staple";

test("a password matches its own hash and no other", () => {
  const stored = hashPassword(sentence, [current], LOW_COST);
  expect(verifyPassword(sentence, stored, [current], LOW_COST)).toEqual({
    matches: true,
    isOutdated: false,
    isBroken: false,
  });
  expect(verifyPassword(`${sentence} `, stored, [current], LOW_COST).matches).toBe(false);
});

test("the same password gives another hash each time", () => {
  expect(hashPassword(sentence, [current], LOW_COST)).not.toBe(hashPassword(sentence, [current], LOW_COST));
});

test("the hash names its parameters", () => {
  expect(hashPassword(sentence, [current])).toMatch(/^\$scrypt\$v=2\$ln=15,r=8,p=3\$[\w+/]{22}\$[\w+/]{43}$/);
});

test("a hash with an older pepper still matches and is outdated", () => {
  const stored = hashPassword(sentence, [old], LOW_COST);
  expect(verifyPassword(sentence, stored, [current, old], LOW_COST)).toEqual({
    matches: true,
    isOutdated: true,
    isBroken: false,
  });
});

test("without its pepper a hash matches nothing", () => {
  const stored = hashPassword(sentence, [{ ...current, key: new Uint8Array(32).fill(9) }], LOW_COST);
  expect(verifyPassword(sentence, stored, [current]).matches).toBe(false);
});

test("two encodings of the same letter are one password", () => {
  const stored = hashPassword("caf\u00e9 au lait", [current], LOW_COST);
  expect(verifyPassword("cafe\u0301 au lait", stored, [current]).matches).toBe(true);
});

const [, , , , , salt] = hashPassword(sentence, [current], LOW_COST).split("$");
const storedAs = (version: number, cost: string) => `$scrypt$v=${version}$${cost}$${salt}$${"A".repeat(43)}`;
/** A check, and the CPU time it took, which other processes do not affect. */
function check(hash: string) {
  const before = process.cpuUsage();
  const outcome = verifyPassword(sentence, hash, [current]);
  return { outcome, cpuUs: process.cpuUsage(before).user };
}
let real: ReturnType<typeof check> | undefined;
test.each([
  ["more work than is allowed", storedAs(2, "ln=24,r=8,p=3")],
  ["more memory than is allowed", storedAs(2, "ln=17,r=8,p=3")],
  ["a block size of zero", storedAs(2, "ln=15,r=0,p=3")],
  ["no lane", storedAs(2, "ln=15,r=8,p=0")],
  ["no work", storedAs(2, "ln=0,r=8,p=3")],
  ["an unknown pepper", storedAs(9, "ln=15,r=8,p=3")],
  ["text that is not a PHC string", "not a hash"],
])("a stored hash with %s matches no password, at the cost of a real check", (_, stored) => {
  real ??= check(dummyHash([current]));
  const broken = check(stored);
  expect(broken.outcome).toEqual({ matches: false, isOutdated: false, isBroken: true });
  expect(broken.cpuUs).toBeGreaterThan(real.cpuUs / 4);
});

test("no password matches the dummy hash", () => {
  expect(verifyPassword(sentence, dummyHash([current], LOW_COST), [current]).matches).toBe(false);
});
