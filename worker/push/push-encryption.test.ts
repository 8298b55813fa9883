import { afterEach, expect, spyOn, test } from "bun:test";
import { encryptNotification } from "@block65/webcrypto-web-push";

/** Source: RFC 8291, section 5 and Appendix A */
const RFC = {
  plaintext: "When I grow up, I want to be a watermelon",
  receiver: {
    publicKey: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    auth: "BTBZMqHH6r4Tts7J_aSIgg",
  },
  sender: {
    publicKey: "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8",
    privateKey: "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw",
  },
  salt: "DGv6ra1nlYgDCS1FRnbzlw",
  body: "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
};

const bytesOf = (text: string) => Buffer.from(text, "base64url");
const subscription = {
  endpoint: "https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV",
  expirationTime: null,
  keys: { p256dh: RFC.receiver.publicKey, auth: RFC.receiver.auth },
};

const spies: Array<{ mockRestore(): void }> = [];
afterEach(() => {
  for (const spy of spies.splice(0)) spy.mockRestore();
});

/** Makes the keys and the salt of the next message those of the RFC, which are otherwise random. */
async function asInRfc() {
  const ecdh = { name: "ECDH", namedCurve: "P-256" };
  const point = bytesOf(RFC.sender.publicKey);
  const part = (from: number) => point.subarray(from, from + 32).toString("base64url");
  const jwk = { kty: "EC", crv: "P-256", x: part(1), y: part(33), d: RFC.sender.privateKey };
  const pair = {
    privateKey: await crypto.subtle.importKey("jwk", jwk, ecdh, false, ["deriveBits"]),
    publicKey: await crypto.subtle.importKey("raw", point, ecdh, true, []),
  };
  // The library asks for one pair and one salt; the spies have the types of every call that there is.
  spies.push(spyOn(crypto.subtle, "generateKey").mockResolvedValue(pair as never));
  const fill = (array: Uint8Array) => {
    array.set(bytesOf(RFC.salt));
    return array;
  };
  spies.push(spyOn(crypto, "getRandomValues").mockImplementation(fill as never));
}

test("a push is encrypted byte by byte as in the example of RFC 8291", async () => {
  await asInRfc();
  const body = await encryptNotification(subscription, new TextEncoder().encode(RFC.plaintext), { pad: false });
  expect(Buffer.from(body).toString("base64url")).toBe(RFC.body);
});

test("every push has the same length, whatever it says", async () => {
  const lengths = await Promise.all(
    ["", "a", "a".repeat(1_000)].map(
      async (text) => (await encryptNotification(subscription, new TextEncoder().encode(text))).byteLength,
    ),
  );
  expect(lengths).toEqual([4096, 4096, 4096]);
});

test("no two pushes are encrypted with the same key and salt", async () => {
  const [one, two] = await Promise.all([1, 2].map(() => encryptNotification(subscription, new Uint8Array(1))));
  // RFC 8188, section 2.1: 16 bytes of salt, four of the record's size, one of the key's length, and the key.
  const head = (body: Uint8Array | undefined) => Buffer.from(body ?? []).subarray(0, 86);
  expect(head(one).subarray(0, 16)).not.toEqual(head(two).subarray(0, 16));
  expect(head(one).subarray(21)).not.toEqual(head(two).subarray(21));
});
