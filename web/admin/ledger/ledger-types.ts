import type { InferResponseType } from "hono/client";
import type { api } from "../../state/api.ts";

/** Response types of the ledger API, inferred from the Worker's routes. Money in dollars, times ISO 8601. */

type Ledger = typeof api.admin.ledger;

/** Result of the full check. */
export type AdminLedger = InferResponseType<Ledger["$get"]>["ledger"];
/** Results of the automatic checks. */
export type LedgerChecks = InferResponseType<Ledger["checks"]["$get"]>["checks"];
/** One transfer. */
export type AdminTransfer = InferResponseType<Ledger["transfers"]["$get"]>["transfers"][number];
/** Kind of a transfer. */
export type TransferKind = AdminTransfer["kind"];
/** A transfer with its entries. */
export type WholeTransfer = InferResponseType<Ledger["transfers"][":id"]["$get"]>["transfer"];
/** One entry of a transfer. */
export type TransferEntry = WholeTransfer["entries"][number];
/** One account. */
export type LedgerAccount = InferResponseType<Ledger["accounts"]["$get"]>["accounts"][number];
/** One entry of an account. */
export type AccountEntry = InferResponseType<Ledger["accounts"][":id"]["entries"]["$get"]>["entries"][number];
