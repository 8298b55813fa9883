import { styled } from "goober";
import { type } from "../ui/theme.ts";

/** A list of steps with round numbers; a `b` element is the name of a step. */
export const NumberedSteps = styled("ol")`
  ${type.dense}
  display: grid;
  gap: 8px;
  color: var(--muted);
  counter-reset: step;
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
    top: 1px;
    display: grid;
    place-items: center;
    width: 18px;
    height: 18px;
    border-radius: 50%;
    background: var(--raised);
    color: var(--text);
  }
  & b {
    display: block;
    color: var(--text);
    font-weight: 500;
  }
`;
