import { styled } from "goober";
import { ChevronRight, Icon } from "../ui/icon.tsx";
import { tint, type } from "../ui/theme.ts";
import { LIMITS } from "./deposit-limits.ts";
import { DEPOSIT_TEXT } from "./deposit-text.ts";
import { KHQR_CARD, KHQR_WORDMARK } from "./khqr-artwork.ts";

const Heading = styled("h3")`
  ${type.body}
  margin-bottom: 12px;
  font-weight: 400;
  color: var(--muted);
`;

const Method = styled("button")`
  ${type.body}
  display: flex;
  align-items: center;
  gap: 16px;
  width: 100%;
  min-height: 88px;
  padding: 16px;
  background: var(--raised);
  border: 1px solid var(--control);
  border-radius: var(--radius-card);
  transition: background-color var(--motion);
  &:hover {
    background: ${tint("text", 8, "raised")};
  }
  & > svg {
    color: var(--muted);
  }
`;

const Badge = styled("span")`
  display: grid;
  place-items: center;
  flex: none;
  width: 56px;
  height: 56px;
  border-radius: var(--radius-control);
  background: ${KHQR_CARD.red};
`;

const Labels = styled("span")`
  flex: 1;
  min-width: 0;
  & > b {
    ${type.lead}
    display: block;
  }
  & > span {
    display: block;
  }
  & > small {
    ${type.dense}
    color: var(--muted);
  }
`;

/** Step 1: the payment method; there is one. */
export function MethodStep({ onChoose }: { onChoose: () => void }) {
  return (
    <div>
      <Heading>{DEPOSIT_TEXT.methodHeading}</Heading>
      <Method type="button" data-autofocus="" onClick={onChoose}>
        <Badge>
          <svg width="42" viewBox={`0 0 ${KHQR_WORDMARK.width} ${KHQR_WORDMARK.height}`} aria-hidden="true">
            <path d={KHQR_WORDMARK.path} fill={KHQR_CARD.paper} fillRule="evenodd" />
          </svg>
        </Badge>
        <Labels>
          <b>{DEPOSIT_TEXT.khqr}</b>
          <span>{DEPOSIT_TEXT.khqrLead}</span>
          <small>{DEPOSIT_TEXT.khqrFacts(LIMITS.least, LIMITS.most)}</small>
        </Labels>
        <Icon of={ChevronRight} size={20} />
      </Method>
    </div>
  );
}
