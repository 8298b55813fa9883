import { useEffect, useEffectEvent, useReducer, useRef } from "react";
import { ApiError } from "../state/api.ts";
import { Attempt } from "../state/attempt.ts";
import { setBalance } from "../state/balance.ts";
import { onAccountChange } from "../state/network/account-channel.ts";
import { poll } from "../state/network/poll.ts";
import { invalidate } from "../state/query.ts";
import { check as refreshUser } from "../state/session.ts";
import { toast } from "../ui/toast/toast.ts";
import { type CodeAsk, cancelDeposit, DEPOSITS, generateCode, verifyPayment } from "./deposit-calls.ts";
import {
  type DepositEvent,
  FIRST_STEP,
  nextDepositFlow,
  type PayableDeposit,
  pendingMd5,
  unpaidMd5,
} from "./deposit-flow.ts";
import { DEPOSIT_TEXT } from "./deposit-text.ts";

/**
 * The deposit modal's state and its effects: the calls, polling while a code is payable, and cancelling when the modal
 * or the page closes. It lives as long as the component.
 * @param pollMs the poll interval of a payable code
 */
export function useDepositFlow(pollMs: number) {
  const [flow, send] = useReducer(nextDepositFlow, FIRST_STEP);
  const isOpen = useRef(true);
  const attempt = useRef<Attempt<CodeAsk, PayableDeposit> | null>(null);
  const pending = pendingMd5(flow);
  const unpaid = unpaidMd5(flow);
  const isPaid = flow.step === "payment" && flow.payment.status === "paid";

  async function askForCode(amountUsd: number): Promise<void> {
    send({ type: "code_asked" });
    attempt.current = Attempt.of(attempt.current, String(amountUsd), () => ({ amountUsd, askedAtMs: Date.now() }));
    const { askedAtMs } = attempt.current.body;
    try {
      const deposit = await attempt.current.send(generateCode);
      if (isOpen.current) send({ type: "code_made", deposit, askedAtMs });
      // The modal was closed meanwhile: nobody will pay this code.
      else void leaveDeposit(deposit.md5Hash);
    } catch (error) {
      send({ type: "code_refused", message: generationError(error) });
    }
  }

  usePaymentPoll(pending, pollMs, send);

  useEffect(() => {
    // The total of all deposits is part of the user.
    if (isPaid) void refreshUser();
  }, [isPaid]);

  useEffect(() => {
    if (unpaid === null) return;
    const onPageHide = () => void cancelDeposit(unpaid).catch(() => undefined);
    window.addEventListener("pagehide", onPageHide);
    return () => window.removeEventListener("pagehide", onPageHide);
  }, [unpaid]);

  const leave = useEffectEvent(() => {
    if (unpaid !== null) void leaveDeposit(unpaid);
    else if (flow.step === "payment") void invalidate(DEPOSITS.key);
  });
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
      leave();
    };
  }, []);

  return {
    flow,
    askForCode,
    chooseMethod: () => send({ type: "method_chosen" }),
    goBack: () => send({ type: "went_back" }),
  };
}

/** Checks a code's payment at intervals. @param pending the hash of a code that may still be paid; null without one */
function usePaymentPoll(pending: string | null, pollMs: number, send: (event: DepositEvent) => void): void {
  const sendChecked = useEffectEvent(send);
  useEffect(() => {
    if (pending === null) return;
    const check = async () => {
      try {
        const { status, review, userBalance, providerDelayed } = await verifyPayment(pending);
        if (status === "paid" || review?.status === "matched") setBalance(userBalance);
        const isNetworkSlow = providerDelayed;
        sendChecked({ type: "checked", md5Hash: pending, status, review, isNetworkSlow, atMs: Date.now() });
      } catch {
        sendChecked({ type: "check_failed", md5Hash: pending });
      }
    };
    // The check is also what has the payment network asked, so that its pace stays while changes are told.
    const stops = [poll(check, { everyMs: pollMs }), onAccountChange(["deposits"], () => void check())];
    return () => {
      for (const stop of stops) stop();
    };
  }, [pending, pollMs]);
}

/**
 * Cancels the deposit when its modal is closed. If it was paid since the last poll, the balance is updated and a toast
 * says so. If the call gets no response, nothing is lost either: the code expires by itself after ten minutes.
 */
async function leaveDeposit(md5Hash: string): Promise<void> {
  try {
    await cancelDeposit(md5Hash);
    toast(DEPOSIT_TEXT.cancelled);
  } catch (error) {
    if (error instanceof ApiError && error.code === "wrong_state") await acknowledgePayment(md5Hash);
  }
  await invalidate(DEPOSITS.key);
}

async function acknowledgePayment(md5Hash: string): Promise<void> {
  const result = await verifyPayment(md5Hash).catch(() => null);
  if (result?.status !== "paid") return;
  setBalance(result.userBalance);
  toast.success(DEPOSIT_TEXT.paid);
}

/** The message for a failed code request: the server's message first, otherwise the text of section 8 of the specification. */
function generationError(error: unknown): string {
  if (!(error instanceof ApiError)) return DEPOSIT_TEXT.connectFailed;
  return error.message || DEPOSIT_TEXT.generateFailed;
}
