import type { InferRequestType, InferResponseType } from "hono/client";
import type { api } from "../../state/api.ts";

/**
 * Request and response types of the user API for admins, inferred from the Worker's routes. Money in dollars, times ISO
 * 8601.
 */

type Users = typeof api.admin.users;
type User = Users[":id"];
type Shown = InferResponseType<User["$get"]>;

/** One person in the list. */
export type ListedUser = InferResponseType<Users["$get"]>["users"][number];
/** A state that the list can be filtered by. */
export type UserState = NonNullable<InferRequestType<Users["$get"]>["query"]["state"]>;

/** All data on the page of one person. */
export type UserPage = { _id: string } & Pick<Shown, "user" | "sessions" | "notes">;
/** One person with the details of their account. */
export type AdminUser = Shown["user"];
/** One session of a person. */
export type UserSession = Shown["sessions"][number];
/** One admin's note about a person. */
export type UserNote = Shown["notes"][number];
/** One event of a person's timeline. */
export type TimelineEntry = InferResponseType<User["timeline"]["$get"]>["entries"][number];

/** Request body that ends sessions. */
export type EndSessionsBody = InferRequestType<User["end-sessions"]["$post"]>["json"];
