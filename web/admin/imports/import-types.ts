import type { InferRequestType, InferResponseType } from "hono/client";
import type { api } from "../../state/api.ts";

/**
 * Request and response types of the import API, inferred from the Worker's routes. Money in dollars, times ISO 8601.
 */

type Imports = typeof api.admin.imports;

/** One person in the list of users. */
export type AdminUser = InferResponseType<typeof api.admin.users.$get>["users"][number];
/** An import with its summary and one page of its rows. */
export type ImportView = InferResponseType<Imports[":id"]["$get"]>;
/** One import. */
export type TradeImport = ImportView["import"];
/** Status of an import. */
export type ImportStatus = TradeImport["status"];
/** One row of an import. */
export type ImportedRow = ImportView["rows"][number];
/** Request body that commits a staged import. */
export type CommitBody = InferRequestType<Imports[":id"]["commit"]["$post"]>["json"];
/** Request body that opens an import. */
export type OpenBody = InferRequestType<Imports["$post"]>["json"];
/** One trade in the request that stages rows. */
export type SentRow = InferRequestType<Imports[":id"]["rows"]["$put"]>["json"]["rows"][number];
/** The format of an import's file, an earlier one too. */
export type FileFormat = TradeImport["format"];
