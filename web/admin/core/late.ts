import { HOUR_MS, MINUTE_MS } from "../../../worker/contract/time.ts";

/** Maximum age of a check of the ledger, ms: three runs of the frequent one, a night and two hours for the whole one. */
export const CHECK_LATE_MS = { newEntries: 15 * MINUTE_MS, whole: 26 * HOUR_MS } as const;
