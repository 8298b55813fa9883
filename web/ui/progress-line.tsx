import { styled } from "goober";
import { uiText } from "./ui-text.ts";

const Line = styled("div")`
  display: flex;
  gap: 4px;
  & > span {
    flex: 1;
    height: 3px;
    border-radius: 2px;
    background: var(--line);
    transition: background-color var(--motion);
  }
  & > [data-reached="true"] {
    background: var(--accent);
  }
  &[data-done="true"] > span {
    background: var(--up);
  }
`;

type ProgressLineProps = {
  label: string;
  /** The current step, from 1. */
  step: number;
  steps: number;
  /** All steps are done: the whole line has the colour `--up`. */
  isDone?: boolean;
};

/** Progress in a dialog with several steps. */
export function ProgressLine({ label, step, steps, isDone = false }: ProgressLineProps) {
  return (
    <Line
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={steps}
      aria-valuenow={isDone ? steps : step}
      aria-valuetext={isDone ? uiText.done : uiText.stepOf(step, steps)}
      data-done={isDone}
    >
      {Array.from({ length: steps }, (_, index) => index + 1).map((number) => (
        <span key={number} data-reached={number <= step} />
      ))}
    </Line>
  );
}
