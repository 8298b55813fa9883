import type { InferRequestType, InferResponseType } from "hono/client";
import { answer, api } from "../../state/api.ts";
import { action, type Found, orNull, pagesOf } from "../core/call-parts.ts";
import { NO_QUESTIONS, type QuestionThread } from "../questions/question-calls.ts";
import type { ItemContext } from "../trader/trader-types.ts";

/** Admin API calls about ID cards, and their types. Money in dollars, times ISO 8601. */

const { identities } = api.admin;
const one = identities[":userId"];

export const fetchIdentities = pagesOf(identities.$get, "identities");

/** One trader's identity of any status, and the trader; null when they have submitted none. @throws ApiError | NetworkError */
export async function findIdentity(
  id: string,
  signal: AbortSignal,
): Promise<Found<AdminIdentity, IdentityContext> | null> {
  const found = await orNull(answer(one.$get({ param: { userId: id } }, { init: { signal } })));
  return (
    found && {
      row: found.identity,
      context: {
        trader: found.trader,
        questions: found.questions ?? NO_QUESTIONS,
        card: found.card ?? null,
        cardOthers: found.cardOthers ?? [],
      },
    }
  );
}

/** Confirms an identity. Requires a second factor within the last 15 minutes. */
export const verifyIdentity = action(one.verify.$post, "identity");
/** Writes what the card of a verified identity says. Requires a second factor within the last 15 minutes. */
export const correctCard = action(one.card.$post, "identity");
export const rejectIdentity = action(one.reject.$post, "identity");
/** Reverts a verification. Requires a second factor within the last 15 minutes. */
export const reopenIdentity = action(one.reopen.$post, "identity");

export type AdminIdentity = InferResponseType<typeof identities.$get>["identities"][number];
type Shown = InferResponseType<typeof one.$get>;
/** The trader, what was asked about the card and read on it, and who else has it. */
export type IdentityContext = ItemContext & { questions: QuestionThread } & Pick<Shown, "card" | "cardOthers">;
export type IdentityStatus = AdminIdentity["status"];
/** Why an identity is not verified, including a verification that was reverted. */
export type IdentityRejectReason = NonNullable<AdminIdentity["rejectReason"]>;
export type VerifyBody = InferRequestType<typeof one.verify.$post>["json"];
export type CardBody = InferRequestType<typeof one.card.$post>["json"];
export type RejectIdentityBody = InferRequestType<typeof one.reject.$post>["json"];
export type ReopenIdentityBody = InferRequestType<typeof one.reopen.$post>["json"];
