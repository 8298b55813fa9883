import { useSignals } from "@preact/signals-react/runtime";
import { useEffect } from "react";
import { Button } from "../../ui/button.tsx";
import { formatCountdown } from "../../ui/format.ts";
import { Icon, ShieldAlert, ShieldCheck } from "../../ui/icon.tsx";
import { Row } from "../../ui/layout.tsx";
import { toast } from "../../ui/toast/toast.ts";
import { Tooltip } from "../../ui/tooltip.tsx";
import { useNow } from "../../ui/use-now.ts";
import { VisuallyHidden, WidestLabel } from "../../ui/visually-hidden.ts";
import { KEYS } from "./admin-keys.ts";
import { ADMIN_TEXT } from "./admin-text.ts";
import { openRenewal, STEP_UP_WARNING_MS, steppedUpUntilMs } from "./step-up.ts";
import { useShortcuts } from "./use-shortcuts.ts";

const text = ADMIN_TEXT.stepUp;
const TICK_MS = 1_000;
const WARNING = "step-up-warning";
const WARNING_SHOWN_MS = 10_000;
/** Keeps the toast below the bar that it refers to. */
const BELOW_THE_BAR = { marginTop: 40 };

/** How long actions on money stay unlocked, with a warning two minutes before the end. Pressing it opens the renewal. */
export function StepUpClock() {
  useSignals();
  const untilMs = steppedUpUntilMs.value;
  const leftMs = (untilMs ?? 0) - useNow(untilMs === null ? null : TICK_MS);
  useShortcuts({ [KEYS.renew]: openRenewal });
  const isOver = leftMs <= 0;
  const endsSoon = !isOver && leftMs <= STEP_UP_WARNING_MS;
  useEffect(() => {
    // An error toast stays longest; it takes no focus and no key, so it needs no dismissal.
    if (endsSoon) toast.error(text.warning, { id: WARNING, duration: WARNING_SHOWN_MS, style: BELOW_THE_BAR });
    else toast.dismiss(WARNING);
  }, [endsSoon]);
  if (untilMs === null) return null;
  return (
    <Tooltip side="bottom" content={isOver ? text.isOver : text.opens}>
      <Button variant="plain" size="dense" className="num" aria-keyshortcuts={KEYS.renew} onClick={openRenewal}>
        <Row as="span" gap={6} tone={isOver || endsSoon ? "warn" : "muted"}>
          <Icon of={isOver || endsSoon ? ShieldAlert : ShieldCheck} />
          <span>
            {endsSoon ? (
              <VisuallyHidden>{text.soon} </VisuallyHidden>
            ) : (
              <WidestLabel>{isOver ? text.over : text.left} </WidestLabel>
            )}
            {isOver ? text.renew : `${endsSoon ? `${text.renew} ` : ""}${formatCountdown(leftMs)}`}
          </span>
        </Row>
      </Button>
    </Tooltip>
  );
}
