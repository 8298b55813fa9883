import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { settingsSchema } from "../../worker/platform/env.ts";
import { isVapidPair, newVapidPrivateKey, vapidPublicKey } from "./vapid-keys.ts";

const ROOT = join(import.meta.dir, "../..");

test("a new pair is one that the Worker takes, and another one each time", () => {
  const keys = Array.from({ length: 600 }, newVapidPrivateKey);
  expect(new Set(keys).size).toBe(600);
  const { VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY } = settingsSchema.shape;
  for (const key of keys) {
    VAPID_PRIVATE_KEY.parse(key);
    VAPID_PUBLIC_KEY.parse(vapidPublicKey(key));
    expect(isVapidPair(vapidPublicKey(key), key)).toBe(true);
  }
});

test("the public key is that of the example of RFC 8291", () => {
  const publicKey = "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8";
  const privateKey = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw";
  expect(vapidPublicKey(privateKey)).toBe(publicKey);
  expect(isVapidPair(publicKey, newVapidPrivateKey())).toBe(false);
  expect(isVapidPair(publicKey, "no key")).toBe(false);
});

test("the keys of the local stack are a pair", () => {
  const { VAPID_PUBLIC_KEY = "", VAPID_PRIVATE_KEY = "" } = parseEnv(
    readFileSync(join(ROOT, ".dev.vars.example"), "utf8"),
  );
  expect(isVapidPair(VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY)).toBe(true);
});

test("the program prints the public key of the private one in its environment", () => {
  const privateKey = newVapidPrivateKey();
  const { stdout } = Bun.spawnSync([process.execPath, "dev/setup/vapid-keys.ts"], {
    cwd: ROOT,
    env: { ...process.env, VAPID_PRIVATE_KEY: privateKey },
  });
  expect(stdout.toString().trim()).toBe(vapidPublicKey(privateKey));
});
