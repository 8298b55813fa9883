import { expect, test } from "bun:test";
import { decryptText, encryptText } from "./encrypted-text.ts";

const seal = { secret: new Uint8Array(32).fill(7), purpose: "token", belongsTo: "bakong" };

test("a sealed text opens again, and looks different each time", async () => {
  const [one, two] = [await encryptText(seal, "រាជធានី"), await encryptText(seal, "រាជធានី")];
  expect(one).not.toBe(two);
  expect(await decryptText(seal, one)).toBe("រាជធានី");
  expect(await decryptText(seal, two)).toBe("រាជធានី");
});

test.each([
  ["another secret", { ...seal, secret: new Uint8Array(32).fill(8) }],
  ["another purpose", { ...seal, purpose: "cookie" }],
  ["another owner", { ...seal, belongsTo: "mail" }],
])("%s does not open it", async (_, other) => {
  expect(await decryptText(other, await encryptText(seal, "secret"))).toBeNull();
});

test.each(["", "x", "A".repeat(16), "not base64 at all!"])("%p does not open", async (text) => {
  expect(await decryptText(seal, text)).toBeNull();
});

test("a text that was changed does not open", async () => {
  const sealed = await encryptText(seal, "secret");
  const changed = (sealed.startsWith("A") ? "B" : "A") + sealed.slice(1);
  expect(await decryptText(seal, changed)).toBeNull();
});
