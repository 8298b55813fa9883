import { openDatabase } from "../db/client.ts";
import { migrateDatabase } from "../db/migrate.ts";
import { encryptTotpSecrets } from "../worker/auth/encrypt-totp-secrets.ts";
import { settingsSchema } from "../worker/platform/env.ts";

/**
 * `bun run migrate`: migrates the database that the environment names to the newest schema. With TOTP_ENCRYPTION_KEYS
 * set, it also encrypts stored TOTP secrets with the newest key. Deploy that key to the Worker first.
 */
try {
  const url = process.env.DATABASE_URL;
  if (!url) throw new Error("DATABASE_URL is not set");
  const authToken = process.env.DATABASE_AUTH_TOKEN;
  await migrateDatabase({ url, authToken });
  console.info("The database has the newest schema.");
  const { TOTP_ENCRYPTION_KEYS } = process.env;
  if (TOTP_ENCRYPTION_KEYS) {
    const keys = settingsSchema.pick({ TOTP_ENCRYPTION_KEYS: true }).parse({ TOTP_ENCRYPTION_KEYS });
    const count = await encryptTotpSecrets(openDatabase({ url, authToken }), keys.TOTP_ENCRYPTION_KEYS);
    const version = keys.TOTP_ENCRYPTION_KEYS[0]?.version;
    console.info(`${count} TOTP secrets were encrypted with key version ${version}.`);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
