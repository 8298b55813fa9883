import type { InferResponseType } from "hono/client";
import type { api } from "../../state/api.ts";

/** What the desk's calls about the audit log answer with, as the Worker's own routes have it. Money in dollars, times ISO 8601. */

type Audit = typeof api.admin.audit;

export type AuditEntry = InferResponseType<Audit["$get"]>["entries"][number];
export type AuditCheck = InferResponseType<Audit["check"]["$get"]>["check"];
