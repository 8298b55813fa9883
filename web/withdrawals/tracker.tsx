import { styled } from "goober";
import { formatRelativeDay, formatTime } from "../ui/format.ts";
import { Check, Icon, X } from "../ui/icon.tsx";
import { Text } from "../ui/layout.tsx";
import { media, tint } from "../ui/theme.ts";
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
  & > li > :is(b, time, small) {
    display: block;
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
  & > li > [data-state] {
    position: absolute;
    top: 0;
    left: 0;
    display: grid;
    place-items: center;
    width: 20px;
    height: 20px;
    border: 2px solid var(--control);
    border-radius: 50%;
  }
  & > li > [data-state="done"] {
    border: 0;
    background: ${tint("up", 24)};
    color: var(--up);
  }
  & > li > [data-state="now"] {
    border-color: var(--warn);
  }
  & > li > [data-state="now"]::after {
    content: "";
    width: 8px;
    height: 8px;
    border-radius: 50%;
    background: var(--warn);
  }
  & > li > [data-state="refused"] {
    border: 0;
    background: ${tint("down", 24)};
    color: var(--down);
  }
  & > li > [data-state="withdrawn"] {
    border: 0;
    background: var(--raised);
    color: var(--muted);
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

type StepsProps = {
  label: string;
  steps: readonly TrackerStep[];
  /** Names only, and on one line on phones too. */
  isCompact: boolean;
  timeOf?: (at: string) => string;
};

function Steps({ label, steps, isCompact, timeOf }: StepsProps) {
  return (
    <Line aria-label={label} data-steps={steps.length} data-compact={isCompact}>
      {steps.map(({ name, state, at, note, href }, index) => (
        <li key={name} aria-current={state === "now" ? "step" : undefined}>
          <StepNode state={state} next={steps[index + 1]?.state} />
          <Text
            as="b"
            size={isCompact ? "caption" : "dense"}
            weight={isCompact ? 400 : 500}
            tone={state === "later" ? "muted" : undefined}
          >
            {WITHDRAWAL_TEXT.stepName[name]}
          </Text>
          {!isCompact && <VisuallyHidden>, {WITHDRAWAL_TEXT.stepState[state]}</VisuallyHidden>}
          {at && timeOf && (
            <Text as="time" className="num" size="caption" tone="muted" dateTime={at}>
              {timeOf(at)}
            </Text>
          )}
          {note && (
            <Text as="small" size="caption" tone={href ? "accent" : "muted"}>
              {/* Without an address it is a text. */}
              <a href={href}>{note}</a>
            </Text>
          )}
        </li>
      ))}
    </Line>
  );
}

/** The progress of a request: completed steps with their times, the current step and later ones. */
export function Tracker({ steps, timeZone }: { steps: readonly TrackerStep[]; timeZone: string }) {
  const nowMs = useMinute();
  return (
    <Steps
      label={WITHDRAWAL_TEXT.tracker}
      steps={steps}
      isCompact={false}
      timeOf={(at) => `${formatRelativeDay(at, nowMs, timeZone)}, ${formatTime(at, timeZone)}`}
    />
  );
}

const AHEAD = ["requested", "review", "approved", "completed"] as const;

/** The steps of a future request, shown before there is one. */
export function StepsAhead() {
  const steps = AHEAD.map((name) => ({ name, state: "later" as const, at: null, note: null }));
  return <Steps label={WITHDRAWAL_TEXT.howItGoes} steps={steps} isCompact />;
}

type StepNodeProps = { state: TrackerStep["state"]; next: TrackerStep["state"] | undefined };

function StepNode({ state, next }: StepNodeProps) {
  return (
    <>
      <span data-state={state}>
        {state === "done" && <Icon of={Check} size={14} />}
        {(state === "refused" || state === "withdrawn") && <Icon of={X} size={14} />}
      </span>
      {next && <i data-to={next} />}
    </>
  );
}
