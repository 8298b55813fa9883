import { ChangeText, PriceBox, SparklineFrame } from "../prices/quote-parts.ts";
import { NO_VALUE } from "../ui/format.ts";

/**
 * The product's figures of a symbol, empty. Any element with the symbol in `data-quote` is a row: `live-quotes.ts` finds
 * the cells in it by `data-part` and fills them.
 */
export function QuotePrice() {
  return (
    // Wide enough for any price, so that the first one moves nothing.
    <PriceBox className="num" style={{ minWidth: 78 }}>
      <i data-part="glow" aria-hidden="true" />
      <span data-part="price">{NO_VALUE}</span>
    </PriceBox>
  );
}

/** The change since the day's first price: `day` in percent, `change` in the unit of the price, or both. */
export function QuoteChange({ part }: { part: "day" | "change" | "both" }) {
  return (
    <ChangeText className="num" data-part={part}>
      {NO_VALUE}
    </ChangeText>
  );
}

/** The last half hour as a line without axes. */
export function QuoteSpark({ width }: { width: number }) {
  const size = { width, height: 24 };
  return <SparklineFrame {...size} viewBox={`0 0 ${width} ${size.height}`} aria-hidden="true" data-part="spark" />;
}
