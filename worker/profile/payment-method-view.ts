import { imagePath } from "../images/image-name.ts";
import { activeMethods, NOTHING_CONFIGURED, type PaymentMethods } from "./payment-method-rules.ts";

/** The payment methods as the API shows them, as part of the user. Source: specification section 3 */
export function paymentMethodsView(row: PaymentMethods | null) {
  const methods = row ?? NOTHING_CONFIGURED;
  const active = activeMethods(methods);
  const { khqrImage, khqrHolder, bankName, accountId, bankHolder } = methods;
  return {
    /** `holder` is the person who owns the destination, as the trader wrote it; empty until then. */
    khqr: { image: imagePath(khqrImage), isActive: active.khqr, holder: khqrHolder },
    bankTransfer: { isActive: active.bankTransfer, bankName, accountId, holder: bankHolder },
  };
}
