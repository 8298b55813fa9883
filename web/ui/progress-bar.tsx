import { styled } from "goober";

const Track = styled("div")`
  height: 6px;
  border-radius: 3px;
  background: var(--line);
  overflow: hidden;
  & > span {
    display: block;
    height: 100%;
    border-radius: 3px;
    background: var(--accent);
    transform-origin: left;
  }
`;

type ProgressBarProps = {
  label: string;
  /** From 0 to 100. */
  percent: number;
  /** The progress as text, where a count is clearer. */
  valueText: string;
};

/** Progress of a task of known length. */
export function ProgressBar({ label, percent, valueText }: ProgressBarProps) {
  return (
    <Track
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.floor(percent)}
      aria-valuetext={valueText}
    >
      <span style={{ transform: `scaleX(${percent / 100})` }} />
    </Track>
  );
}
