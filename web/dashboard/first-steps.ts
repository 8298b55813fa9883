import { FIRST_STEPS_COOKIE } from "../../worker/contract/limits.ts";
import type { User } from "../state/api.ts";
import { setPaintCookie } from "../state/storage/paint-cookie.ts";

/** The first steps of a new account, in their order. */
export type FirstStepName = "demo" | "deposit" | "identity";

/**
 * A first step. `waiting` has been begun, and somebody else's turn has come: a payment, a review. Of the others, the first
 * one is present.
 */
export type FirstStep = {
  name: FirstStepName;
  state: "todo" | "waiting" | "done" | "refused";
  isPresent: boolean;
  /** When it was done, ISO 8601; null before. */
  doneAt: string | null;
};

export function firstStepsOf({ firstSteps, idVerificationStatus, idDecidedAt }: User): readonly FirstStep[] {
  const { demoAt, depositAt, deposit } = firstSteps;
  const identity = { none: "todo", pending: "waiting", verified: "done", rejected: "refused" } as const;
  const isVerified = idVerificationStatus === "verified";
  const steps = [
    { name: "demo", state: demoAt === null ? "todo" : "done", doneAt: demoAt },
    { name: "deposit", state: depositStates[deposit], doneAt: depositAt },
    { name: "identity", state: identity[idVerificationStatus], doneAt: isVerified ? idDecidedAt : null },
  ] as const;
  const present = steps.find(({ state }) => state === "todo" || state === "refused");
  return steps.map((step) => ({ ...step, isPresent: step === present }));
}

const depositStates = { none: "todo", open: "waiting", review: "waiting", paid: "done" } as const;

/**
 * Whether an account's dashboard has the first steps: until all are done or its owner has hidden them. An account with
 * trades of its own has no need of them.
 */
export function hasFirstSteps(person: User): boolean {
  if (person.firstSteps.isHidden || person.analytics.totalTrades > 0) return false;
  return firstStepsOf(person).some(({ state }) => state !== "done");
}

/** Tells the next document of the dashboard whether it has the first steps. @param person null after a log-out */
export function rememberFirstSteps(person: User | null): void {
  setPaintCookie(FIRST_STEPS_COOKIE, person && hasFirstSteps(person) ? "true" : null);
}

/** Whether the last page of this browser's trader had them, before it is known who is signed in. */
export function hadFirstSteps(): boolean {
  return new RegExp(`(?:^|; )${FIRST_STEPS_COOKIE}=true`).test(document.cookie);
}
