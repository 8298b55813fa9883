import { computed } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { useMemo } from "react";
import { ChangeText, PriceBound } from "../../prices/quote-parts.ts";
import { Button } from "../../ui/button.tsx";
import { directionOf, formatMoney, formatSignedMoney, formatUnits } from "../../ui/format.ts";
import { LiveText } from "../../ui/live-text.tsx";
import { SideWord } from "../../ui/side.tsx";
import { media, type } from "../../ui/theme.ts";
import { liveText } from "./live-text.ts";
import { priceOf } from "./traded-price.ts";
import { tradingText } from "./trading-text.ts";
import { closing, type VisitorPosition, visitorAccount } from "./visitor-account.ts";

const FigureList = styled("dl")`
  display: grid;
  grid-template-columns: repeat(3, minmax(0, 1fr));
  gap: 16px;
  margin-bottom: 16px;
  & dt {
    ${type.caption}
    color: var(--muted);
  }
  & dd {
    ${type.lead}
    font-weight: 600;
  }
`;
const Positions = styled("ul")`
  ${type.dense}
  max-height: 160px;
  overflow: auto;
  & > li {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto 96px auto;
    align-items: center;
    gap: 0 16px;
    height: 40px;
  }
  & > li + li {
    border-top: 1px solid color-mix(in oklab, var(--line) 60%, transparent);
  }
  & > li > :first-child {
    font-weight: 500;
  }
  & > li > :nth-child(2) {
    color: var(--muted);
  }
  & > li > :nth-child(3) {
    font-weight: 600;
    text-align: right;
  }
  ${media.phone} {
    max-height: none;
    & > li {
      grid-template-columns: minmax(0, 1fr) auto auto;
      height: 56px;
    }
    & > li > :nth-child(2) {
      ${type.caption}
      grid-area: 2 / 1;
    }
    & > li > :nth-child(3),
    & > li > :last-child {
      grid-row: 1 / span 2;
    }
  }
`;
const Empty = styled("p")`
  ${type.dense}
  color: var(--muted);
`;

/** The element that has the focus after the last position was closed. */
const FIGURES_ID = "visitor-figures";

/** The value of the visitor's demo account, and its open positions with a button to close each. */
export function VisitorPositions() {
  useSignals();
  const positions = visitorAccount().positions.value;
  return (
    <>
      <Figures />
      {positions.length === 0 && <Empty>{tradingText.noPositions}</Empty>}
      <Positions className="num" aria-label={tradingText.positions}>
        {positions.map((shown) => (
          <Position key={shown.position.id} shown={shown} />
        ))}
      </Positions>
    </>
  );
}

function Position({ shown }: { shown: VisitorPosition }) {
  const { position, now, resultCents, isStale } = shown;
  const { side, units, symbol, entryPrice } = position;
  return (
    <li>
      <span>
        <SideWord data-side={side}>{liveText.terminal[side]}</SideWord> {formatUnits(units)} {symbol}
      </span>
      <PriceBound data-stale={isStale}>
        {tradingText.fromTo(priceOf(symbol, entryPrice), priceOf(symbol, now))}
      </PriceBound>
      <PriceBound data-stale={isStale}>
        <ChangeText data-tone={directionOf(resultCents)}>{formatSignedMoney(resultCents / 100)}</ChangeText>
      </PriceBound>
      <Close shown={shown} />
    </li>
  );
}

function Figures() {
  useSignals();
  const { balance, equity, pnl, tone } = useMemo(() => {
    const account = visitorAccount();
    const pnlCents = () => account.equityCents.value - account.run.value.balanceCents;
    return {
      balance: computed(() => formatMoney(account.run.value.balanceCents / 100)),
      equity: computed(() => formatMoney(account.equityCents.value / 100)),
      pnl: computed(() => formatSignedMoney(pnlCents() / 100)),
      tone: computed(() => directionOf(pnlCents())),
    };
  }, []);
  const toneOfPnl = tone.value;
  return (
    <FigureList id={FIGURES_ID} tabIndex={-1} className="num">
      <div>
        <dt>{tradingText.balance}</dt>
        <dd>
          <LiveText text={balance} />
        </dd>
      </div>
      <div>
        <dt>{tradingText.equity}</dt>
        <dd>
          <LiveText text={equity} />
        </dd>
      </div>
      <div>
        <dt>{tradingText.pnl}</dt>
        <dd>
          <ChangeText data-tone={toneOfPnl}>
            <LiveText text={pnl} />
          </ChangeText>
        </dd>
      </div>
    </FigureList>
  );
}

function Close({ shown }: { shown: VisitorPosition }) {
  useSignals();
  const account = visitorAccount();
  const command = closing(shown.position);

  function close(button: HTMLElement) {
    const row = button.closest("li");
    const next = (row?.nextElementSibling ?? row?.previousElementSibling)?.querySelector("button");
    if (account.send(command) === null) (next ?? document.getElementById(FIGURES_ID))?.focus({ preventScroll: true });
  }

  return (
    <Button
      size="dense"
      disabled={account.refusalOf(command) !== null}
      aria-label={tradingText.closePosition(shown.position.symbol)}
      onClick={(event) => close(event.currentTarget)}
    >
      {tradingText.close}
    </Button>
  );
}
