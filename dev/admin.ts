import { parseArgs } from "node:util";
import { renderUnicodeCompact } from "uqr";
import { type Database, openDatabase } from "../db/client.ts";
import { endPauseOnServer } from "../worker/admin/pauses/pause-admin-store.ts";
import { createAdmin } from "../worker/admin/users/create-admin.ts";
import { ADMIN_ROLES, readRoles, rolesText } from "../worker/contract/admin-roles.ts";
import { passwordSettingsSchema } from "../worker/passwords/password-settings.ts";
import { settingsSchema } from "../worker/platform/env.ts";
import { selectUserByEmail } from "../worker/platform/user-store.ts";
import { mailAddress } from "../worker/profile/person-rules.ts";
import { assertTyped } from "./backup/live-target.ts";
import { localSettings } from "./local-settings.ts";

/**
 * `bun run admin create <email> [--roles support,operator,owner]`: creates an admin with these roles, all unless some are named, and with a second factor in the database that the environment names, or
 * in the local one when none is named (`PORT`, default 8787).
 * `bun run admin resume`: ends an admin's pause of withdrawals there, without the approval of another admin. A stop after a
 * difference in the ledger is ended by `bun run ledger resume`.
 *
 * A known account becomes an admin, its second factor is replaced and its sessions end: before that `create` asks for the
 * database's host, or takes it from `--live NAME`.
 */

const { positionals, values } = parseArgs({
  options: { live: { type: "string" }, roles: { type: "string" } },
  allowPositionals: true,
});
const [verb, email, ...more] = positionals;
const isComplete = (verb === "create" && email !== undefined) || (verb === "resume" && email === undefined);
const roles = values.roles === undefined ? ADMIN_ROLES : readRoles(values.roles);
const areRolesKnown =
  values.roles === undefined || (roles.length > 0 && rolesText(roles).length === values.roles.length);
if (!isComplete || !areRolesKnown || more.length > 0) {
  console.error(`usage: bun run admin create <email> [--roles ${ADMIN_ROLES.join()}] [--live NAME] | resume`);
  process.exit(2);
}

try {
  const fromEnvironment = Object.fromEntries(
    Object.entries(process.env).filter(([name]) =>
      Object.hasOwn({ ...settingsSchema.shape, ...passwordSettingsSchema.shape }, name),
    ),
  );
  // All settings come from one source. A production database with the local peppers would store a password that never
  // verifies.
  const settings = settingsSchema
    .pick({
      APP_ORIGIN: true,
      DATABASE_URL: true,
      DATABASE_AUTH_TOKEN: true,
      TOTP_ENCRYPTION_KEYS: true,
    })
    .extend(passwordSettingsSchema.pick({ PASSWORD_PEPPERS: true }).shape)
    .parse(process.env.DATABASE_URL ? fromEnvironment : localSettings(Number(process.env.PORT ?? 8787)));
  const db = openDatabase({ url: settings.DATABASE_URL, authToken: settings.DATABASE_AUTH_TOKEN });
  if (email === undefined) await resume(db);
  else await create(db, settings, email);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

async function resume(db: Database): Promise<void> {
  const [, , ended] = await db.write(endPauseOnServer(db.query, Date.now()));
  console.info(ended.length > 0 ? "Withdrawals and deposits resumed." : "No admin had paused withdrawals or deposits.");
}

async function create(
  db: Database,
  settings: Parameters<typeof createAdmin>[1] & { APP_ORIGIN: string; DATABASE_URL: string },
  email: string,
): Promise<void> {
  const [[known]] = await db.read([selectUserByEmail(db.query, mailAddress(email))]);
  if (known) {
    assertTyped(
      { url: settings.DATABASE_URL },
      {
        typed: values.live,
        reason: `${known.email} has an account in it`,
        what: "It becomes an admin's, its second factor is replaced and its sessions end.",
      },
    );
  }
  const admin = await createAdmin(db, settings, email, Date.now(), roles);
  console.info(renderUnicodeCompact(admin.otpauthUrl));
  console.info(`Scan this with an authenticator app, or type ${admin.totpSecret}.`);
  console.info(`E-mail    ${admin.email}`);
  console.info(`Roles     ${roles.join(", ")}`);
  console.info(`Password  ${admin.password ?? "as before"}`);
  console.info(`Sign in at ${settings.APP_ORIGIN}/admin/login. This is shown once.`);
}
