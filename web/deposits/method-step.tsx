import { styled } from "goober";
import { ChevronRight, Icon } from "../ui/icon.tsx";
import { Row, Stack, Text } from "../ui/layout.tsx";
import { tint, type } from "../ui/theme.ts";
import { LIMITS } from "./deposit-limits.ts";
import { DEPOSIT_TEXT } from "./deposit-text.ts";
import { KHQR_CARD, KHQR_WORDMARK } from "./khqr-artwork.ts";

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
`;

export function MethodStep({ onChoose }: { onChoose: () => void }) {
  return (
    <div>
      <Text as="h3" weight={400} tone="muted" margin="0 0 12px">
        {DEPOSIT_TEXT.methodHeading}
      </Text>
      <Method type="button" data-autofocus="" onClick={onChoose}>
        <Row
          as="span"
          justify="center"
          grow={false}
          width={56}
          height={56}
          radius="control"
          style={{ background: KHQR_CARD.red }}
        >
          <svg width="42" viewBox={`0 0 ${KHQR_WORDMARK.width} ${KHQR_WORDMARK.height}`} aria-hidden="true">
            <path d={KHQR_WORDMARK.path} fill={KHQR_CARD.paper} fillRule="evenodd" />
          </svg>
        </Row>
        <Stack as="span" grow minWidth={0}>
          <Text as="b" size="lead">
            {DEPOSIT_TEXT.khqr}
          </Text>
          <span>{DEPOSIT_TEXT.khqrLead}</span>
          <Text as="small" size="dense" tone="muted">
            {DEPOSIT_TEXT.khqrFacts(LIMITS.least, LIMITS.most)}
          </Text>
        </Stack>
        <Icon of={ChevronRight} size={20} tone="muted" />
      </Method>
    </div>
  );
}
