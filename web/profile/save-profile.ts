import type { InferRequestType } from "hono/client";
import { ApiError, answer, api, NetworkError } from "../state/api.ts";
import { showNotice } from "../state/notice.ts";
import { showPerson } from "../state/session.ts";
import { profileText } from "./profile-text.ts";

/** The fields of the profile to change. */
export type ProfileChange = InferRequestType<typeof api.user.profile.$put>["json"];

/** Why a change was not saved. */
export type ProfileProblem = {
  /** There was no response: the change may or may not have been saved. */
  isUnreachable: boolean;
  /** The API's message; null for an internal error. */
  message: string | null;
};

/**
 * Saves fields of the profile and updates the user in memory.
 * @returns the problem, or null on success
 */
export async function saveProfile(change: ProfileChange): Promise<ProfileProblem | null> {
  try {
    const { user } = await answer(api.user.profile.$put({ json: change }));
    showPerson(user);
    return null;
  } catch (error) {
    if (error instanceof NetworkError) return { isUnreachable: true, message: null };
    // Internal errors get the product's own message; the API's message is used when it is busy or paused.
    if (error instanceof ApiError) {
      return { isUnreachable: false, message: error.code === "internal" ? null : error.message };
    }
    throw error;
  }
}

/**
 * Shows a notice that something was not saved.
 * @param texts the texts for each kind of failure
 */
export function showProblem(
  { isUnreachable, message }: ProfileProblem,
  texts: { title: string; failed: string; unreachable?: string },
): void {
  const { unreachable = profileText.unreachable } = texts;
  showNotice(
    isUnreachable
      ? { type: "error", title: profileText.connectionError, message: unreachable }
      : { type: "error", title: texts.title, message: message || texts.failed },
  );
}
