import type { InferRequestType, InferResponseType } from "hono/client";
import type { api } from "../../state/api.ts";

/**
 * Request and response types of the identity API for admins, inferred from the Worker's routes. Money in dollars, times
 * ISO 8601.
 */

type Identities = typeof api.admin.identities;
type Identity = Identities[":userId"];

/** One trader's identity with their account details. */
export type AdminIdentity = InferResponseType<Identities["$get"]>["identities"][number];
/** Status of an identity. */
export type IdentityStatus = AdminIdentity["status"];
/** Why an identity is not verified, including a verification that was reverted. */
export type IdentityRejectReason = NonNullable<AdminIdentity["rejectReason"]>;
/** Request body that verifies an identity. */
export type VerifyBody = InferRequestType<Identity["verify"]["$post"]>["json"];
/** Request body that rejects an ID card. */
export type RejectIdentityBody = InferRequestType<Identity["reject"]["$post"]>["json"];
/** Request body that reverts a verification. */
export type ReopenIdentityBody = InferRequestType<Identity["reopen"]["$post"]>["json"];
