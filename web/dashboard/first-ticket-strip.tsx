import { computed } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { useLocation } from "wouter";
import { shareCents } from "../../worker/contract/demo/demo-arithmetic.ts";
import { dollarsFromCents } from "../../worker/contract/money.ts";
import { FIRST_TRADED, TRADED_SYMBOLS } from "../../worker/contract/symbols.ts";
import { DayChange, Priced, PriceText, TickFlash } from "../prices/figures.tsx";
import { Sparkline } from "../prices/sparkline.tsx";
import { isStale, quoteOf, serverClock } from "../state/prices.ts";
import { ROUTE } from "../state/routes.ts";
import { symbolName, symbolUnit } from "../state/symbol-text.ts";
import { changeDraft, EMPTY_DRAFT } from "../ticket/draft.ts";
import { chooseTraded } from "../trading/chosen-symbol.ts";
import { Button } from "../ui/button.tsx";
import { formatAge, formatMoney, NO_VALUE } from "../ui/format.ts";
import { Clock, Icon } from "../ui/icon.tsx";
import { Row, Text } from "../ui/layout.tsx";
import { LiveFigureText } from "../ui/live-text.tsx";
import { media, type } from "../ui/theme.ts";
import { useMedia } from "../ui/use-media.ts";
import { firstStepsText as text } from "./first-steps-text.ts";

/** The order that the first step suggests: small enough that a price that moves by a percent costs a few dollars. */
const FIRST_ORDER = { symbol: FIRST_TRADED, side: "buy", amount: "0.01", units: 1_000_000 } as const;
const { symbol, amount, units } = FIRST_ORDER;
const feed = TRADED_SYMBOLS[symbol].pricedFrom;
/** In parts per million. */
const ONE_PERCENT = 10_000;

/** The change of the order's value when its price moves by a percent: `±$6.71`. */
const onePercent = computed(() => {
  const quote = quoteOf(feed).value;
  if (!quote) return NO_VALUE;
  return `±${formatMoney(dollarsFromCents(shareCents({ symbol, units, price: quote.mid }, ONE_PERCENT)), "always")}`;
});

/** The age of the price once it is too old to trade on; null while it is not. */
const oldFor = computed(() => {
  const quote = quoteOf(feed).value;
  return quote && isStale(feed).value ? formatAge(serverClock.value - quote.at) : null;
});

/** A ticket in small, on a surface of its own; on phones in two lines, with the button below. */
const Strip = styled("div")`
  ${type.dense}
  display: flex;
  align-items: center;
  gap: 16px;
  padding: 12px 12px 12px 16px;
  container-type: inline-size;
  border-radius: var(--radius-control);
  background: var(--raised);
  & b {
    display: block;
    font-weight: 600;
  }
  & small {
    ${type.caption}
    display: flex;
    align-items: center;
    gap: 4px;
    color: var(--muted);
  }
  & small[data-old] {
    color: var(--warn);
  }
  & > :nth-child(3) {
    margin-left: auto;
    min-width: 124px;
  }
  & > :nth-child(4) {
    min-width: 148px;
  }
  /* Room for the sum, which comes with the first price. */
  & [data-sum] {
    display: inline-block;
    min-width: 48px;
  }
  /* Beside the markets in a window that is not wide: the button stays whole. */
  @container (min-width: 400px) and (max-width: 599px) {
    & > i {
      display: none;
    }
    & > :nth-child(n) {
      min-width: 0;
    }
  }
  @media (min-width: 640px) and (max-width: 767px) {
    gap: 12px;
    & > i {
      display: none;
    }
    & > :nth-child(n) {
      min-width: 0;
    }
  }
  ${media.phone} {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto minmax(104px, auto);
    gap: 0 12px;
    padding: 0 12px;
    & > span {
      padding: 11px 0;
    }
    & > i {
      align-self: center;
    }
    & [data-sum] {
      text-align: end;
    }
    & > :nth-child(3) {
      display: grid;
      justify-items: end;
      min-width: 0;
      margin: 0;
    }
    & > :nth-child(4) {
      display: flex;
      flex-wrap: wrap;
      justify-content: space-between;
      gap: 0 12px;
      grid-column: 1 / -1;
      padding: 9px 0 11px;
      border-top: 1px solid var(--line);
      font-weight: 500;
    }
  }
`;

/** The first order, with what it is worth now. The button opens the ticket with it; stale prices do not disable it. */
export function FirstTicketStrip() {
  const isPhone = useMedia(media.phone);
  const [, navigate] = useLocation();

  function open() {
    fillFirstTicket();
    navigate(ROUTE.tradingOrders);
  }

  const button = (
    <Button variant="accent" size={isPhone ? "large" : "normal"} isWide={isPhone} onClick={open}>
      {text.demo.open}
    </Button>
  );
  return (
    <>
      <Strip>
        <span>
          <b>{symbol}</b>
          <small>{symbolName(feed)}</small>
        </span>
        <i>
          <Sparkline symbol={feed} width={isPhone ? 96 : 88} height={28} />
        </i>
        <PriceNow isPhone={isPhone} />
        <OnePercent isPhone={isPhone} />
        {!isPhone && button}
      </Strip>
      {isPhone && <Row margin="12px 0 0">{button}</Row>}
    </>
  );
}

function PriceNow({ isPhone }: { isPhone: boolean }) {
  useSignals();
  const old = oldFor.value;
  const caption =
    old === null ? (
      !isPhone && <small>{text.price}</small>
    ) : (
      <small data-old="">
        <Icon of={Clock} size={14} />
        {text.old(old)}
      </small>
    );
  const price = (
    <TickFlash symbol={feed}>
      <b>
        <PriceText symbol={feed} />
      </b>
    </TickFlash>
  );
  if (isPhone) {
    return (
      <span>
        {price}
        {caption || <DayChange symbol={feed} />}
      </span>
    );
  }
  return (
    <span>
      {caption}
      <Row as="span" gap={8}>
        {price}
        <DayChange symbol={feed} />
      </Row>
    </span>
  );
}

function OnePercent({ isPhone }: { isPhone: boolean }) {
  const order = text.order(amount, symbolUnit(symbol));
  const sum = (
    <span data-sum="">
      <Priced symbol={feed}>
        <LiveFigureText text={onePercent} />
      </Priced>
    </span>
  );
  if (isPhone) {
    return (
      <span>
        {order}
        <Text as="span" weight={500}>
          <Text as="span" tone="muted" weight={400}>
            {text.ifItMovesShort}
          </Text>{" "}
          {sum}
        </Text>
      </span>
    );
  }
  return (
    <span>
      <small>{order}</small>
      <Text as="span" weight={500}>
        {sum}{" "}
        <Text as="span" tone="muted" weight={400}>
          {text.ifItMoves}
        </Text>
      </Text>
    </span>
  );
}

/** Fills the ticket in with the first order. Sends nothing. */
function fillFirstTicket(): void {
  const { symbol, side, amount } = FIRST_ORDER;
  chooseTraded(symbol);
  changeDraft({ ...EMPTY_DRAFT, side, amount });
}
