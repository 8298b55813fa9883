import { styled } from "goober";
import { type } from "./theme.ts";

const List = styled("ol")`
  ${type.dense}
  display: grid;
  gap: 8px;
  color: var(--muted);
  counter-reset: step;
  &[data-size="body"] {
    ${type.body}
    gap: 12px;
  }
  & > li {
    position: relative;
    padding-left: 28px;
    counter-increment: step;
  }
  & > li::before {
    ${type.caption}
    content: counter(step);
    position: absolute;
    left: 0;
    display: grid;
    place-items: center;
    width: 20px;
    height: 20px;
    border-radius: 50%;
    background: var(--raised);
    color: var(--text);
    font-weight: 600;
  }
  & b {
    display: block;
    color: var(--text);
    font-weight: 500;
  }
`;

type NumberedStepsProps = {
  /** Sentences, or names with a sentence each. */
  steps: readonly (string | { name: string; detail: string })[];
  size?: "dense" | "body";
  /** The accessible name, where no heading above names the steps. */
  label?: string;
};

/** Steps one after the other, with their numbers. */
export function NumberedSteps({ steps, size = "dense", label }: NumberedStepsProps) {
  return (
    <List data-size={size} aria-label={label}>
      {steps.map((step) =>
        typeof step === "string" ? (
          <li key={step}>{step}</li>
        ) : (
          <li key={step.name}>
            <b>{step.name}</b>
            {step.detail}
          </li>
        ),
      )}
    </List>
  );
}
