import { styled } from "goober";
import { TRADED_SYMBOL_LIST, type TradedSymbol } from "../../worker/contract/symbols.ts";
import { symbolName } from "../state/symbol-text.ts";
import { ChevronDown, Icon } from "../ui/icon.tsx";
import { media, type } from "../ui/theme.ts";
import { menuOverWord } from "./menu-over-word.ts";
import { orderText } from "./order-text.ts";

const Choice = styled("span")`
  ${type.dense}
  ${menuOverWord}
  display: inline-flex;
  gap: 4px;
  min-height: 28px;
  padding: 0 4px;
  border-radius: 6px;
  color: var(--muted);
  font-weight: 400;
  &:hover {
    background: var(--raised);
    color: var(--text);
  }
  &:has(:focus-visible) {
    outline: 2px solid var(--accent);
    outline-offset: 2px;
  }
  ${media.phone} {
    ${type.lead}
    min-height: 44px;
    color: var(--text);
    font-weight: 600;
    & > select {
      ${type.lead}
    }
  }
`;

/** The symbol of the order: that of the chart, or another one that is priced from it. A native menu behind its name. */
export function OrderSymbol({ value, onChange }: { value: TradedSymbol; onChange: (symbol: TradedSymbol) => void }) {
  return (
    <Choice>
      <span aria-hidden="true">{value}</span>
      <Icon of={ChevronDown} size={14} />
      <select
        aria-label={orderText.symbol}
        value={value}
        onChange={(event) => {
          const chosen = TRADED_SYMBOL_LIST.find((symbol) => symbol === event.target.value);
          if (chosen) onChange(chosen);
        }}
      >
        {TRADED_SYMBOL_LIST.map((symbol) => (
          <option key={symbol} value={symbol}>
            {symbol}, {symbolName(symbol)}
          </option>
        ))}
      </select>
    </Choice>
  );
}
