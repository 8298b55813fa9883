import { styled } from "goober";
import { useId } from "react";
import { TRADED_SYMBOL_LIST, TRADED_SYMBOLS, type TradedSymbol } from "../../worker/contract/symbols.ts";
import { controlBox, FieldFrame } from "../ui/field-frame.tsx";
import { ChevronDown, Icon } from "../ui/icon.tsx";
import { Row } from "../ui/layout.tsx";
import { media, type } from "../ui/theme.ts";
import { useMedia } from "../ui/use-media.ts";
import { marketText } from "./market-text.ts";
import { DayChange, PriceText, TickFlash } from "./price-figures.tsx";
import { Sparkline } from "./sparkline.tsx";
import { SymbolFigures } from "./watchlist-parts.ts";

const Box = styled("div")`
  ${controlBox}
  position: relative;
  align-items: center;
  gap: 8px;
  padding: 0 12px;
  & > svg {
    color: var(--muted);
  }
  & > select {
    position: absolute;
    inset: 0;
    width: 100%;
    opacity: 0;
    cursor: pointer;
  }
  & option {
    background: var(--raised);
    color: var(--text);
  }
  ${media.phone} {
    height: 56px;
  }
`;

const Names = styled("span")`
  ${type.dense}
  display: flex;
  align-items: baseline;
  gap: 8px;
  flex: 1;
  min-width: 0;
  color: var(--muted);
  white-space: nowrap;
  & > b {
    ${type.body}
    color: var(--text);
    font-weight: 600;
  }
  ${media.phone} {
    ${type.caption}
    display: block;
    & > b {
      display: block;
    }
  }
`;

/** The symbol of the order: a native select behind a richer display than its options allow. */
export function OrderSymbol({ value, onChange }: { value: TradedSymbol; onChange: (symbol: TradedSymbol) => void }) {
  const id = useId();
  // On phones the watchlist is in another tab, so the price is shown here.
  const isPhone = useMedia(media.phone);
  const { name, pricedFrom } = TRADED_SYMBOLS[value];
  return (
    <FieldFrame id={id} label={marketText.symbol}>
      <Box>
        <Names aria-hidden="true">
          <b>{value}</b>
          {name}
        </Names>
        {isPhone && (
          <Row as="span" gap={12} aria-hidden="true">
            <Sparkline symbol={pricedFrom} width={88} height={28} />
            <SymbolFigures>
              <TickFlash symbol={pricedFrom}>
                <PriceText symbol={pricedFrom} />
              </TickFlash>
              <DayChange symbol={pricedFrom} />
            </SymbolFigures>
          </Row>
        )}
        <Icon of={ChevronDown} />
        <select
          id={id}
          value={value}
          onChange={(event) => {
            const chosen = TRADED_SYMBOL_LIST.find((symbol) => symbol === event.target.value);
            if (chosen) onChange(chosen);
          }}
        >
          {TRADED_SYMBOL_LIST.map((symbol) => (
            <option key={symbol} value={symbol}>
              {symbol}, {TRADED_SYMBOLS[symbol].name}
            </option>
          ))}
        </select>
      </Box>
    </FieldFrame>
  );
}
