import { ApiError } from "../state/api.ts";
import { setBalance } from "../state/balance.ts";
import { toast } from "../ui/toaster.tsx";
import { cancelDeposit, verifyPayment } from "./deposit-calls.ts";
import { loadDepositHistory } from "./deposit-history.ts";
import { DEPOSIT_TEXT } from "./deposit-text.ts";

/**
 * Cancels the deposit when its modal is closed. If it was paid since the last poll, the balance is updated and a toast
 * says so. If the call gets no response, nothing is lost either: the code expires by itself after ten minutes.
 */
export async function leaveDeposit(md5Hash: string): Promise<void> {
  try {
    await cancelDeposit(md5Hash);
    toast(DEPOSIT_TEXT.cancelled);
  } catch (error) {
    if (error instanceof ApiError && error.code === "wrong_state") await acknowledgePayment(md5Hash);
  }
  await loadDepositHistory();
}

async function acknowledgePayment(md5Hash: string): Promise<void> {
  const result = await verifyPayment(md5Hash).catch(() => null);
  if (result?.status !== "paid") return;
  setBalance(result.userBalance);
  toast.success(DEPOSIT_TEXT.paid);
}
