import type { InferRequestType, InferResponseType } from "hono/client";
import type { api } from "../../state/api.ts";

/** What the calls of imports take and answer with, as the Worker's own routes have it. Money in dollars, times ISO 8601. */

type Imports = typeof api.admin.imports;

export type AdminUser = InferResponseType<typeof api.admin.users.$get>["users"][number];
export type ImportView = InferResponseType<Imports[":id"]["$get"]>;
export type TradeImport = ImportView["import"];
export type ImportStatus = TradeImport["status"];
export type ImportedRow = ImportView["rows"][number];
export type OpenBody = InferRequestType<Imports["$post"]>["json"];
export type SentRow = InferRequestType<Imports[":id"]["rows"]["$put"]>["json"]["rows"][number];
