import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { useState } from "react";
import type { FeedSymbol } from "../../worker/contract/symbols.ts";
import { comparedSymbol, endComparison } from "../chart/chart-choices.ts";
import { compareItems } from "../chart/compare-items.ts";
import { marketText } from "../prices/market-text.ts";
import { Icon, Plus, X } from "../ui/icon.tsx";
import { PopupMenu, placeBelow } from "../ui/popup-menu.tsx";
import { media } from "../ui/theme.ts";

const Control = styled("button")`
  display: inline-flex;
  align-items: center;
  gap: 4px;
  height: 28px;
  padding: 0 6px;
  border-radius: 6px;
  color: var(--muted);
  font-size: 13px;
  white-space: nowrap;
  &:hover {
    color: var(--text);
  }
  ${media.touch} {
    height: 44px;
  }
`;

/** Chooses the symbol that the chart's is compared with, in percent, or ends the comparison. Phones have it in the chart's menu. */
export function CompareControl({ symbol }: { symbol: FeedSymbol }) {
  useSignals();
  const [place, setPlace] = useState<{ x: number; y: number } | null>(null);
  const compared = comparedSymbol.value;
  const isComparing = compared !== null && compared !== symbol;
  // One button for both, so that it keeps the focus.
  return (
    <>
      <Control
        type="button"
        aria-haspopup={isComparing ? undefined : "menu"}
        aria-label={isComparing ? marketText.endCompare(compared) : undefined}
        onClick={({ currentTarget }) => {
          if (isComparing) endComparison();
          else setPlace(placeBelow(currentTarget));
        }}
      >
        {isComparing ? marketText.comparedWith(compared) : <Icon of={Plus} size={14} />}{" "}
        {isComparing ? <Icon of={X} size={14} /> : marketText.compare}
      </Control>
      {place && (
        <PopupMenu
          title={marketText.compareTitle}
          at={place}
          items={compareItems(symbol)}
          onClose={() => setPlace(null)}
        />
      )}
    </>
  );
}
