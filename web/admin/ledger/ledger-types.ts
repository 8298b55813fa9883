import type { InferResponseType } from "hono/client";
import type { api } from "../../state/api.ts";

/** What the desk's calls about the books answer with, as the Worker's own routes have it. Money in dollars, times ISO 8601. */

type Ledger = typeof api.admin.ledger;

export type AdminLedger = InferResponseType<Ledger["$get"]>["ledger"];
export type LedgerChecks = InferResponseType<Ledger["checks"]["$get"]>["checks"];
export type AdminTransfer = InferResponseType<Ledger["transfers"]["$get"]>["transfers"][number];
export type TransferKind = AdminTransfer["kind"];
/** A transfer with both its sides. */
export type WholeTransfer = InferResponseType<Ledger["transfers"][":id"]["$get"]>["transfer"];
export type TransferEntry = WholeTransfer["entries"][number];
export type LedgerAccount = InferResponseType<Ledger["accounts"]["$get"]>["accounts"][number];
export type AccountEntry = InferResponseType<Ledger["accounts"][":id"]["entries"]["$get"]>["entries"][number];
