import { expect, test } from "bun:test";
import type { EncryptionKey } from "../platform/versioned-encryption.ts";
import { newTotpSecret } from "./totp.ts";
import { decryptTotpSecret, encryptTotpSecret } from "./totp-secret.ts";

const key = (version: number): EncryptionKey => ({ version, key: new Uint8Array(32).fill(version) });
const SECRET = newTotpSecret();

test("an encrypted secret can be read with its key, and differs each time", async () => {
  const [one, two] = [
    await encryptTotpSecret([key(1)], "ana", SECRET),
    await encryptTotpSecret([key(1)], "ana", SECRET),
  ];
  expect(one).toMatch(/^v1:[\w-]+$/);
  expect(one).not.toBe(two);
  expect(one).not.toContain(SECRET);
  for (const stored of [one, two]) expect(await decryptTotpSecret([key(1)], "ana", stored)).toBe(SECRET);
});

test("a secret that was stored unencrypted can be read", async () => {
  expect(await decryptTotpSecret([key(1)], "ana", SECRET)).toBe(SECRET);
});

test("a secret is bound to its user", async () => {
  const stored = await encryptTotpSecret([key(1)], "ana", SECRET);
  expect(decryptTotpSecret([key(1)], "boran", stored)).rejects.toThrow("cannot be decrypted");
});

test("with a new key, old secrets can be read and new ones are encrypted with it", async () => {
  const before = await encryptTotpSecret([key(1)], "ana", SECRET);
  const keys = [key(2), key(1)];
  expect(await decryptTotpSecret(keys, "ana", before)).toBe(SECRET);
  const after = await encryptTotpSecret(keys, "ana", SECRET);
  expect(after).toStartWith("v2:");
  expect(await decryptTotpSecret([key(2)], "ana", after)).toBe(SECRET);
});

test("a secret whose key is no longer configured is a fault, not a wrong code", async () => {
  const stored = await encryptTotpSecret([key(1)], "ana", SECRET);
  expect(decryptTotpSecret([key(2)], "ana", stored)).rejects.toThrow("no key of version 1");
});

test.each(["", "v1:", "v1:x", "v1:not base64!", "abc", "v1:AAAA.BBBB"])("%p is not a stored secret", async (stored) => {
  expect(decryptTotpSecret([key(1)], "ana", stored)).rejects.toThrow();
});

test("a changed secret, and another key of the same version, are refused", async () => {
  const stored = await encryptTotpSecret([key(1)], "ana", SECRET);
  const changed = stored.slice(0, -1) + (stored.endsWith("A") ? "B" : "A");
  expect(decryptTotpSecret([key(1)], "ana", changed)).rejects.toThrow("cannot be decrypted");
  expect(decryptTotpSecret([{ ...key(2), version: 1 }], "ana", stored)).rejects.toThrow("cannot be decrypted");
});
