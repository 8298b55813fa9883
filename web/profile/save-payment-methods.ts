import { ApiError, answer, api, NetworkError } from "../state/api.ts";
import { showPerson } from "../state/session.ts";
import { bytesOf, type ChosenImage } from "./chosen-image.ts";
import { PAYMENT_METHODS_TEXT as text } from "./payment-methods-text.ts";

/** The edited payment methods; a null image keeps the saved one. */
export type PaymentMethodsDraft = { bankName: string; accountId: string; image: ChosenImage | null };

/** Why a call failed. `field` is the API's name of the invalid input. */
export type SaveProblem = { message: string; field: string | undefined };

/**
 * Saves the payment methods and updates the user in memory.
 * @returns the problem, `proof_wanted` when the user must confirm their identity first, or null on success
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

/**
 * Converts an error to a message; rethrows unknown errors.
 * @param fallback the message when the API gave no response
 */
export function problemOf(error: unknown, fallback: string): SaveProblem {
  if (error instanceof NetworkError) return { message: fallback, field: undefined };
  if (error instanceof ApiError) return { message: error.message || fallback, field: error.field };
  throw error;
}
