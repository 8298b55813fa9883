import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { renderUnicodeCompact } from "uqr";
import * as z from "zod";
import { openDatabase } from "../../db/client.ts";
import { migrateDatabase, readMigrationState, tablesOf } from "../../db/migrate.ts";
import { users } from "../../db/schema/index.ts";
import { createAdmin } from "../../worker/admin/users/create-admin.ts";
import { passwordSettingsSchema } from "../../worker/passwords/password-settings.ts";
import { settingsSchema } from "../../worker/platform/env.ts";
import { selectUserByEmail } from "../../worker/platform/user-store.ts";
import { mailAddress } from "../../worker/profile/person-rules.ts";
import { dumpDatabase, dumpFileName } from "../database-dump.ts";
import { commandOf, mustRun } from "./command.ts";
import { digest } from "./settings-file.ts";
import { settingsOf } from "./settings-step.ts";
import { type Finding, REPOSITORY, type Setup, type Step, WORKERS } from "./setup-context.ts";
import { listSecrets, SECRETS_NOT_LISTED } from "./worker-secrets.ts";

const POLL_INTERVAL_MS = 1_000;

/** How to reach the stage's database; null before the step that makes it, in a dry run. */
function addressOf({ file }: Setup): { url: string; authToken: string } | null {
  const { DATABASE_URL: url, DATABASE_AUTH_TOKEN: authToken } = file.all();
  return url && authToken ? { url, authToken } : null;
}

const later: Finding = { state: "blocked", what: "comes after the database", help: [] };

/** The database has the newest schema. */
export const schemaStep: Step = {
  title: "Schema",
  async look(setup): Promise<Finding> {
    const database = addressOf(setup);
    if (!database) return later;
    const { isEmpty, pending } = await readMigrationState(database);
    const foreign = isEmpty ? await tablesOf(database) : [];
    if (foreign.length > 0) {
      const help = [
        `The database has tables of something else: ${foreign.slice(0, 5).join(", ")}.`,
        `Take DATABASE_URL and DATABASE_AUTH_TOKEN out of ${setup.file.path}, and run it with --database ANOTHER_NAME.`,
      ];
      return { state: "blocked", what: "is not ours", help };
    }
    if (pending.length === 0) return { state: "done", what: "the newest" };
    return {
      state: "missing",
      what: `run ${pending.length} migrations${isEmpty ? "" : ", after a dump of the database"}`,
      async make() {
        const file = join(setup.folder, dumpFileName(new Date(), "before-migration"));
        if (!isEmpty) await dumpDatabase(database, file);
        await migrateDatabase(database);
        return [...(isEmpty ? [] : [`backup: ${file}`]), `${pending.length} migrations up to ${pending.at(-1)}`];
      },
    };
  },
};

/** The Worker is deployed, with all its secrets as they are in the settings file. */
function workerStep(worker: keyof typeof WORKERS, prepare: () => Promise<void>): Step {
  const { config, name, secretNames } = WORKERS[worker];
  const production = ["--config", config, "--env", "production"];
  const count = secretNames.length === 1 ? "one secret" : `${secretNames.length} settings`;
  return {
    title: `Worker ${name}`,
    async look(setup): Promise<Finding> {
      if (worker === "product" && !addressOf(setup)) return later;
      const secrets = secretsOf(setup, secretNames);
      const list = await listSecrets(setup, WORKERS[worker]);
      if (list && "help" in list) return { state: "blocked", what: SECRETS_NOT_LISTED, help: list.help };
      if (list === null) {
        const what = `build and deploy it with ${count}`;
        return { state: "missing", what, make: () => deploy(setup, { name, production, secrets, prepare }) };
      }
      const set = new Set(list.names);
      const sent = setup.file.sent();
      const changed = Object.entries(secrets).filter(([each, value]) =>
        value === "" ? set.has(each) : !set.has(each) || sent[each] !== digest(value),
      );
      if (changed.length === 0) {
        return {
          state: "done",
          what: `deployed with ${count}; \`bun run deploy\` sends a newer version`,
        };
      }
      const names = changed.map(([each]) => each);
      return {
        state: "missing",
        what: `set ${names.join(", ")}`,
        async make() {
          // Null deletes a secret.
          const changes = Object.fromEntries(changed.map(([each, value]) => [each, value === "" ? null : value]));
          setup.file.recordOffered(names);
          await mustRun(setup.runWrangler, "wrangler", ["secret", "bulk", ...production], JSON.stringify(changes));
          setup.file.recordSent(Object.fromEntries(changed));
          return [`set ${names.join(", ")}`];
        },
      };
    },
  };
}

function secretsOf({ file }: Setup, names: readonly string[]): Record<string, string> {
  const values = file.all();
  return Object.fromEntries(names.map((name) => [name, values[name] ?? ""]));
}

type Deployment = {
  name: string;
  production: readonly string[];
  secrets: Record<string, string>;
  prepare: () => Promise<void>;
};

/** A Worker that does not exist yet takes its secrets with its first version. */
async function deploy(setup: Setup, { name, production, secrets, prepare }: Deployment): Promise<string[]> {
  await prepare();
  const folder = mkdtempSync(join(tmpdir(), "tonle-secrets-"));
  try {
    const file = join(folder, "secrets.json");
    // An empty value is that of a setting which may be left out.
    const filled = Object.fromEntries(Object.entries(secrets).filter(([, value]) => value !== ""));
    writeFileSync(file, JSON.stringify(filled), { mode: 0o600 });
    setup.file.recordOffered(Object.keys(secrets));
    const out = await mustRun(setup.runWrangler, "wrangler", ["deploy", ...production, "--secrets-file", file]);
    setup.file.recordSent(secrets);
    return [`deployed ${name}`, ...out.split("\n").filter((line) => /https?:\/\//.test(line))];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The Worker of passwords, without which nobody signs in. */
export const passwordsStep = workerStep("passwords", async () => undefined);

/** The product's Worker. */
export const productStep = workerStep("product", async () => {
  await mustRun(commandOf([process.execPath]), "bun", [join(REPOSITORY, "web/build.ts")]);
});

/** There is an admin. */
export const adminStep: Step = {
  title: "First admin",
  async look(setup): Promise<Finding> {
    const database = addressOf(setup);
    if (!database || (await readMigrationState(database)).isEmpty) {
      return { state: "blocked", what: "comes after the schema", help: [] };
    }
    const db = openDatabase(database);
    const [admins] = await db.read([
      db.query.select({ email: users.email }).from(users).where(eq(users.role, "admin")),
    ]);
    if (admins.length > 0) return { state: "done", what: `${admins.length} there` };
    const email = setup.file.get("ADMIN_EMAIL") ?? "";
    const [[known]] = z.email().safeParse(email).success
      ? await db.read([selectUserByEmail(db.query, mailAddress(email))])
      : [[]];
    return {
      state: "missing",
      what: known
        ? `make ${email} an admin, whose account is there: its second factor is replaced and its sessions end`
        : `create ${email}`,
      async make() {
        const { TOTP_ENCRYPTION_KEYS } = settingsSchema.parse(settingsOf(setup, "product"));
        const passwords = passwordSettingsSchema.parse(settingsOf(setup, "passwords"));
        const admin = await createAdmin(db, { TOTP_ENCRYPTION_KEYS, ...passwords }, email, Date.now());
        return [
          `E-mail    ${admin.email}`,
          `Password  ${admin.password ?? "as before"}`,
          `Second factor: scan this with an authenticator app, or type ${admin.totpSecret}. Both are shown once.`,
          renderUnicodeCompact(admin.otpauthUrl),
        ];
      },
    };
  },
};

/** The product answers at its address and reaches its database. */
export const liveStep: Step = {
  title: "Live",
  async look(setup): Promise<Finding> {
    const origin = setup.file.get("APP_ORIGIN");
    if (!origin || setup.isDryRun) return { state: "blocked", what: "comes last", help: [] };
    const url = new URL("/api/health", origin);
    const untilMs = Date.now() + setup.liveWithinMs;
    for (;;) {
      const answer = await answerOf(url);
      if (answer === 200)
        return { state: "done", what: `${url} answers; admins sign in at ${new URL("/admin/login", origin)}` };
      if (Date.now() >= untilMs) {
        const help = [
          `${url} ${answer === null ? "does not answer" : `answers with status ${answer}`}.`,
          "A new domain takes some minutes until its certificate is there: run `bun run setup` again then.",
          "Status 500 or 503: `bunx wrangler tail tonle --format pretty` names the settings that are missing, or the database's fault.",
        ];
        return { state: "blocked", what: "is not reached yet", help };
      }
      await Bun.sleep(POLL_INTERVAL_MS);
    }
  },
};

async function answerOf(url: URL): Promise<number | null> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(10_000) })).status;
  } catch {
    return null;
  }
}
