import type { InferRequestType, InferResponseType } from "hono/client";
import type { api } from "../../state/api.ts";

/**
 * Request and response types of the import API, inferred from the Worker's routes. Money in dollars, times ISO 8601.
 */

type Imports = typeof api.admin.imports;

export type AdminUser = InferResponseType<typeof api.admin.users.$get>["users"][number];
/** An import with its summary and one page of its rows. */
export type ImportView = InferResponseType<Imports[":id"]["$get"]>;
export type TradeImport = ImportView["import"];
export type ImportStatus = TradeImport["status"];
export type ImportedRow = ImportView["rows"][number];
export type CommitBody = InferRequestType<Imports[":id"]["commit"]["$post"]>["json"];
export type OpenBody = InferRequestType<Imports["$post"]>["json"];
/** One trade in the request that stages rows. */
export type SentRow = InferRequestType<Imports[":id"]["rows"]["$put"]>["json"]["rows"][number];
