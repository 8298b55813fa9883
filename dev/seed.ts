import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { and, asc, eq, sql } from "drizzle-orm";
import { type Database, openDatabase } from "../db/client.ts";
import { deposits, paymentMethods, secondFactors, users } from "../db/schema/index.ts";
import { newTotpSecret } from "../worker/auth/totp.ts";
import { encryptTotpSecret } from "../worker/auth/totp-secret.ts";
import { DAY_MS } from "../worker/contract/time.ts";
import { insertAccounts } from "../worker/ledger/ledger-store.ts";
import { hashPassword } from "../worker/passwords/password-hash.ts";
import type { PasswordSettings } from "../worker/passwords/password-settings.ts";
import type { Settings } from "../worker/platform/env.ts";
import { randomCharacters } from "../worker/platform/secrets.ts";
import { insertUser } from "../worker/platform/user-store.ts";
import { demoTrades } from "./demo-trades.ts";
import { type FileTrade, importTrades } from "./import-trades.ts";
import { parseSettings } from "./local-settings.ts";
import { pastDeposit } from "./seed/seed-deposit.ts";
import { DEMO_TRADER, holderOf } from "./seed/seed-people.ts";

/** Credentials of a seeded account, as stored in `.data/seed.json`. */
export type SeedAccount = { role: "trader" | "admin"; email: string; password: string; totpSecret?: string };

/** The people of a seeded database. {@link seedDatabase} returns their credentials. */
export const SEED_PEOPLE = [
  { role: "trader", email: "sokha.chan@example.com", username: "sokha.chan", firstName: "Sokha", lastName: "Chan" },
  { role: "admin", email: "dara.kim@example.com", username: "dara.kim", firstName: "Dara", lastName: "Kim" },
  { role: "admin", email: "maly.sok@example.com", username: "maly.sok", firstName: "Maly", lastName: "Sok" },
] as const;

const YEARS_MS = 2 * 365 * DAY_MS;
const TIME_ZONE = "Asia/Phnom_Penh";

/**
 * Fills an empty database with a demo trader, two years of their deposits and trades, and two admins. A database that
 * is already seeded stays unchanged. Withdrawals have pictures, which only the Worker can store: `seed-admin-queues.ts`
 * adds them. The credentials are generated once and kept in `seed.json` in the data folder.
 *
 * @param options.nowMs when the two years end
 * @throws Error when the database is seeded but `seed.json` is missing
 */
export async function seedDatabase(options: {
  settings: Record<string, string>;
  dataDir: string;
  nowMs?: number;
}): Promise<SeedAccount[]> {
  const { nowMs = Date.now() } = options;
  const settings = parseSettings(options.settings);
  // A seed batch is larger than that of any request, so the timeout is longer.
  const { DATABASE_URL: url, DATABASE_AUTH_TOKEN: authToken } = settings;
  const db = openDatabase({ url, authToken, timeoutMs: 60_000 });
  const file = join(options.dataDir, "seed.json");
  const known = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as SeedAccount[]) : null;
  const [[present]] = await db.read([
    db.query.select({ id: users.id }).from(users).where(eq(users.email, SEED_PEOPLE[0].email)),
  ]);
  if (known && present) return known;
  if (present) throw new Error(`the database is seeded but ${file} is missing; start with --fresh`);

  const seeded = await Promise.all(SEED_PEOPLE.map((person) => seedPerson(db, person, settings, nowMs)));
  const [trader, admin, colleague] = seeded;
  if (trader && admin && colleague) {
    await seedDeposits(db, trader.userId, settings, nowMs);
    await seedTrades(db, trader.userId, { adminId: admin.userId, committedBy: colleague.userId }, nowMs);
    const timestamps = { updatedAtMs: nowMs - YEARS_MS, configuredAtMs: nowMs - YEARS_MS };
    await db.write([
      db.query.insert(paymentMethods).values({
        userId: trader.userId,
        ...DEMO_TRADER.bank,
        bankHolder: holderOf(DEMO_TRADER),
        ...timestamps,
      }),
    ]);
  }
  const list = seeded.map(({ account }) => account);
  writeFileSync(file, `${JSON.stringify(list, null, 2)}\n`, { mode: 0o600 });
  return list;
}

async function seedPerson(
  { query, write }: Database,
  person: (typeof SEED_PEOPLE)[number],
  secrets: PasswordSettings & Pick<Settings, "TOTP_ENCRYPTION_KEYS">,
  nowMs: number,
): Promise<{ userId: string; account: SeedAccount }> {
  const { role, email, username, firstName, lastName } = person;
  const userId = crypto.randomUUID();
  const createdAtMs = nowMs - YEARS_MS;
  const password = randomCharacters(16, "abcdefghjkmnpqrstuvwxyz23456789");
  const totpSecret = newTotpSecret();
  const storedSecret = await encryptTotpSecret(secrets.TOTP_ENCRYPTION_KEYS, userId, totpSecret);
  await write([
    insertUser(query, {
      id: userId,
      email,
      username,
      usernameKey: username,
      firstName,
      lastName,
      role,
      roleGivenBy: role === "admin" ? "system" : null,
      passwordHash: hashPassword(password, secrets.PASSWORD_PEPPERS, secrets.PASSWORD_COST),
      timeZone: TIME_ZONE,
      createdAtMs,
      emailVerifiedAtMs: createdAtMs,
    }),
    insertAccounts(query, userId),
    ...(role === "admin"
      ? [query.insert(secondFactors).values({ userId, totpSecret: storedSecret, createdAtMs })]
      : []),
  ]);
  return { userId, account: { role, email, password, ...(role === "admin" ? { totpSecret } : {}) } };
}

/** One deposit every three weeks. Most are paid; some expired or were cancelled. */
async function seedDeposits(db: Database, userId: string, settings: Settings, nowMs: number) {
  const { query } = db;
  const amounts = [500, 250, 100, 300, 150, 100, 200];
  const startedAtMs = nowMs - YEARS_MS;
  const statements = [];
  for (let number = 0; number < 34; number++) {
    const createdAtMs = startedAtMs + number * 21 * DAY_MS + ((number * 7919) % 86_400) * 1000;
    const end = number % 9 === 4 ? "cancelled" : number % 9 === 7 ? "expired" : "paid";
    const dollars = amounts[number % amounts.length] ?? 100;
    const deposit = { id: crypto.randomUUID(), userId, dollars, createdAtMs, end } as const;
    statements.push(...(await pastDeposit(query, settings, deposit)));
  }
  await db.write(statements);
}

/** The trades that {@link demoTrades} generates, imported month by month like a broker's statements. */
async function seedTrades(
  { query, read, write }: Database,
  userId: string,
  importers: { adminId: string; committedBy: string },
  nowMs: number,
) {
  const [paidIn] = await read([
    query
      .select({ atMs: sql<number>`${deposits.paidAtMs}`, amountCents: sql<number>`${deposits.paidCents}` })
      .from(deposits)
      .where(and(eq(deposits.userId, userId), eq(deposits.status, "paid")))
      .orderBy(asc(deposits.paidAtMs)),
  ]);
  const months = new Map<string, FileTrade[]>();
  for (const trade of demoTrades({ nowMs, timeZone: TIME_ZONE, paidIn })) {
    const month = new Date(trade.closedAtMs).toISOString().slice(0, 7);
    months.set(month, [...(months.get(month) ?? []), trade]);
  }
  await write(
    [...months].flatMap(([month, trades]) => {
      const base = { id: crypto.randomUUID(), userId, ...importers, timeZone: TIME_ZONE };
      const monthEndMs = Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)));
      return importTrades(query, { ...base, fileName: `statement-${month}.csv` }, trades, Math.min(monthEndMs, nowMs));
    }),
  );
}
