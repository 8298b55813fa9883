import { expect, test } from "bun:test";
import { decryptPush, newBrowserKeys } from "./push-encryption.ts";

/** Source: RFC 8291 section 5 and appendix A. */
const EXAMPLE = {
  keys: {
    publicKey: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    privateKey: "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94",
    auth: "BTBZMqHH6r4Tts7J_aSIgg",
  },
  body: "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
  text: "When I grow up, I want to be a watermelon",
};

const body = () => Buffer.from(EXAMPLE.body, "base64url");

test("the RFC's example is decrypted", () => {
  expect(decryptPush(body(), EXAMPLE.keys)).toBe(EXAMPLE.text);
});

test("another browser's keys, another secret and a changed byte decrypt nothing", () => {
  const fault = /encrypted with other keys, or changed on the way/;
  expect(() => decryptPush(body(), newBrowserKeys())).toThrow(fault);
  expect(() => decryptPush(body(), { ...EXAMPLE.keys, auth: newBrowserKeys().auth })).toThrow(fault);
  for (const place of [0, 100, 143]) {
    const changed = body();
    changed.writeUInt8(changed.readUInt8(place) ^ 1, place);
    expect(() => decryptPush(changed, EXAMPLE.keys)).toThrow(fault);
  }
});

test("what is no record of aes128gcm is named", () => {
  expect(() => decryptPush(body().subarray(0, 20), EXAMPLE.keys)).toThrow("shorter than the header");
  expect(() => decryptPush(body().subarray(0, 90), EXAMPLE.keys)).toThrow("no content");
  const manyRecords = body();
  manyRecords.writeUInt32BE(30, 16);
  expect(() => decryptPush(manyRecords, EXAMPLE.keys)).toThrow("more than one record");
  const otherId = body();
  otherId.writeUInt8(8, 20);
  expect(() => decryptPush(otherId, EXAMPLE.keys)).toThrow("the key id has 8 bytes");
});

test("each browser has keys of its own, in the lengths that pages send", () => {
  const [one, other] = [newBrowserKeys(), newBrowserKeys()];
  expect(one.publicKey).toHaveLength(87);
  expect(one.auth).toHaveLength(22);
  expect(one).not.toEqual(other);
});
