import type { InferResponseType } from "hono/client";
import type { api } from "../../state/api.ts";

/** Response types of the audit API, inferred from the Worker's routes. Money in dollars, times ISO 8601. */

type Audit = typeof api.admin.audit;

/** One row of the audit log. */
export type AuditEntry = InferResponseType<Audit["$get"]>["entries"][number];
/** Result of the check of one range. */
export type AuditCheck = InferResponseType<Audit["check"]["$get"]>["check"];
