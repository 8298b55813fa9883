import type { InferRequestType, InferResponseType } from "hono/client";
import type { api } from "../../state/api.ts";

/** What the calls about people take and answer with, as the Worker's own routes have it. Money in dollars, times ISO 8601. */

type Users = typeof api.admin.users;
type User = Users[":id"];
type Shown = InferResponseType<User["$get"]>;

export type ListedUser = InferResponseType<Users["$get"]>["users"][number];
export type UserState = NonNullable<InferRequestType<Users["$get"]>["query"]["state"]>;

/** Everything on the page of one person. */
export type UserPage = { _id: string } & Pick<Shown, "user" | "sessions" | "notes">;
export type AdminUser = Shown["user"];
export type UserSession = Shown["sessions"][number];
export type UserNote = Shown["notes"][number];
export type TimelineEntry = InferResponseType<User["timeline"]["$get"]>["entries"][number];

export type FreezeBody = InferRequestType<User["freeze"]["$post"]>["json"];
export type RoleBody = InferRequestType<User["role"]["$post"]>["json"];
export type EndSessionsBody = InferRequestType<User["end-sessions"]["$post"]>["json"];
