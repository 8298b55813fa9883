import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { type FeedCondition, feedCondition, priceSource } from "../state/prices.ts";
import { Badge, SimulatedBadge } from "../ui/badge.tsx";
import { Clock, WifiOff } from "../ui/icon.tsx";
import { StatusDot } from "../ui/status-dot.tsx";
import { VisuallyHidden } from "../ui/visually-hidden.ts";
import { feedWords } from "./feed-text.ts";

const Row = styled("div")`
  display: flex;
  align-items: center;
  gap: 12px;
`;

function Condition({ condition, isShort }: { condition: FeedCondition; isShort: boolean }) {
  const text = feedWords(condition);
  const words = isShort ? <VisuallyHidden>{text}</VisuallyHidden> : text;
  switch (condition.kind) {
    case "connecting":
      return <StatusDot tone="idle">{words}</StatusDot>;
    case "live":
      return <StatusDot tone="up">{words}</StatusDot>;
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
 * How the prices on this screen are: streaming, or how old; and whether they are real. On every screen with prices.
 * @param props.isShort a dot or an icon says it alone: beside a title on a phone there is no room for the words
 */
export function FeedState({ isShort = false }: { isShort?: boolean }) {
  useSignals();
  return (
    <Row className="num">
      <Condition condition={feedCondition.value} isShort={isShort} />
      {priceSource.value === "simulated" && <SimulatedBadge />}
    </Row>
  );
}
