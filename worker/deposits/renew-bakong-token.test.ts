import { afterEach, beforeEach, describe, expect, type Mock, spyOn, test } from "bun:test";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SignJWT } from "jose";
import { type Database, openDatabase } from "../../db/client.ts";
import { providers } from "../../db/schema/index.ts";
import { startBakong } from "../../dev/bakong/server.ts";
import { startLibsqlServer } from "../../dev/libsql/server.ts";
import { localSettings } from "../../dev/local-settings.ts";
import type { StandIn } from "../../dev/stand-in/stand-in.ts";
import { migratedDatabase } from "../../dev/test/migrated-database.ts";
import { outage } from "../../dev/test/test-stand-ins.ts";
import { DAY_MS } from "../contract/time.ts";
import { settingsSchema } from "../platform/env.ts";
import { askBakong } from "./bakong.ts";
import { networkAccess } from "./bakong-token.ts";
import { recordCall } from "./provider-store.ts";
import { renewBakongToken } from "./renew-bakong-token.ts";

const MD5 = "0".repeat(32);

let dataDir: string;
let libsql: ReturnType<typeof startLibsqlServer>;
let bakong: StandIn;
let db: Database;
let nowMs: number;
let logged: Mock<typeof console.info>;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "tonle-token-"));
  const file = join(dataDir, "token.db");
  copyFileSync(await migratedDatabase(), file);
  libsql = startLibsqlServer({ port: 0, file });
  db = openDatabase({ url: libsql.url });
  nowMs = Date.now();
  logged = spyOn(console, "info").mockImplementation(() => {});
});
afterEach(async () => {
  await bakong.stop();
  await libsql.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** A configured token, and a network that accepts this token. */
function withToken(token: string) {
  bakong = startBakong({ port: 0, token });
  const local = localSettings(0, { BAKONG_TOKEN: token, BAKONG_API_URL: bakong.url });
  const settler = { db, settings: settingsSchema.parse(local), now: () => nowMs };
  return {
    ...settler,
    runJob: () => renewBakongToken(settler),
    /** Polls a deposit with the token that a claim returns. */
    ask: async () => askBakong(await networkAccess(settler.settings, await kept()), MD5),
  };
}

async function kept() {
  const [[row]] = await db.read([db.query.select().from(providers)]);
  if (!row) throw new Error("there is no provider");
  return row;
}

function endingIn(days: number): Promise<string> {
  const end = Math.floor(nowMs / 1000) + days * 24 * 3_600;
  return new SignJWT({ data: { id: "x" } })
    .setProtectedHeader({ alg: "HS256" })
    .setExpirationTime(end)
    .sign(new Uint8Array(32));
}

const events = () => logged.mock.calls.map(([line]) => JSON.parse(String(line)));
const alerts = () =>
  events()
    .filter(({ alert }) => alert)
    .map(({ event }) => event);

describe("a token in its last week", () => {
  test("is renewed, stored encrypted, and used from then on", async () => {
    const token = await endingIn(6);
    const product = withToken(token);
    expect(await product.runJob()).toEqual({ renewed: 1 });
    expect(alerts()).toEqual(["provider_token_ending"]);

    const { tokenSealed, tokenExpiresAtMs } = await kept();
    expect(Math.round(((tokenExpiresAtMs ?? 0) - nowMs) / DAY_MS)).toBe(90);
    const { token: renewed } = await networkAccess(product.settings, { tokenSealed });
    expect(renewed).not.toBe(token);
    expect(tokenSealed).not.toContain(renewed.split(".")[1] ?? renewed);
    expect(JSON.stringify(events())).not.toContain(renewed);
    await outage(bakong.url, "old-token");
    expect(await product.ask()).toEqual({ kind: "unpaid" });
  });

  test("is kept when it cannot be renewed, and renewing is retried a day later", async () => {
    const token = await endingIn(6);
    const product = withToken(token);
    await outage(bakong.url, "no-renewal");
    expect(await product.runJob()).toEqual({ renewed: 0 });
    expect(alerts()).toEqual(["provider_token_ending", "provider_token_not_renewed"]);
    expect((await networkAccess(product.settings, await kept())).token).toBe(token);
    expect(await product.ask()).toEqual({ kind: "unpaid" });

    await outage(bakong.url, "off");
    nowMs += DAY_MS - 1;
    expect(await product.runJob()).toEqual({ renewed: 0 });
    nowMs += 1;
    expect(await product.runJob()).toEqual({ renewed: 1 });
  });

  test("is renewed once by overlapping runs", async () => {
    const product = withToken(await endingIn(1));
    const runs = await Promise.all(Array.from({ length: 6 }, () => product.runJob()));
    expect(runs.filter(({ renewed }) => renewed === 1)).toHaveLength(1);
  });

  test.each(["html", "redirect", "cut", "429", "403"])("is kept when the network answers %s", async (mode) => {
    const product = withToken(await endingIn(6));
    await outage(bakong.url, mode);
    expect(await product.runJob()).toEqual({ renewed: 0 });
    expect((await kept()).tokenSealed).toBeNull();
  });
});

test.each([
  ["that has more than a week", () => endingIn(8)],
  ["that does not say when it ends", async () => "a-fixed-token"],
])("a token %s is not renewed", async (_, token) => {
  const product = withToken(await token());
  expect(await product.runJob()).toEqual({ renewed: 0 });
  expect(alerts()).toEqual([]);
});

describe("a token that the network refuses", () => {
  test("is renewed within a minute, and the breaker closes", async () => {
    const product = withToken("a-fixed-token");
    await product.runJob();
    await outage(bakong.url, "old-token");
    for (let asked = 0; asked < 5; asked++) {
      expect(await product.ask()).toMatchObject({ isTokenRefused: true });
      await db.write([recordCall(db.query, "refused", nowMs)]);
    }
    nowMs += 60_000;
    expect(await product.runJob()).toEqual({ renewed: 1 });
    expect(await product.ask()).toEqual({ kind: "unpaid" });
    expect(await kept()).toMatchObject({ failuresInARow: 0, openUntilMs: 0 });
    nowMs += 60_000;
    expect(await product.runJob()).toEqual({ renewed: 0 });
  });

  test("is renewed once a minute at most while renewing fails", async () => {
    const product = withToken("a-fixed-token");
    await db.write([recordCall(db.query, "refused", nowMs)]);
    await outage(bakong.url, "no-renewal");
    for (let second = 0; second < 180; second += 20) {
      await product.runJob();
      nowMs += 20_000;
    }
    expect(alerts().filter((event) => event === "provider_token_not_renewed")).toHaveLength(3);
  });

  test("is not renewed once the network accepts it again", async () => {
    const product = withToken("a-fixed-token");
    await db.write([recordCall(db.query, "refused", nowMs), recordCall(db.query, "answered", nowMs)]);
    expect(await product.runJob()).toEqual({ renewed: 0 });
    expect((await kept()).tokenExpiresAtMs).toBeNull();
  });
});

test("a newly configured token replaces one that was renewed from an earlier one", async () => {
  const product = withToken(await endingIn(6));
  await product.runJob();
  const settings = { ...product.settings, BAKONG_TOKEN: "the operator's new one" };
  expect((await networkAccess(settings, await kept())).token).toBe("the operator's new one");
});
