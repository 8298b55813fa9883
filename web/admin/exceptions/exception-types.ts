import type { InferRequestType, InferResponseType } from "hono/client";
import type { api } from "../../state/api.ts";

/**
 * Request and response types of the API for unmatched payments, inferred from the Worker's routes. Money in dollars,
 * times ISO 8601.
 */

type Exceptions = typeof api.admin.exceptions;
type Exception = Exceptions[":id"];

/** One unmatched payment with its deposit, trader and approvals. */
export type AdminException = InferResponseType<Exceptions["$get"]>["exceptions"][number];
/** Status of an unmatched payment. */
export type ExceptionStatus = AdminException["status"];
/** Request body that credits a payment. */
export type MatchBody = InferRequestType<Exception["match"]["$post"]>["json"];
/** Request body of a decision that has a note alone. */
export type NoteBody = InferRequestType<Exception["dismiss"]["$post"]>["json"];
