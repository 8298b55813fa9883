import { ApiError, answer, api, NetworkError } from "../state/api.ts";
import { showPerson } from "../state/session.ts";
import { bytesOf, type ChosenImage } from "./chosen-image.ts";
import { PAYMENT_METHODS_TEXT as text } from "./payment-methods-text.ts";

export type PaymentMethodsDraft = { bankName: string; accountId: string; image: ChosenImage | null };

/** Why a call failed. `field` names the input that was bad, as the API calls it. */
export type SaveProblem = { message: string; field: string | undefined };

/**
 * Saves where the person wants to be paid, and shows them as they are then.
 * @returns why it failed, `proof_wanted` when the person has to prove first who they are, or null
 */
export async function savePaymentMethods({
  image,
  ...bank
}: PaymentMethodsDraft): Promise<SaveProblem | "proof_wanted" | null> {
  const khqrImage = image && new File([bytesOf(image)], "khqr.jpg", { type: "image/jpeg" });
  const form = { ...bank, ...(khqrImage ? { khqrImage } : {}) };
  try {
    const { user } = await answer(api.user["payment-methods"].$post({ form }));
    showPerson(user);
    return null;
  } catch (error) {
    if (error instanceof ApiError && error.code === "step_up_required") return "proof_wanted";
    return problemOf(error, text.failed);
  }
}

/** @param fallback what is said when the API gave no answer */
export function problemOf(error: unknown, fallback: string): SaveProblem {
  if (error instanceof NetworkError) return { message: fallback, field: undefined };
  if (error instanceof ApiError) return { message: error.message || fallback, field: error.field };
  throw error;
}
