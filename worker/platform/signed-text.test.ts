import { expect, test } from "bun:test";
import { SignJWT } from "jose";
import { localSettings } from "../../dev/local-settings.ts";
import { settingsSchema } from "./env.ts";
import { readSigned, signText } from "./signed-text.ts";

const settings = settingsSchema.parse(localSettings(8787));
const at = (nowMs: number, changes: object = {}) => ({ settings: { ...settings, ...changes }, now: () => nowMs });
const NOW = 1_795_000_000_000;

test("a signed text can be read by its signer until it expires", async () => {
  const text = await signText(at(NOW), "state", { sub: "a", more: "b" }, 300);
  expect(await readSigned(at(NOW + 299_000), "state", text)).toMatchObject({ sub: "a", more: "b" });
  expect(await readSigned(at(NOW + 300_000), "state", text)).toBeNull();
});

test("a signed text is valid only for its purpose, with the same secret and origin", async () => {
  const text = await signText(at(NOW), "state", { sub: "a" }, 300);
  expect(await readSigned(at(NOW), "verify-email", text)).toBeNull();
  expect(await readSigned(at(NOW, { COOKIE_SECRET: new Uint8Array(32) }), "state", text)).toBeNull();
  expect(await readSigned(at(NOW, { APP_ORIGIN: "https://evil.example" }), "state", text)).toBeNull();
});

test("a changed, unsigned or missing text is null", async () => {
  const [head, body, signature] = (await signText(at(NOW), "state", { sub: "a" }, 300)).split(".");
  const other = btoa(JSON.stringify({ sub: "b", aud: "state", iss: settings.APP_ORIGIN, exp: NOW }));
  const none = btoa(JSON.stringify({ alg: "none" }));
  for (const text of [`${head}.${other}.${signature}`, `${none}.${body}.`, "", "a.b.c", null]) {
    expect(await readSigned(at(NOW), "state", text)).toBeNull();
  }
});

test("a text without an expiry is refused, although it is signed with the right key", async () => {
  const endless = await new SignJWT({ sub: "a" })
    .setProtectedHeader({ alg: "HS256" })
    .setAudience("state")
    .setIssuer(settings.APP_ORIGIN)
    .sign(settings.COOKIE_SECRET);
  expect(await readSigned(at(NOW), "state", endless)).toBeNull();
});
