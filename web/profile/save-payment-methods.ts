import { ApiError, answer, api, NetworkError } from "../api.ts";
import { showPerson } from "../state/session.ts";
import { bytesOf, type ChosenImage } from "./chosen-image.ts";
import { PAYMENT_METHODS_TEXT as text } from "./payment-methods-text.ts";

export type PaymentMethodsDraft = { bankName: string; accountId: string; image: ChosenImage | null };

/** Why it was not saved. `field` names the input that was bad, as the API calls it. */
export type SaveProblem = { message: string; field: string | undefined };

/** Saves where the person wants to be paid, and shows them as they are then. @returns why it failed, or null */
export async function savePaymentMethods({ image, ...bank }: PaymentMethodsDraft): Promise<SaveProblem | null> {
  const khqrImage = image && new File([bytesOf(image)], "khqr.jpg", { type: "image/jpeg" });
  const form = { ...bank, ...(khqrImage ? { khqrImage } : {}) };
  try {
    const { user } = await answer(api.user["payment-methods"].$post({ form }));
    showPerson(user);
    return null;
  } catch (error) {
    if (error instanceof NetworkError) return { message: text.failed, field: undefined };
    if (error instanceof ApiError) return { message: error.message || text.failed, field: error.field };
    throw error;
  }
}
