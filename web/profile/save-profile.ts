import type { InferRequestType } from "hono/client";
import { ApiError, answer, api, NetworkError } from "../state/api.ts";
import { showNotice } from "../state/notice.ts";
import { showPerson } from "../state/session.ts";
import { type Problem, problemOf } from "../state/use-submit.ts";
import { profileText } from "./profile-text.ts";

export type ProfileChange = InferRequestType<typeof api.user.profile.$put>["json"];

/** Saves fields of the profile and updates the user in memory. @throws ApiError | NetworkError */
export async function saveProfile(change: ProfileChange): Promise<void> {
  showPerson((await answer(api.user.profile.$put({ json: change }))).user);
}

/**
 * Shows a notice that something was not saved; rethrows unknown errors.
 * @param texts the texts for each kind of failure
 * @returns the API's own message and the field that it is about, to be shown beside the input too; null without one
 */
export function showProblem(
  error: unknown,
  texts: { title: string; failed: string; unreachable?: string },
): Problem | null {
  const { message, field } = problemOf(error, "");
  if (error instanceof NetworkError) {
    const { unreachable = profileText.unreachable } = texts;
    showNotice({ type: "error", title: profileText.connectionError, message: unreachable });
    return null;
  }
  // Internal errors get the product's own message; the API's message is used when it is busy or paused.
  const isExplained = message !== "" && !(error instanceof ApiError && error.code === "internal");
  showNotice({ type: "error", title: texts.title, message: isExplained ? message : texts.failed });
  return isExplained ? { message, field } : null;
}
