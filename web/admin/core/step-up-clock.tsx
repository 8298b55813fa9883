import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { useEffect } from "react";
import { formatCountdown } from "../../ui/format.ts";
import { Icon, ShieldAlert, ShieldCheck } from "../../ui/icon.tsx";
import { media, tint, type } from "../../ui/theme.ts";
import { toast } from "../../ui/toaster.tsx";
import { Tooltip } from "../../ui/tooltip.tsx";
import { useNow } from "../../ui/use-now.ts";
import { VisuallyHidden } from "../../ui/visually-hidden.ts";
import { ADMIN_TEXT } from "./admin-text.ts";
import { openRenewal, STEP_UP_WARNING_MS, steppedUpUntilMs } from "./step-up.ts";
import { useShortcuts } from "./use-shortcuts.ts";

const Frame = styled("button")`
  ${type.dense}
  display: inline-flex;
  align-items: center;
  gap: 6px;
  height: 28px;
  padding: 0 6px;
  border-radius: var(--radius-control);
  color: var(--muted);
  white-space: nowrap;
  &:hover {
    color: var(--text);
    background: ${tint("text", 8)};
  }
  &[data-tone="warn"] {
    color: var(--warn);
  }
  ${media.touch} {
    height: 44px;
  }
`;

/** Shown on the widest screens only; screen readers read it on all of them. */
const Words = styled("span")`
  @media (max-width: 1679px) {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }
`;

const text = ADMIN_TEXT.stepUp;
const TICK_MS = 1_000;
const WARNING = "step-up-warning";
const WARNING_SHOWN_MS = 10_000;
/** Keeps the toast below the bar that it refers to. */
const BELOW_THE_BAR = { marginTop: 40 };

/**
 * How long actions on money stay unlocked, with a warning two minutes before the end. Pressing it opens the renewal.
 */
export function StepUpClock() {
  useSignals();
  const untilMs = steppedUpUntilMs.value;
  const leftMs = (untilMs ?? 0) - useNow(untilMs === null ? null : TICK_MS);
  useShortcuts({ u: openRenewal });
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
      <Frame
        type="button"
        className="num"
        aria-keyshortcuts="u"
        data-tone={isOver || endsSoon ? "warn" : undefined}
        onClick={openRenewal}
      >
        <Icon of={isOver || endsSoon ? ShieldAlert : ShieldCheck} />
        <span>
          {endsSoon ? <VisuallyHidden>{text.soon} </VisuallyHidden> : <Words>{isOver ? text.over : text.left} </Words>}
          {isOver ? text.renew : `${endsSoon ? `${text.renew} ` : ""}${formatCountdown(leftMs)}`}
        </span>
      </Frame>
    </Tooltip>
  );
}
