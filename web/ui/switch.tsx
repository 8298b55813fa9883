import { styled } from "goober";
import { type ReactNode, useId } from "react";
import { type } from "./theme.ts";

const Row = styled("div")`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 24px;
  min-height: 44px;
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

type SwitchProps = {
  label: string;
  /** The effect of turning it on. */
  description?: ReactNode;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  disabled?: boolean;
};

/** A setting that is on or off and takes effect at once. */
export function Switch({ label, description, isOn, onChange, disabled }: SwitchProps) {
  const id = useId();
  return (
    <Row>
      <Words>
        <label htmlFor={id}>{label}</label>
        {description && <p id={`${id}-description`}>{description}</p>}
      </Words>
      <Track
        id={id}
        type="button"
        role="switch"
        aria-checked={isOn}
        aria-describedby={description ? `${id}-description` : undefined}
        disabled={disabled}
        onClick={() => onChange(!isOn)}
      />
    </Row>
  );
}
