import { openDatabase } from "../db/client.ts";
import { checkLedger } from "../worker/ledger/check-ledger.ts";
import { localSettings } from "./local-settings.ts";

/**
 * `bun run ledger check`: recomputes every account from its entries, in the database that `DATABASE_URL` names or else in
 * the local one (`PORT`, 8787 unless set). Ends with 1 when something differs, and names it.
 */

if (process.argv[2] !== "check" || process.argv.length > 3) {
  console.error("usage: bun run ledger check");
  process.exit(2);
}
const local = localSettings(Number(process.env.PORT ?? 8787));
const url = process.env.DATABASE_URL ?? local.DATABASE_URL ?? "";
const authToken = process.env.DATABASE_AUTH_TOKEN ?? local.DATABASE_AUTH_TOKEN;
const check = await checkLedger(openDatabase({ url, authToken, timeoutMs: 600_000 }));
console.info(`${check.entries} entries of ${check.transfers} transfers on ${check.accounts} accounts`);
for (const { accountId, balanceCents, entriesCents } of check.differing) {
  console.error(`${accountId}: balance ${balanceCents} cents, entries ${entriesCents} cents`);
}
for (const id of check.unbalanced) console.error(`transfer ${id} is not balanced`);
for (const id of check.belowFloor) console.error(`${id} is below its floor`);
if (check.totalCents !== 0) console.error(`all entries sum to ${check.totalCents} cents, not 0`);
console.info(check.isClean ? "The ledger is clean." : "THE LEDGER DIFFERS.");
process.exit(check.isClean ? 0 : 1);
