import { styled } from "goober";
import { type ReactNode, useId } from "react";
import { media, type } from "../theme.ts";

const Row = styled("div")`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 24px;
  min-height: 44px;
`;

/** 20 px high, with its label as a caption; 28 px on touch screens, where the target reaches beyond it. */
const DenseRow = styled("div")`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 8px;
  min-height: 20px;
  margin-bottom: 4px;
  & > label {
    ${type.caption}
    color: var(--muted);
    cursor: pointer;
  }
  & > button {
    width: 28px;
    height: 16px;
    &::before {
      inset: -6px -4px;
    }
    &::after {
      left: 2px;
      top: 2px;
      width: 10px;
      height: 10px;
    }
    &[aria-checked="true"]::after {
      transform: translateX(12px);
    }
  }
  ${media.touch} {
    min-height: 28px;
    & > button {
      width: 40px;
      height: 24px;
      &::before {
        inset: -10px -3px;
      }
      &::after {
        left: 3px;
        top: 3px;
        width: 16px;
        height: 16px;
      }
      &[aria-checked="true"]::after {
        transform: translateX(16px);
      }
    }
  }
`;

const Words = styled("div")`
  min-width: 0;
  & > label {
    ${type.body}
    display: block;
    font-weight: 500;
    cursor: pointer;
  }
  & > p {
    ${type.caption}
    color: var(--muted);
  }
`;

const Track = styled("button")`
  position: relative;
  flex: none;
  width: 40px;
  height: 24px;
  border: 1px solid var(--control);
  border-radius: var(--radius-badge);
  background: var(--raised);
  transition: background-color var(--motion), border-color var(--motion);
  /* The finger's target is 44 px, whatever is drawn. */
  &::before {
    content: "";
    position: absolute;
    inset: -11px -3px;
  }
  &::after {
    content: "";
    position: absolute;
    left: 3px;
    top: 3px;
    width: 16px;
    height: 16px;
    border-radius: 50%;
    background: var(--muted);
    transition: transform var(--motion), background-color var(--motion);
  }
  &[aria-checked="true"] {
    background: var(--accent);
    border-color: var(--accent);
  }
  &[aria-checked="true"]::after {
    transform: translateX(16px);
    background: var(--on-accent);
  }
  &:disabled {
    opacity: 0.5;
  }
`;

/** In a cell of a table, whose heads name it: 20 px high, on touch screens within a target of 44. */
const CellTrack = styled(Track)`
  width: 32px;
  height: 20px;
  &::before {
    inset: -12px -6px;
  }
  &::after {
    left: 2px;
    top: 2px;
    width: 14px;
    height: 14px;
  }
  &[aria-checked="true"]::after {
    transform: translateX(12px);
  }
`;

type SwitchProps = {
  label: string;
  /** The effect of turning it on. */
  description?: ReactNode;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  disabled?: boolean;
  /** Of a cell: the id of what describes it. */
  describedBy?: string;
  /** `dense` is a line above a field, and `cell` a switch alone, with its label for screen readers; neither has a description. */
  size?: "normal" | "dense" | "cell";
};

/** A setting that is on or off and takes effect at once. */
export function Switch(props: SwitchProps) {
  const { label, description, isOn, onChange, disabled, describedBy, size = "normal" } = props;
  const id = useId();
  if (size === "cell") {
    return (
      <CellTrack
        type="button"
        role="switch"
        aria-label={label}
        aria-describedby={describedBy}
        aria-checked={isOn}
        disabled={disabled}
        onClick={() => onChange(!isOn)}
      />
    );
  }
  const track = (
    <Track
      id={id}
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-describedby={description ? `${id}-description` : undefined}
      disabled={disabled}
      onClick={() => onChange(!isOn)}
    />
  );
  if (size === "dense") {
    return (
      <DenseRow>
        <label htmlFor={id}>{label}</label>
        {track}
      </DenseRow>
    );
  }
  return (
    <Row>
      <Words>
        <label htmlFor={id}>{label}</label>
        {description && <p id={`${id}-description`}>{description}</p>}
      </Words>
      {track}
    </Row>
  );
}
