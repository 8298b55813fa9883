import { styled } from "goober";
import { formatRelativeDay, formatTime } from "../ui/format.ts";
import { Check, Icon, X } from "../ui/icon.tsx";
import { media, tint, type } from "../ui/theme.ts";
import { useMinute } from "../ui/use-now.ts";
import { VisuallyHidden } from "../ui/visually-hidden.ts";
import type { TrackerStep } from "./tracker-steps.ts";
import { WITHDRAWAL_TEXT } from "./withdrawal-text.ts";

/** A horizontal line, vertical on phones. With `data-compact` it stays horizontal and shows names only. */
const Line = styled("ol")`
  display: grid;
  grid-auto-flow: column;
  grid-auto-columns: minmax(0, 1fr);
  &[data-steps="2"] {
    max-width: 360px;
  }
  &[data-steps="3"] {
    max-width: 640px;
  }
  & > li {
    position: relative;
    padding: 30px 12px 0 0;
  }
  & > li > i {
    position: absolute;
    top: 9px;
    left: 28px;
    right: 8px;
    height: 2px;
    border-radius: 1px;
    background: var(--line);
  }
  & > li > i[data-to="done"],
  & > li > i[data-to="now"] {
    background: var(--up);
  }
  & > li > i[data-to="refused"] {
    background: var(--down);
  }
  & > li > i[data-to="withdrawn"] {
    background: var(--control);
  }
  /* The line spans the full width, because the last step has no line after it. */
  &[data-compact="true"] {
    display: flex;
  }
  &[data-compact="true"] > li {
    flex: 1;
    padding: 26px 4px 0 0;
  }
  &[data-compact="true"] > li:last-child {
    flex: none;
    padding-right: 0;
  }
  ${media.phone} {
    &[data-compact="false"] {
      grid-auto-flow: row;
      grid-auto-columns: auto;
      max-width: none;
    }
    &[data-compact="false"] > li {
      min-height: 56px;
      padding: 0 0 12px 32px;
    }
    &[data-compact="false"] > li:last-child {
      min-height: 0;
      padding-bottom: 0;
    }
    &[data-compact="false"] > li > i {
      top: 28px;
      bottom: 8px;
      left: 9px;
      right: auto;
      width: 2px;
      height: auto;
    }
  }
`;

const Node = styled("span")`
  position: absolute;
  top: 0;
  left: 0;
  display: grid;
  place-items: center;
  width: 20px;
  height: 20px;
  border: 2px solid var(--control);
  border-radius: 50%;
  &[data-state="done"] {
    border: 0;
    background: ${tint("up", 24)};
    color: var(--up);
  }
  &[data-state="now"] {
    border-color: var(--warn);
  }
  &[data-state="now"]::after {
    content: "";
    width: 8px;
    height: 8px;
    border-radius: 50%;
    background: var(--warn);
  }
  &[data-state="refused"] {
    border: 0;
    background: ${tint("down", 24)};
    color: var(--down);
  }
  &[data-state="withdrawn"] {
    border: 0;
    background: var(--raised);
    color: var(--muted);
  }
`;

const Name = styled("b")`
  ${type.dense}
  display: block;
  font-weight: 500;
  &[data-state="later"] {
    color: var(--muted);
  }
  &[data-compact="true"] {
    ${type.caption}
    font-weight: 400;
  }
`;

const Caption = styled("span")`
  ${type.caption}
  display: block;
  color: var(--muted);
`;

/** The progress of a request: completed steps with their times, the current step and later ones. */
export function Tracker({ steps, timeZone }: { steps: readonly TrackerStep[]; timeZone: string }) {
  const nowMs = useMinute();
  return (
    <Line aria-label={WITHDRAWAL_TEXT.tracker} data-steps={steps.length} data-compact={false}>
      {steps.map(({ name, state, at, note }, index) => (
        <li key={name} aria-current={state === "now" ? "step" : undefined}>
          <StepNode state={state} next={steps[index + 1]?.state} />
          <Name data-state={state}>{WITHDRAWAL_TEXT.stepName[name]}</Name>
          <VisuallyHidden>, {WITHDRAWAL_TEXT.stepState[state]}</VisuallyHidden>
          {at && (
            <Caption>
              <time className="num" dateTime={at}>
                {formatRelativeDay(at, nowMs, timeZone)}, {formatTime(at, timeZone)}
              </time>
            </Caption>
          )}
          {note && <Caption>{note}</Caption>}
        </li>
      ))}
    </Line>
  );
}

const AHEAD = ["requested", "review", "approved", "completed"] as const;

/** The steps of a future request, shown before there is one. */
export function StepsAhead() {
  return (
    <Line aria-label={WITHDRAWAL_TEXT.howItGoes} data-steps={AHEAD.length} data-compact={true}>
      {AHEAD.map((name, index) => (
        <li key={name}>
          <StepNode state="later" next={index + 1 < AHEAD.length ? "later" : undefined} />
          <Name data-state="later" data-compact={true}>
            {WITHDRAWAL_TEXT.stepName[name]}
          </Name>
        </li>
      ))}
    </Line>
  );
}

type StepNodeProps = { state: TrackerStep["state"]; next: TrackerStep["state"] | undefined };

function StepNode({ state, next }: StepNodeProps) {
  return (
    <>
      <Node data-state={state}>
        {state === "done" && <Icon of={Check} size={14} />}
        {(state === "refused" || state === "withdrawn") && <Icon of={X} size={14} />}
      </Node>
      {next && <i data-to={next} />}
    </>
  );
}
