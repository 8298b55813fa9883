import { answer, api } from "../state/api.ts";
import { showPerson } from "../state/session.ts";
import { bytesOf, type ChosenImage } from "./chosen-image.ts";

/** The edited payment methods; a null image keeps the saved one. */
export type PaymentMethodsDraft = {
  bankName: string;
  accountId: string;
  /** The person who owns the bank account. */
  bankHolder: string;
  /** The person who owns what the payment code pays to. */
  khqrHolder: string;
  image: ChosenImage | null;
};

/**
 * Saves the payment methods and updates the user in memory. @throws ApiError | NetworkError `step_up_required` when the
 * user must confirm their identity first
 */
export async function savePaymentMethods({ image, ...bank }: PaymentMethodsDraft): Promise<void> {
  const khqrImage = image && new File([bytesOf(image)], "khqr.jpg", { type: "image/jpeg" });
  const form = { ...bank, ...(khqrImage ? { khqrImage } : {}) };
  showPerson((await answer(api.user["payment-methods"].$post({ form }))).user);
}
