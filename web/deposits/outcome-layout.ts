import { styled } from "goober";
import { type } from "../ui/theme.ts";

/** The width up to which the code, or the outcome, and its facts are stacked instead of side by side. */
export const COMPACT = "@media (max-width: 719px)";

/** The outcome of a payment: message and facts. As wide and as high as the code it replaces, so that nothing moves. */
export const Outcome = styled("div")`
  display: grid;
  grid-template-columns: 305px minmax(0, 1fr);
  gap: 32px;
  min-height: 427px;
  outline: none;
  ${COMPACT} {
    grid-template-columns: minmax(0, 1fr);
    align-content: start;
    gap: 32px;
    min-height: 0;
    padding-top: 40px;
  }
`;

export const OutcomeNews = styled("div")`
  display: flex;
  flex-direction: column;
  align-items: center;
  justify-content: center;
  padding: 24px 16px;
  border-radius: var(--radius-card);
  background: var(--raised);
  text-align: center;
  ${COMPACT} {
    padding: 0;
    background: none;
  }
  & > h3 {
    ${type.section}
    margin-top: 24px;
  }
  & > p {
    ${type.body}
    color: var(--muted);
    text-wrap: pretty;
  }
`;
