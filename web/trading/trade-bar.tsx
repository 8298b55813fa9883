import { computed } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { useId, useMemo } from "react";
import { Link, useLocation } from "wouter";
import type { DemoSide } from "../../worker/contract/demo/demo-types.ts";
import { PLAIN_NUMBER } from "../../worker/contract/read-number.ts";
import type { TradedSymbol } from "../../worker/contract/symbols.ts";
import { demoRun } from "../demo/demo-account.ts";
import { stepsText, unitsText } from "../demo/demo-format.ts";
import { marketText } from "../prices/market-text.ts";
import { ROUTE } from "../state/routes.ts";
import { symbolUnit } from "../state/symbol-text.ts";
import { changeDraft, orderDraft } from "../ticket/draft.ts";
import { FillPrice } from "../ticket/halves.tsx";
import { type LiveTicket, liveTicket } from "../ticket/live.ts";
import { orderText } from "../ticket/order-text.ts";
import { moneyText, stepAmount } from "../ticket/size-fields.tsx";
import { CountBadge } from "../ui/badge.tsx";
import { useNumberWords } from "../ui/fields/use-number-words.ts";
import { Icon, Layers, List, Minus, Plus, SlidersHorizontal } from "../ui/icon.tsx";
import { Text } from "../ui/layout.tsx";
import { LiveText } from "../ui/live-text.tsx";
import { tint, type } from "../ui/theme.ts";
import { VisuallyHidden } from "../ui/visually-hidden.ts";
import { LOW_PHONE, type TradeBarLook } from "./terminal-frame.ts";

const Frame = styled("div")`
  --height: 40px;
  position: relative;
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(0, 1.4fr) minmax(0, 1fr);
  align-content: start;
  gap: 8px;
  padding: 8px 16px;
  background: var(--surface);
  & > button {
    ${type.body}
    display: grid;
    grid-auto-flow: column;
    place-content: center;
    align-items: baseline;
    gap: 0 10px;
    height: var(--height);
    border: 1px solid;
    border-radius: var(--radius-control);
    font-weight: 600;
    text-align: center;
    & > span {
      color: var(--text);
    }
  }
  & > [data-side="sell"] {
    border-color: ${tint("down", 70)};
    background: ${tint("down", 22)};
    color: var(--down);
  }
  & > [data-side="buy"] {
    border-color: ${tint("up", 70)};
    background: ${tint("up", 22)};
    color: var(--up);
  }
  & > a {
    display: flex;
    align-items: center;
    gap: 10px;
  }
  &[data-look="dock"] {
    --height: 60px;
    padding: 12px 16px 0;
    border-top: 1px solid var(--line);
    & > button {
      --room: calc(100cqi - 8px);
      container-type: inline-size;
      grid-auto-flow: row;
      & > span {
        ${type.lead}
      }
    }
    & > a {
      ${type.dense}
      grid-column: 1 / -1;
      justify-content: space-between;
      min-height: 44px;
      font-weight: 500;
      & > span:first-child {
        display: flex;
        align-items: center;
        gap: 10px;
      }
    }
  }
  ${LOW_PHONE} {
    &[data-look="dock"] {
      --height: 48px;
      padding-top: 10px;
      & > a {
        display: none;
      }
    }
  }
  &[data-look="edge"] {
    ${type.caption}
    grid-template-columns: 44px;
    align-content: center;
    padding: 8px;
    & > * {
      width: 44px;
      height: 44px;
    }
    & > button {
      ${type.dense}
    }
    & > a {
      position: relative;
      justify-content: center;
      border-radius: var(--radius-control);
      color: var(--muted);
    }
    & > a > :last-child:not(svg) {
      position: absolute;
      top: 2px;
      right: 0;
    }
  }
`;

/** The amount between its steps. */
const Amount = styled("div")`
  display: grid;
  grid-template-columns: 40px minmax(0, 1fr) 40px;
  height: var(--height);
  border: 1px solid var(--control);
  border-radius: var(--radius-control);
  background: var(--raised);
  & > button {
    display: grid;
    place-items: center;
    color: var(--text);
  }
  & > label {
    display: grid;
    align-content: center;
    min-width: 0;
    text-align: center;
  }
  & input {
    ${type.lead}
    width: 100%;
    padding: 0;
    border: 0;
    background: none;
    font-weight: 600;
    text-align: center;
    outline: none;
  }
  & input::placeholder {
    font-weight: 400;
  }
  &:has([aria-invalid]) {
    border-color: var(--down);
  }
  &:focus-within:has(input:focus-visible) {
    outline: 2px solid var(--accent);
    outline-offset: 2px;
  }
  & label > span {
    ${type.caption}
    color: var(--muted);
  }
  [data-look="line"] > & label > span {
    display: none;
  }
`;

/** What is wrong with the amount, over what is above the bar, whose height is fixed. */
const Words = styled("p")`
  ${type.dense}
  position: absolute;
  z-index: 5;
  right: 16px;
  bottom: 100%;
  left: 16px;
  padding: 8px 12px;
  border: 1px solid var(--down);
  border-radius: var(--radius-control);
  background: var(--raised);
  color: var(--down);
  text-align: center;
`;

type TradeBarProps = {
  symbol: TradedSymbol;
  /**
   * `dock`: below the chart of a phone, with what else the ticket has. `line`: below the chart of a tablet. `edge`: squares
   * at the right of a phone that is held sideways, with the ways to the watchlist and to the lists.
   */
  look: TradeBarLook;
};

/** Sell and buy at the market with the amount between them. They fill the ticket in and open it; nothing is sent. */
export function TradeBar({ symbol, look }: TradeBarProps) {
  const ticket = useMemo(() => liveTicket(symbol), [symbol]);
  const sides = { ticket, hasPrice: look !== "edge" };
  if (look === "edge") {
    return (
      <Frame data-look={look}>
        <EdgeLink href={ROUTE.tradingWatchlist} label={marketText.watchlist} icon={List} />
        <SideButton side="sell" {...sides} />
        <SideButton side="buy" {...sides} />
        <ListsLink />
      </Frame>
    );
  }
  return (
    <Frame data-look={look}>
      <SideButton side="sell" {...sides} />
      <AmountSteps ticket={ticket} />
      <SideButton side="buy" {...sides} />
      {look === "dock" && <MoreLink ticket={ticket} />}
    </Frame>
  );
}

function SideButton({ ticket, side, hasPrice }: { ticket: LiveTicket; side: DemoSide; hasPrice: boolean }) {
  const [, navigate] = useLocation();
  return (
    <button
      type="button"
      data-side={side}
      aria-haspopup="dialog"
      onClick={() => {
        changeDraft({ side });
        navigate(ROUTE.tradingOrders);
      }}
    >
      {orderText.word[side]}
      {hasPrice && (
        <span>
          {" "}
          <FillPrice ticket={ticket} side={side} />
        </span>
      )}
    </button>
  );
}

/** The amount of the order; of one that is sized by its risk, the amount that follows. */
function AmountSteps({ ticket }: { ticket: LiveTicket }) {
  useSignals();
  const wordsId = useId();
  const { sizing, amount } = orderDraft.value;
  const { units } = ticket.reading.value;
  const shown = sizing === "amount" ? amount : units === null ? "" : unitsText(units);
  const words = useNumberWords(shown, PLAIN_NUMBER, false);
  const change = (text: string) => changeDraft({ sizing: "amount", amount: text });
  const { less, more } = orderText.amountSteps;
  return (
    <Amount>
      <button type="button" aria-label={less} onClick={() => change(stepAmount(shown, -1))}>
        <Icon of={Minus} />
      </button>
      <label className="num">
        <VisuallyHidden>{orderText.amount}</VisuallyHidden>
        <input
          inputMode="decimal"
          autoComplete="off"
          placeholder="0.00"
          value={shown}
          aria-invalid={words === null ? undefined : true}
          aria-describedby={words === null ? undefined : wordsId}
          onChange={({ target }) => change(target.value)}
        />
        <span aria-hidden="true">{symbolUnit(ticket.symbol)}</span>
      </label>
      <button type="button" aria-label={more} onClick={() => change(stepAmount(shown, 1))}>
        <Icon of={Plus} />
      </button>
      {words !== null && (
        <Words id={wordsId} role="alert">
          {words}
        </Words>
      )}
    </Amount>
  );
}

/** The way to all that the ticket has, with what an order of now costs and binds. */
function MoreLink({ ticket }: { ticket: LiveTicket }) {
  useSignals();
  const words = useMemo(
    () =>
      computed(() => {
        const { symbol, quote, costs, preview } = ticket;
        const { bid, ask } = quote.value ?? { bid: 0, ask: 0 };
        const spread = costs.value === "typical" && ask > bid ? marketText.spread(stepsText(symbol, ask - bid)) : "";
        const margin = preview.value ? marketText.margin(moneyText(preview.value.marginCents)) : "";
        return [spread, margin].filter(Boolean).join(", ");
      }),
    [ticket],
  );
  return (
    <Link href={ROUTE.tradingOrders} asChild>
      <a href={ROUTE.tradingOrders}>
        <span>
          <Icon of={SlidersHorizontal} />
          {marketText.limitStopTarget}
        </span>
        <Text as="span" size="caption" tone="muted" weight={400} className="num">
          <LiveText text={words} />
        </Text>
      </a>
    </Link>
  );
}

function EdgeLink({ href, label, icon }: { href: string; label: string; icon: typeof List }) {
  return (
    <Link href={href} asChild>
      <a href={href} aria-label={label}>
        <Icon of={icon} size={20} />
      </a>
    </Link>
  );
}

/** The way to the positions, with how many there are. */
function ListsLink() {
  useSignals();
  const count = demoRun.value?.positions.length ?? 0;
  return (
    <Link href={ROUTE.tradingPositions} asChild>
      <a href={ROUTE.tradingPositions}>
        <Icon of={Layers} size={20} />
        <VisuallyHidden>{marketText.tabs.positions}</VisuallyHidden>
        {count > 0 && <CountBadge count={count} />}
      </a>
    </Link>
  );
}
