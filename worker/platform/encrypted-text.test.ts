import { expect, test } from "bun:test";
import { decryptText, encryptText } from "./encrypted-text.ts";

const encryption = { secret: new Uint8Array(32).fill(7), purpose: "token", belongsTo: "bakong" };

test("an encrypted text decrypts again, and differs each time", async () => {
  const [one, two] = [await encryptText(encryption, "រាជធានី"), await encryptText(encryption, "រាជធានី")];
  expect(one).not.toBe(two);
  expect(await decryptText(encryption, one)).toBe("រាជធានី");
  expect(await decryptText(encryption, two)).toBe("រាជធានី");
});

test.each([
  ["another secret", { ...encryption, secret: new Uint8Array(32).fill(8) }],
  ["another purpose", { ...encryption, purpose: "cookie" }],
  ["another owner", { ...encryption, belongsTo: "mail" }],
])("%s does not decrypt it", async (_, other) => {
  expect(await decryptText(other, await encryptText(encryption, "secret"))).toBeNull();
});

test.each(["", "x", "A".repeat(16), "not base64 at all!"])("%p does not decrypt", async (text) => {
  expect(await decryptText(encryption, text)).toBeNull();
});

test("a text that was changed does not decrypt", async () => {
  const sealed = await encryptText(encryption, "secret");
  const changed = (sealed.startsWith("A") ? "B" : "A") + sealed.slice(1);
  expect(await decryptText(encryption, changed)).toBeNull();
});
