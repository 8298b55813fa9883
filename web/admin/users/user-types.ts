import type { InferRequestType, InferResponseType } from "hono/client";
import type { api } from "../../state/api.ts";

/**
 * Request and response types of the user API for admins, inferred from the Worker's routes. Money in dollars, times ISO
 * 8601.
 */

type Users = typeof api.admin.users;
type User = Users[":id"];
type Shown = InferResponseType<User["$get"]>;

export type ListedUser = InferResponseType<Users["$get"]>["users"][number];
/** A state that the list can be filtered by. */
export type UserState = NonNullable<InferRequestType<Users["$get"]>["query"]["state"]>;

/** All data on the page of one person. */
export type UserPage = { _id: string } & Pick<Shown, "user" | "sessions" | "notes">;
/** One person with the details of their account. */
export type AdminUser = Shown["user"];
export type UserSession = Shown["sessions"][number];
export type UserNote = Shown["notes"][number];
export type TimelineEntry = InferResponseType<User["timeline"]["$get"]>["entries"][number];

export type EndSessionsBody = InferRequestType<User["end-sessions"]["$post"]>["json"];
