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
  switch (condition.kind) {
    case "connecting":
      return <StatusDot tone="idle">{isShort ? <VisuallyHidden>{text}</VisuallyHidden> : text}</StatusDot>;
    case "live":
      return <StatusDot tone="up">{isShort ? <VisuallyHidden>{text}</VisuallyHidden> : text}</StatusDot>;
    case "delayed":
    case "stale":
      return (
        <Badge tone="warn" icon={Clock}>
          {text}
        </Badge>
      );
    case "offline":
      return (
        <Badge tone="down" icon={WifiOff}>
          {text}
        </Badge>
      );
  }
}

/**
 * The state of the prices on this screen: streaming or their age, and whether they are simulated. On every screen with
 * prices.
 * @param props.isShort shows connecting and streaming as a dot without text, for phone headers with a title
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
