import { styled } from "goober";
import { type } from "../ui/theme.ts";

/** On phones, above the chart: the price over the day's change, and beside them its range. */
export const PriceHeadFrame = styled("header")`
  ${type.dense}
  display: flex;
  flex: none;
  align-items: center;
  justify-content: space-between;
  gap: 0 16px;
  height: 76px;
  padding: 0 16px;
  background: var(--bg);
  border-bottom: 1px solid var(--line);
  & > div {
    display: grid;
  }
  & > div > span:first-of-type {
    ${type.figure}
    font-weight: 600;
    /* As the document writes it, so that its width stays. */
    text-rendering: geometricPrecision;
  }
  /* The boxes of figures are wider than these, and end at their right elsewhere. */
  & > div * {
    text-align: start;
  }
  & > :last-child {
    min-width: 116px;
  }
  /* A low phone: one line. */
  @media (max-height: 739px) {
    height: 44px;
    & > div {
      grid-auto-flow: column;
      align-items: baseline;
      gap: 12px;
    }
    & > div > span:first-of-type {
      ${type.section}
    }
    & > :last-child {
      display: none;
    }
  }
`;
