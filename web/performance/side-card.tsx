import { styled } from "goober";
import { formatCount, formatPercent } from "../ui/format.ts";
import { Stat } from "../ui/stat.tsx";
import { type } from "../ui/theme.ts";
import type { TradeView } from "./performance-address.ts";
import { performanceText } from "./performance-text.ts";
import { TradesLink } from "./trades-link.tsx";

const text = performanceText.cards;

const Count = styled("div")`
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  justify-content: space-between;
  gap: 0 8px;
  & > small {
    ${type.caption}
    color: var(--muted);
    font-weight: 400;
    letter-spacing: normal;
    white-space: nowrap;
  }
`;

const Share = styled("div")`
  height: 4px;
  flex: 1;
  align-self: end;
  margin-bottom: 6px;
  border-radius: 2px;
  background: var(--raised);
  & > i {
    display: block;
    height: 100%;
    border-radius: 2px;
  }
`;

type SideCardProps = { label: string; count: number; of: number; tone: "up" | "down"; view: TradeView | null };

/** The number of trades of one direction, and their share. */
export function SideCard({ label, count, of, tone, view }: SideCardProps) {
  const percent = of === 0 ? 0 : (count * 100) / of;
  return (
    <Stat
      label={label}
      figure={
        <Count>
          <TradesLink view={count > 0 ? view : null}>{formatCount(count)}</TradesLink>
          <small>
            {formatPercent(percent)} {text.ofTrades}
          </small>
        </Count>
      }
      foot={
        <Share aria-hidden="true">
          <i style={{ width: `${percent}%`, background: `var(--${tone})` }} />
        </Share>
      }
    />
  );
}
