import { expect, test } from "bun:test";
import { withoutSettings } from "./settings-of-environment.ts";

test("an earlier version's programs get nothing that opens what is live", () => {
  const kept = { PATH: "/bin", HOME: "/root", TEST_DATABASE_FILE: "empty.db", CI: "true" };
  const live = {
    DATABASE_URL: "libsql://tonle-operator.turso.io",
    DATABASE_AUTH_TOKEN: "token",
    PASSWORD_PEPPERS: "1:pepper",
    BAKONG_TOKEN: "token",
    CLOUDFLARE_API_TOKEN: "token",
    R2_SECRET_ACCESS_KEY: "key",
    RESTORE_AUTH_TOKEN: "token",
    TURSO_API_TOKEN: "token",
  };
  expect(withoutSettings({ ...kept, ...live })).toEqual(kept);
});
