import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { formatAge } from "../format.ts";
import { feedCondition, nextTryAtMs, serverClock } from "../state/prices.ts";
import { Button } from "../ui/button.tsx";
import { Icon, TriangleAlert, WifiOff } from "../ui/icon.tsx";
import { tint, type } from "../ui/theme.ts";
import { VisuallyHidden } from "../ui/visually-hidden.ts";
import { marketText } from "./market-text.ts";
import { marketSocket } from "./use-prices.ts";

const Bar = styled("div")`
  ${type.dense}
  position: absolute;
  z-index: 3;
  right: 92px;
  bottom: 40px;
  left: 12px;
  display: flex;
  align-items: center;
  gap: 12px;
  min-height: 44px;
  padding: 6px 8px 6px 12px;
  border: 1px solid color-mix(in oklab, var(--warn) 40%, transparent);
  border-radius: var(--radius-control);
  background: ${tint("warn", 12)};
  & > svg {
    flex: none;
    color: var(--warn);
  }
  & > p {
    flex: 1;
    min-width: 0;
    color: var(--muted);
  }
  & strong {
    margin-right: 8px;
    color: var(--text);
  }
`;

/** Over the chart while its prices are too old to trade on: how old, what that means, and what can be done. */
export function StaleBar() {
  useSignals();
  const condition = feedCondition.value;
  if (condition.kind !== "stale" && condition.kind !== "offline") return null;
  return (
    <Bar role="status">
      <Icon of={condition.kind === "offline" ? WifiOff : TriangleAlert} />
      {/* Said once: what follows counts every second. */}
      <VisuallyHidden>{marketText.tooOldToTrade}</VisuallyHidden>
      <p className="num" aria-hidden="true">
        <strong>
          {condition.ageMs === null ? marketText.noPrices : marketText.noPriceFor(formatAge(condition.ageMs))}
        </strong>{" "}
        <NextTry /> {marketText.nothingWasClosed}
      </p>
      <Button size="dense" onClick={() => marketSocket().tryNow()}>
        {marketText.tryNow}
      </Button>
    </Bar>
  );
}

function NextTry() {
  useSignals();
  // The clock moves once a second.
  void serverClock.value;
  const atMs = nextTryAtMs.value;
  return atMs === null ? null : marketText.nextTry(Math.ceil((atMs - Date.now()) / 1_000));
}
