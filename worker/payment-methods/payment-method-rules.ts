/** What a trader has configured. Empty texts and null stand for what is not there. */
export type PaymentMethods = { khqrImage: string | null; bankName: string; accountId: string };

export const NOTHING_CONFIGURED: PaymentMethods = { khqrImage: null, bankName: "", accountId: "" };

/** KHQR is active when its image is there, Bank Transfer when both of its fields are. Source: design section 6 */
export function activeMethods({ khqrImage, bankName, accountId }: PaymentMethods) {
  return { khqr: khqrImage !== null, bankTransfer: bankName !== "" && accountId !== "" };
}
