import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { offerPush } from "../state/push-offer.ts";
import { depositReceiptPath } from "../state/routes.ts";
import { Button } from "../ui/button.tsx";
import { ButtonLink } from "../ui/button-link.tsx";
import { capUsd, formatDateTime, formatMoney } from "../ui/format.ts";
import { ReceiptText } from "../ui/icon.tsx";
import { Row, Stack } from "../ui/layout.tsx";
import { Money } from "../ui/money.tsx";
import { Ring } from "../ui/ring.tsx";
import { useMedia } from "../ui/use-media.ts";
import { useNow } from "../ui/use-now.ts";
import { VisuallyHidden } from "../ui/visually-hidden.ts";
import { billFact } from "./bill-fact.tsx";
import type { Payment } from "./deposit-flow.ts";
import { DEPOSIT_TEXT } from "./deposit-text.ts";
import { OutcomeStep } from "./outcome-step.tsx";
import { PaidNews } from "./paid-news.tsx";

type PaidStepProps = {
  payment: Payment;
  /** The balance including the deposit, in dollars. */
  balanceUsd: number | null;
  timeZone: string;
  /** The buttons, where they are beside the message and not in the footer of the sheet. */
  actions: ReactNode;
};

/** The end of a paid deposit: confirmation, animated balance, and receipt. */
export function PaidStep({ payment, balanceUsd, timeZone, actions }: PaidStepProps) {
  const { deposit, checkedAtMs } = payment;
  // Once the dialog has gone, so that nothing stands over the balance.
  useEffect(() => offerPush, []);
  return (
    <OutcomeStep
      label={DEPOSIT_TEXT.paidNote}
      news={
        <PaidNews
          balance={
            balanceUsd !== null && <CountUp fromUsd={capUsd(balanceUsd - deposit.amount)} toUsd={capUsd(balanceUsd)} />
          }
          amount={<Money usd={deposit.amount} as="moved" shown="always" />}
        />
      }
      facts={[
        billFact(deposit.billNumber),
        { name: DEPOSIT_TEXT.paidAt, value: formatDateTime(checkedAtMs, timeZone) },
        { name: DEPOSIT_TEXT.method, value: DEPOSIT_TEXT.khqr },
      ]}
      actions={actions}
    />
  );
}

const COUNT_UP_MS = 700;

/**
 * A sum that animates from the old to the new value; screen readers get only the new one. With reduced motion there is
 * no animation.
 */
function CountUp({ fromUsd, toUsd }: { fromUsd: number; toUsd: number }) {
  const isStill = useMedia("@media (prefers-reduced-motion: reduce)");
  const [progress, setProgress] = useState(0);

  useEffect(() => {
    const startedAt = performance.now();
    let frame = requestAnimationFrame(function step(now) {
      const next = Math.min(1, Math.max(0, (now - startedAt) / COUNT_UP_MS));
      setProgress(next);
      if (next < 1) frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, []);

  const eased = isStill ? 1 : 1 - (1 - progress) ** 3;
  const shown = eased === 1 ? toUsd : fromUsd + (toUsd - fromUsd) * eased;
  return (
    <>
      <span aria-hidden="true">
        <Money usd={shown} />
      </span>
      <VisuallyHidden>{formatMoney(toUsd)}</VisuallyHidden>
    </>
  );
}

type PaidActionsProps = {
  billNumber: string;
  /** The delay before the modal closes while there is no hover or focus, in ms. */
  closeAfterMs: number;
  onDone: () => void;
};

/** The buttons below a paid deposit, and the countdown that closes the modal. */
export function PaidActions({ billNumber, closeAfterMs, onDone }: PaidActionsProps) {
  const frame = useRef<HTMLDivElement>(null);
  const isAttended = useAttended(frame);
  return (
    <div ref={frame}>
      <Stack gap={8}>
        <Button variant="accent" size="large" isWide onClick={onDone}>
          {DEPOSIT_TEXT.done}
        </Button>
        <ButtonLink href={depositReceiptPath(billNumber)} variant="plain" size="touch" icon={ReceiptText} isWide>
          {DEPOSIT_TEXT.receipt.show}
        </ButtonLink>
      </Stack>
      {isAttended ? (
        <Closing>{DEPOSIT_TEXT.staysOpen}</Closing>
      ) : (
        <Countdown closeAfterMs={closeAfterMs} onEnd={onDone} />
      )}
    </div>
  );
}

/** Counts down from the first render and calls `onEnd` at zero. */
function Countdown({ closeAfterMs, onEnd }: { closeAfterMs: number; onEnd: () => void }) {
  const [endsAtMs] = useState(() => Date.now() + closeAfterMs);
  const leftMs = Math.max(0, endsAtMs - useNow(100));
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    const timer = setTimeout(end, closeAfterMs);
    return () => clearTimeout(timer);
  }, [closeAfterMs]);
  return (
    <Closing>
      <Ring fraction={leftMs / closeAfterMs} size={14} strokeWidth={2} />
      <span className="num">{DEPOSIT_TEXT.closesIn(Math.ceil(leftMs / 1000))}</span>
    </Closing>
  );
}

function Closing({ children }: { children: ReactNode }) {
  return (
    <Row as="p" justify="center" gap={8} margin="16px 0 0" size="dense" tone="muted">
      {children}
    </Row>
  );
}

/**
 * Whether somebody is using a dialog: the pointer is over it, or one of its controls has the focus. The initial focus
 * of the dialog does not count, nor does a touch, as it leaves no pointer behind.
 * @param inside an element inside the dialog
 */
function useAttended(inside: RefObject<HTMLElement | null>): boolean {
  const [isPointedAt, setPointedAt] = useState(false);
  const [hasFocus, setHasFocus] = useState(false);

  useEffect(() => {
    const dialog = inside.current?.closest<HTMLElement>("[aria-modal]");
    if (!dialog) return;
    const listeners = new AbortController();
    const { signal } = listeners;
    const point = ({ pointerType }: PointerEvent) => setPointedAt(pointerType !== "touch");
    const isControl = (target: EventTarget | null) => target instanceof HTMLElement && target.tabIndex >= 0;
    dialog.addEventListener("pointerover", point, { signal });
    dialog.addEventListener("pointerleave", () => setPointedAt(false), { signal });
    dialog.addEventListener("focusin", ({ target }) => setHasFocus(isControl(target)), { signal });
    dialog.addEventListener("focusout", () => setHasFocus(false), { signal });
    // A pointer that is already over the dialog triggers no event.
    setPointedAt(matchMedia("(hover: hover)").matches && dialog.matches(":hover"));
    setHasFocus(dialog.contains(document.activeElement) && isControl(document.activeElement));
    return () => listeners.abort();
  }, [inside]);

  return isPointedAt || hasFocus;
}
