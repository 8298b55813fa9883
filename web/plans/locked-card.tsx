import { styled } from "goober";
import type { DemoFill } from "../../worker/contract/demo/demo-types.ts";
import { DEFAULT_TIME_ZONE } from "../../worker/contract/limits.ts";
import { stepsText, unitsText } from "../demo/demo-format.ts";
import { hasPlan, LockedPlanFacts, PlanSeal } from "../demo/locked-plan.tsx";
import { user } from "../state/session.ts";
import { CircleCheck, Icon, X } from "../ui/icon.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { Row, Text } from "../ui/layout.tsx";
import { tint } from "../ui/theme.ts";
import { planText as text } from "./plan-text.ts";

const Card = styled("section")`
  margin: 0 -8px;
  padding: 8px 12px;
  border: 1px solid ${tint("up", 40)};
  border-radius: var(--radius-control);
  --fact-height: 26px;
  & > :first-child > p {
    flex: 1;
  }
  & > :nth-child(2) {
    margin-bottom: 8px;
    padding-bottom: 4px;
    border-bottom: 1px solid var(--line);
  }
`;

/** What an order has filled and which plan that has locked, over the ticket of the next one. */
export function LockedCard({ fill, onClose }: { fill: DemoFill; onClose: () => void }) {
  if (!hasPlan(fill)) return null;
  const { side, units, symbol, price } = fill;
  return (
    <Card aria-label={text.lockedPlan}>
      <Row gap={8}>
        <Icon of={CircleCheck} size={16} tone="up" />
        <Text size="dense" weight={600} className="num">
          {text.filled(side, unitsText(units), stepsText(symbol, price))}
        </Text>
        <IconButton icon={X} label={text.close} size="dense" onClick={onClose} />
      </Row>
      <PlanSeal fill={fill} timeZone={user.peek()?.timeZone ?? DEFAULT_TIME_ZONE} canCopy={false} />
      <LockedPlanFacts fill={fill} />
    </Card>
  );
}
