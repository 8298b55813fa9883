import { styled } from "goober";
import { type } from "./theme.ts";

/** The frame of a placeholder: an image, a title, a sentence, and an action. */
export const StateFrame = styled("div")`
  display: flex;
  flex-direction: column;
  align-items: center;
  padding: 32px 16px 24px;
  text-align: center;
  & > svg {
    margin-bottom: 16px;
  }
  & > strong {
    ${type.lead}
  }
  & > p {
    ${type.body}
    max-width: 44ch;
    color: var(--muted);
    text-wrap: balance;
  }
  & > div {
    margin-top: 20px;
  }
  & > small {
    ${type.caption}
    margin-top: 16px;
    color: var(--muted);
    overflow-wrap: anywhere;
  }
  &[role="alert"] > svg {
    color: var(--warn);
  }
  /* In a low place, as the lists below a chart are, it needs no picture and as few lines as there is width for. */
  @container (max-height: 279px) {
    padding: 10px 16px 6px;
    & > svg {
      display: none;
    }
    & > p {
      max-width: none;
    }
    & > div {
      margin-top: 12px;
    }
    & > small {
      margin-top: 8px;
    }
  }
`;
