import { NO_VALUE } from "../ui/format.ts";

/**
 * Cells of a symbol row that the page's script fills. A row is any element with the symbol in `data-quote`;
 * `live-quotes.ts` finds the cells in it by `data-part`.
 */
export function QuotePrice() {
  return (
    <span className="num" data-part="price">
      {NO_VALUE}
    </span>
  );
}

/** The change since the day's first price: `day` in percent, `change` in the unit of the price. */
export function QuoteChange({ part }: { part: "day" | "change" }) {
  return (
    <span className="num" data-part={part}>
      {NO_VALUE}
    </span>
  );
}

/** The last half hour as a line without axes. */
export function QuoteSpark({ width }: { width: number }) {
  return (
    <svg width={width} height="24" viewBox={`0 0 ${width} 24`} fill="none" aria-hidden="true" data-part="spark">
      <path stroke="currentColor" strokeWidth="1.25" strokeLinejoin="round" />
    </svg>
  );
}
