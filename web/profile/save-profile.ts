import type { InferRequestType } from "hono/client";
import { ApiError, answer, api, NetworkError } from "../state/api.ts";
import { showNotice } from "../state/notice.ts";
import { showPerson } from "../state/session.ts";
import { profileText } from "./profile-text.ts";

export type ProfileChange = InferRequestType<typeof api.user.profile.$put>["json"];

/** Why a change was not saved. */
export type ProfileProblem = {
  /** No answer came: it may or may not have been saved. */
  isUnreachable: boolean;
  /** What the API said; null where it said only that it failed. */
  message: string | null;
};

/** Saves a part of the profile, and shows the person as they are then. @returns why it failed, or null */
export async function saveProfile(change: ProfileChange): Promise<ProfileProblem | null> {
  try {
    const { user } = await answer(api.user.profile.$put({ json: change }));
    showPerson(user);
    return null;
  } catch (error) {
    if (error instanceof NetworkError) return { isUnreachable: true, message: null };
    // A fault of the API's own is told in the product's words; that it is busy or stopped, in the API's.
    if (error instanceof ApiError) {
      return { isUnreachable: false, message: error.code === "internal" ? null : error.message };
    }
    throw error;
  }
}

/** Says that something was not saved, over the screen. @param words the product's own, for each way it can fail */
export function showProblem(
  { isUnreachable, message }: ProfileProblem,
  words: { title: string; failed: string; unreachable?: string },
): void {
  const { unreachable = profileText.unreachable } = words;
  showNotice(
    isUnreachable
      ? { type: "error", title: profileText.connectionError, message: unreachable }
      : { type: "error", title: words.title, message: message || words.failed },
  );
}
