import type { InferRequestType, InferResponseType } from "hono/client";
import type { api } from "../../state/api.ts";

/** What the desk's calls about payments that fit no deposit take and answer with, as the Worker's own routes have it. Money in dollars, times ISO 8601. */

type Exceptions = typeof api.admin.exceptions;
type Exception = Exceptions[":id"];

export type AdminException = InferResponseType<Exceptions["$get"]>["exceptions"][number];
export type ExceptionStatus = AdminException["status"];
export type MatchBody = InferRequestType<Exception["match"]["$post"]>["json"];
export type NoteBody = InferRequestType<Exception["dismiss"]["$post"]>["json"];
