import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { type FeedCondition, type FeedOrigin, feedCondition, feedOrigin, priceSource } from "../state/prices.ts";
import { Badge, SimulatedBadge } from "../ui/badge.tsx";
import { Clock, TriangleAlert, WifiOff } from "../ui/icon.tsx";
import { StatusDot } from "../ui/status-dot.tsx";
import { VisuallyHidden } from "../ui/visually-hidden.ts";
import { feedWords } from "./feed-text.ts";

const Row = styled("div")`
  display: flex;
  align-items: center;
  gap: 12px;
`;

type ConditionProps = { condition: FeedCondition; origin: FeedOrigin | null; isShort: boolean };

function Condition({ condition, origin, isShort }: ConditionProps) {
  const text = feedWords(condition, origin);
  const words = isShort ? <VisuallyHidden>{text}</VisuallyHidden> : text;
  switch (condition.kind) {
    case "connecting":
      return <StatusDot tone="idle">{words}</StatusDot>;
    case "live":
    case "polled":
      return origin?.isDisputed ? (
        <Badge tone="warn" icon={TriangleAlert}>
          {words}
        </Badge>
      ) : (
        <StatusDot tone="up">{words}</StatusDot>
      );
    case "delayed":
    case "stale":
      return (
        <Badge tone="warn" icon={Clock}>
          {words}
        </Badge>
      );
    case "offline":
      return (
        <Badge tone="down" icon={WifiOff}>
          {words}
        </Badge>
      );
  }
}

/**
 * How the prices on this screen are: streaming, polled, or how old; whether they are real; and where those of a chart come from.
 * On every screen with prices.
 * @param props.isShort a dot or an icon says it alone: beside a title on a phone there is no room for the words
 * @param props.hasBadge false where another one beside it says already whether they are real
 */
export function FeedState({ isShort = false, hasBadge = true }: { isShort?: boolean; hasBadge?: boolean }) {
  useSignals();
  return (
    <Row className="num">
      <Condition condition={feedCondition.value} origin={feedOrigin.value} isShort={isShort} />
      {hasBadge && priceSource.value === "simulated" && <SimulatedBadge />}
    </Row>
  );
}
