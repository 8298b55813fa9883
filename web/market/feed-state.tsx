import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { type FeedCondition, feedCondition, priceSource } from "../state/prices.ts";
import { SimulatedBadge } from "../ui/badge.tsx";
import { StatusDot } from "../ui/status-dot.tsx";
import { feedWords } from "./feed-words.ts";

const Row = styled("div")`
  display: flex;
  align-items: center;
  gap: 12px;
`;

const TONE = {
  connecting: "idle",
  live: "up",
  delayed: "warn",
  stale: "warn",
  offline: "down",
} as const satisfies Record<FeedCondition["kind"], string>;

/** How the prices on this screen are: streaming, or how old; and whether they are real. On every screen with prices. */
export function FeedState() {
  useSignals();
  const condition = feedCondition.value;
  return (
    <Row>
      <StatusDot tone={TONE[condition.kind]}>{feedWords(condition)}</StatusDot>
      {priceSource.value === "simulated" && <SimulatedBadge />}
    </Row>
  );
}
