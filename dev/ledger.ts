import { openDatabase } from "../db/client.ts";
import { checkLedger, type LedgerCheck } from "../worker/ledger/check-ledger.ts";
import { describeFaults } from "../worker/ledger/ledger-faults.ts";
import { resumeWithdrawals } from "../worker/ledger/resume-withdrawals.ts";
import { refusedBy } from "../worker/platform/database-refusal.ts";
import { localSettings } from "./local-settings.ts";

/**
 * `bun run ledger check`: recomputes the balance of every account from its entries and from the records behind them.
 * `bun run ledger resume`: does the same and, when nothing differs, resumes withdrawals that a difference had stopped.
 *
 * Uses the database that `DATABASE_URL` names, or the local one (`PORT`, default 8787). Exits with 1 and lists the
 * differences when there are any.
 */

const [verb, ...more] = process.argv.slice(2);
if ((verb !== "check" && verb !== "resume") || more.length > 0) {
  console.error("usage: bun run ledger check|resume");
  process.exit(2);
}
const local = localSettings(Number(process.env.PORT ?? 8787));
const url = process.env.DATABASE_URL ?? local.DATABASE_URL ?? "";
const authToken = process.env.DATABASE_AUTH_TOKEN ?? local.DATABASE_AUTH_TOKEN;
const db = openDatabase({ url, authToken, timeoutMs: 600_000 });
// An exported variable wins over a file of settings.
console.info(`Database: ${URL.canParse(url) ? new URL(url).host : "none"}`);

if (verb === "check") {
  const check = await checkLedger(db);
  report(check);
  process.exit(check.isClean ? 0 : 1);
}
const { check, wasPaused } = await resumeWithdrawals(db, Date.now()).catch(refuse);
report(check);
if (wasPaused === null) {
  console.error("Withdrawals stay as they are.");
  process.exit(1);
}
console.info(wasPaused ? "Withdrawals resumed." : "Withdrawals were not stopped.");

/** Says in one line why the database refused, and ends. */
function refuse(error: unknown): never {
  const reason = refusedBy(error, "restore_unreviewed")
    ? "a restore waits until two admins have approved its findings on the overview (docs/restore.md)."
    : (error instanceof Error ? error.message : String(error)).split("\n")[0];
  console.error(`Withdrawals stay as they are: ${reason}`);
  process.exit(1);
}

function report(check: LedgerCheck): void {
  console.info(`${check.entries} entries of ${check.transfers} transfers on ${check.accounts} accounts`);
  for (const fault of describeFaults(check)) console.error(fault);
  for (const { billNumber, credits, creditedCents } of check.creditedSeveralTimes) {
    console.info(
      `deposit ${billNumber}: ${credits} payments credited, ${creditedCents} cents in all. Compare it with the bank.`,
    );
  }
  console.info(check.isClean ? "The ledger is clean." : "THE LEDGER DIFFERS.");
}
