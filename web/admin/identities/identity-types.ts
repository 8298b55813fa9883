import type { InferRequestType, InferResponseType } from "hono/client";
import type { api } from "../../state/api.ts";

/** What the desk's calls about ID cards take and answer with, as the Worker's own routes have it. Money in dollars, times ISO 8601. */

type Identities = typeof api.admin.identities;
type Identity = Identities[":userId"];

export type AdminIdentity = InferResponseType<Identities["$get"]>["identities"][number];
export type IdentityStatus = AdminIdentity["status"];
/** Why one is not verified, also where a verification was taken back. */
export type IdentityRejectReason = NonNullable<AdminIdentity["rejectReason"]>;
export type VerifyBody = InferRequestType<Identity["verify"]["$post"]>["json"];
export type RejectIdentityBody = InferRequestType<Identity["reject"]["$post"]>["json"];
export type ReopenIdentityBody = InferRequestType<Identity["reopen"]["$post"]>["json"];
