import type { WITHDRAWAL } from "../../worker/contract/limits.ts";

/** A payment method of the contract. */
export type PaymentMethod = (typeof WITHDRAWAL.methods)[number];

/** The destination's details. `image` is the path of the KHQR code's image. */
export type PaymentDetails = { image: string } | { bankName: string; accountId: string };

/** Whether a value from outside, such as a restored page state, has the fields of a destination. */
export function isPaymentDetails(value: unknown): value is PaymentDetails {
  if (typeof value !== "object" || value === null) return false;
  const isText = (name: string) => typeof Reflect.get(value, name) === "string";
  return isText("image") || (isText("bankName") && isText("accountId"));
}

export type Destination = { paymentMethod: PaymentMethod; paymentDetails: PaymentDetails };

/** A user's payment methods, as the API returns them. */
export type PaymentMethods = {
  khqr: { image: string | null; isActive: boolean; holder: string };
  bankTransfer: { isActive: boolean; bankName: string; accountId: string; holder: string };
};

/** Whether the profile says who owns the destination, without which it is not paid to. */
export function hasHolder({ khqr, bankTransfer }: PaymentMethods, method: PaymentMethod): boolean {
  return (method === "KHQR" ? khqr : bankTransfer).holder !== "";
}

/**
 * The destinations of the active payment methods. Source: specification section 5, "only active payment methods are
 * offered"
 */
export function activeDestinations({ khqr, bankTransfer }: PaymentMethods): Destination[] {
  const { isActive, bankName, accountId } = bankTransfer;
  return [
    ...(isActive ? [{ paymentMethod: "Bank Transfer" as const, paymentDetails: { bankName, accountId } }] : []),
    ...(khqr.isActive && khqr.image !== null
      ? [{ paymentMethod: "KHQR" as const, paymentDetails: { image: khqr.image } }]
      : []),
  ];
}

const ENDING_LENGTH = 4;

/** The last four characters of an account number; null for shorter numbers, of which nothing would stay hidden. */
export function accountEnding(accountId: string): string | null {
  const characters = [...accountId.replace(/\s/g, "")];
  return characters.length > ENDING_LENGTH ? characters.slice(-ENDING_LENGTH).join("") : null;
}
