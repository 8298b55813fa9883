import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { formatCountdown } from "../../format.ts";
import { Icon, ShieldAlert, ShieldCheck } from "../../ui/icon.tsx";
import { media, tint, type } from "../../ui/theme.ts";
import { Tooltip } from "../../ui/tooltip.tsx";
import { useNow } from "../../ui/use-now.ts";
import { DESK_TEXT } from "./desk-text.ts";
import { askForStepUp, steppedUpUntilMs } from "./step-up.ts";
import { useDeskKeys } from "./use-desk-keys.ts";

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

/** Phones have no room for them; readers hear them there too. */
const Words = styled("span")`
  ${media.phone} {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }
`;

const text = DESK_TEXT.stepUp;
const TICK_MS = 1_000;

const renew = () => void askForStepUp();

/** How long acts on money go through without a new code. Pressed, it asks for the code. */
export function StepUpClock() {
  useSignals();
  const untilMs = steppedUpUntilMs.value;
  const leftMs = (untilMs ?? 0) - useNow(untilMs === null ? null : TICK_MS);
  useDeskKeys({ u: renew });
  if (untilMs === null) return null;
  const isOver = leftMs <= 0;
  return (
    <Tooltip side="bottom" content={isOver ? text.isOver : text.opens}>
      <Frame
        type="button"
        className="num"
        aria-keyshortcuts="u"
        data-tone={isOver ? "warn" : undefined}
        onClick={renew}
      >
        <Icon of={isOver ? ShieldAlert : ShieldCheck} />
        <span>
          <Words>{isOver ? text.over : text.left} </Words>
          {isOver ? text.renew : formatCountdown(leftMs)}
        </span>
      </Frame>
    </Tooltip>
  );
}
