import { expect, setDefaultTimeout, test } from "bun:test";
import { dummyHash, hashPassword, verifyPassword } from "./password-hash.ts";

setDefaultTimeout(120_000);

const old = { version: 1, key: new Uint8Array(32).fill(1) };
const current = { version: 2, key: new Uint8Array(32).fill(2) };
const sentence = "correct horse battery staple";

test("a password fits its own hash and no other does", () => {
  const stored = hashPassword(sentence, [current]);
  expect(verifyPassword(sentence, stored, [current])).toEqual({ matches: true, isOutdated: false });
  expect(verifyPassword(`${sentence} `, stored, [current]).matches).toBe(false);
});

test("the same password gives another hash each time", () => {
  expect(hashPassword(sentence, [current])).not.toBe(hashPassword(sentence, [current]));
});

test("the hash names its parameters", () => {
  expect(hashPassword(sentence, [current])).toMatch(/^\$scrypt\$v=2\$ln=15,r=8,p=3\$[\w+/]{22}\$[\w+/]{43}$/);
});

test("a hash made with an older pepper still fits and asks to be made anew", () => {
  const stored = hashPassword(sentence, [old]);
  expect(verifyPassword(sentence, stored, [current, old])).toEqual({ matches: true, isOutdated: true });
});

test("without its pepper a hash is worth nothing", () => {
  const stored = hashPassword(sentence, [{ ...current, key: new Uint8Array(32).fill(9) }]);
  expect(verifyPassword(sentence, stored, [current]).matches).toBe(false);
});

test("two ways to type the same letter are one password", () => {
  const stored = hashPassword("caf\u00e9 au lait", [current]);
  expect(verifyPassword("cafe\u0301 au lait", stored, [current]).matches).toBe(true);
});

test("a planted row cannot ask for more work than we allow", () => {
  const stored = "$scrypt$v=2$ln=24,r=8,p=3$AAAAAAAAAAAAAAAAAAAAAA$AAAA";
  expect(() => verifyPassword(sentence, stored, [current])).toThrow("not of our form");
});

test("no password has the hash of an account that does not exist", () => {
  expect(verifyPassword(sentence, dummyHash([current]), [current]).matches).toBe(false);
});
