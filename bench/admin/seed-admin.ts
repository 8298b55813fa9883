import Engine from "libsql";
import {
  seedClaims,
  seedCompletedWithdrawals,
  seedExceptions,
  seedImports,
  seedOtherWithdrawals,
  seedPaidDeposits,
  seedQuestions,
  seedSettings,
  seedUnpaidDeposits,
} from "./seed-money.ts";
import { seedBooks, seedIncidents, seedStatements } from "./seed-operation.ts";
import { seedIdentities, seedPeople, seedSessions } from "./seed-people.ts";

/**
 * Fills a migrated, otherwise empty database with two years of so many traders, by bulk SQL with every trigger and
 * foreign key in force. Each trader has ten transfers: six paid deposits, an import, a completed withdrawal, and for
 * every second trader another withdrawal that is rejected or open. The seed also has identities, unpaid codes, payment
 * exceptions, questions to clients, checked names, claims, devices, sessions and the audit log of all these actions, which is
 * not sealed; and 40 admins with their roles and saved views, and changes of settings.
 *
 * @param given.file  no other process may have it open
 * @param given.users a multiple of 500, so that every share is a whole number
 * @param given.hasStatements whether the bank's account has statements
 */
export function seedAdmin(given: { file: string; users: number; nowMs: number; hasStatements: boolean }): void {
  const { file, users, nowMs, hasStatements } = given;
  const engine = new Engine(file);
  engine.exec(
    "PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA foreign_keys = ON; PRAGMA cache_size = -1000000",
  );
  const seed = { engine, users, nowMs };
  seedPeople(seed);
  for (const round of [1, 2, 3]) seedPaidDeposits(seed, { round });
  seedIdentities(seed);
  seedImports(seed, 4);
  for (const round of [5, 6, 7]) seedPaidDeposits(seed, { round });
  seedBooks(seed, 7);
  seedCompletedWithdrawals(seed, 8);
  const waiting = seedOtherWithdrawals(seed, 9);
  seedPaidDeposits(seed, { round: 10, of: waiting });
  seedUnpaidDeposits(seed, 10);
  seedExceptions(seed, { round: 10, deposits: 7 });
  seedQuestions(seed);
  seedClaims(seed);
  seedSettings(seed);
  if (hasStatements) seedStatements(seed, 7);
  seedIncidents(seed);
  seedSessions(seed);
  engine.close();
}
