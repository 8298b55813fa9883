import { computed } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { type KeyboardEvent, type ReactNode, useMemo, useRef } from "react";
import { UNITS } from "../../worker/contract/demo/demo-bounds.ts";
import { decimalText, MONEY, PLAIN_NUMBER, PRICE } from "../../worker/contract/read-number.ts";
import type { TradedSymbol } from "../../worker/contract/symbols.ts";
import { centsOfText, stepsOfText, stepsText, stepsToType, unitsOfText, unitsText } from "../demo/demo-format.ts";
import { demoFigures } from "../demo/demo-live-figures.ts";
import { stepPrice } from "../prices/step.ts";
import { symbolUnit } from "../state/symbol-text.ts";
import { alignedFields } from "../ui/field-frame.tsx";
import { capUsd, formatMoney, formatPercent, formatSignedPercent, NO_VALUE } from "../ui/format.ts";
import { Icon, type IconGlyph, Minus, Plus } from "../ui/icon.tsx";
import { Row, Text } from "../ui/layout.tsx";
import { LiveFigureText, LiveText } from "../ui/live-text.tsx";
import { NumberField, type NumberFieldProps } from "../ui/number-field.tsx";
import { Segments } from "../ui/segments.tsx";
import { media, type } from "../ui/theme.ts";
import { changeDraft, orderDraft } from "./draft.ts";
import { changeSizing, chooseType, typePrice } from "./draft-changes.ts";
import { amountField, useAwaitedFocus } from "./focus.ts";
import { type LiveTicket, sidePriceNow } from "./live.ts";
import { useLivePlaceholder } from "./live-placeholder.ts";
import { orderText as text } from "./order-text.ts";

const Steps = styled("span")`
  display: flex;
  align-self: stretch;
  margin: 0 -12px 0 12px;
  & > button {
    display: grid;
    place-items: center;
    width: 36px;
    border-left: 1px solid var(--line);
    color: var(--text);
    &:last-child {
      border-radius: 0 7px 7px 0;
    }
    &:hover {
      background: var(--line);
    }
    &:focus-visible {
      outline-offset: -2px;
    }
  }
  ${media.touch} {
    & > button {
      width: 48px;
    }
  }
`;

// Two prices are side by side where the window is low, with the arrow keys alone to step them.
const Prices = styled("div")`
  display: grid;
  gap: inherit;
  @media (min-width: 640px) and (max-height: 799px) {
    grid-auto-columns: minmax(0, 1fr);
    grid-auto-flow: column;
    align-items: end;
    column-gap: 8px;
    &[data-pair="true"] {
      ${alignedFields}
    }
    &[data-pair="true"] [data-unit],
    &[data-pair="true"] [data-steps] {
      display: none;
    }
  }
`;

const Presets = styled("div")`
  display: grid;
  grid-template-columns: repeat(4, 1fr);
  gap: 8px;
  margin-top: var(--nearer);
  & > button {
    ${type.dense}
    height: 28px;
    border: 1px solid var(--control);
    border-radius: var(--radius-control);
    color: var(--muted);
    text-align: center;
  }
  & > button[aria-pressed="true"] {
    border-color: var(--accent);
    background: var(--raised);
    color: var(--text);
  }
  & > button:hover {
    background: var(--raised);
    color: var(--text);
  }
  ${media.touch} {
    & > button {
      height: 44px;
    }
  }
`;

type FigureFieldProps = Omit<NumberFieldProps, "step"> & {
  onText: (text: string) => void;
  /** The names of the buttons that step it. */
  steps: Record<"less" | "more", string>;
  unit: ReactNode;
  /** The text one step further; buttons and arrow keys do it. */
  step: (direction: 1 | -1) => string;
};

/** A figure that is typed, or stepped by buttons or arrow keys. */
function FigureField({ onText, steps, unit, step, ...field }: FigureFieldProps) {
  function onKeyDown(event: KeyboardEvent) {
    const direction = ({ ArrowUp: 1, ArrowDown: -1 } as const)[event.key];
    if (direction === undefined) return;
    event.preventDefault();
    onText(step(direction));
  }
  return (
    <NumberField
      size="quiet"
      data-figure="lead"
      {...field}
      onChange={(event) => onText(event.target.value)}
      onKeyDown={onKeyDown}
      suffix={
        <>
          <span data-unit="">{unit}</span>
          <Steps data-steps="">
            <StepButton icon={Minus} label={steps.less} onClick={() => onText(step(-1))} />
            <StepButton icon={Plus} label={steps.more} onClick={() => onText(step(1))} />
          </Steps>
        </>
      }
    />
  );
}

/** Out of the tab order, because the arrow keys do the same in the field. */
function StepButton({ icon, label, onClick }: { icon: IconGlyph; label: string; onClick: () => void }) {
  return (
    <button type="button" tabIndex={-1} aria-label={label} title={label} onClick={onClick}>
      <Icon of={icon} />
    </button>
  );
}

/** What the ticket's parts share. */
export type TicketPartProps = { ticket: LiveTicket; errorOf: (field: string) => string | null };

/** Market, limit, stop or stop limit. */
export function OrderTypes() {
  useSignals();
  return (
    <Segments
      label={text.type}
      value={orderDraft.value.type}
      options={TYPES.map((value) => ({ value, label: text.types[value] }))}
      onChange={chooseType}
    />
  );
}

const TYPES = ["market", "limit", "stop", "stop_limit"] as const;
/** Before a price with more characters, the field has no room for a word. */
const PLACEHOLDER_PRICE_MAX = 9;

/**
 * The price of an order, with what will happen there. A market order has none: its field is empty, and a price that is
 * typed into it makes it a limit or a stop.
 */
export function OrderPrices({ ticket, errorOf }: TicketPartProps) {
  useSignals();
  const { side, type, price, limitPrice } = orderDraft.value;
  const costs = ticket.costs.value;
  const caption = {
    market: text.price,
    limit: text.limitCaption[side],
    stop: text.stopCaption(side, costs),
    stop_limit: text.triggerCaption(side, costs),
  }[type];
  return (
    <Prices data-pair={type === "stop_limit"}>
      <PriceField
        ticket={ticket}
        label={caption}
        value={price}
        onText={(typed) => typePrice(ticket.symbol, typed, sidePriceNow(ticket, side))}
        onBlur={() => changeDraft({ price: tidyPrice(ticket.symbol, price) })}
        error={errorOf("price")}
        isMarket={type === "market"}
      />
      {type === "stop_limit" && (
        <PriceField
          ticket={ticket}
          label={text.thenCaption[side]}
          value={limitPrice}
          onText={(typed) => changeDraft({ limitPrice: typed })}
          onBlur={() => changeDraft({ limitPrice: tidyPrice(ticket.symbol, limitPrice) })}
          error={errorOf("limitPrice")}
        />
      )}
    </Prices>
  );
}

type PriceFieldProps = Pick<FigureFieldProps, "label" | "value" | "onText" | "onBlur" | "error"> & {
  ticket: LiveTicket;
  isMarket?: boolean;
};

function PriceField({ ticket, isMarket = false, ...field }: PriceFieldProps) {
  useSignals();
  const { symbol } = ticket;
  const { value } = field;
  const { side, type: orderType } = orderDraft.value;
  const isLimit = orderType === "limit";
  const now = useMemo(
    () => computed(() => sidePriceNow({ quote: ticket.throttledQuote, costs: ticket.costs }, side)),
    [ticket, side],
  );
  const away = useMemo(
    () =>
      computed(() => {
        if (isLimit && ticket.preview.value?.fillsAtOnce) return text.atOnce;
        const steps = stepsOfText(symbol, value);
        if (now.value === null || typeof steps !== "number") return "";
        return text.away(formatSignedPercent(((steps - now.value) * 100) / now.value));
      }),
    [ticket, symbol, isLimit, value, now],
  );
  const input = useRef<HTMLInputElement>(null);
  const isEmpty = value === "";
  const placeholder = useMemo(
    () =>
      computed(() => {
        // It is not seen behind a typed value.
        if (!isEmpty) return "";
        const price = now.value === null ? NO_VALUE : stepsText(symbol, now.value);
        return isMarket && price.length <= PLACEHOLDER_PRICE_MAX ? text.market(price) : price;
      }),
    [symbol, now, isMarket, isEmpty],
  );
  useLivePlaceholder(input, placeholder);
  return (
    <FigureField
      {...field}
      reads={PRICE}
      ref={input}
      aside={isMarket ? undefined : <LiveText text={away} />}
      steps={text.priceSteps}
      unit="USD"
      step={(direction) => steppedPrice(ticket, value, direction, now.peek())}
    />
  );
}

/** A typed price or distance as it is written elsewhere; other text as it is. */
export function tidyPrice(symbol: TradedSymbol, typed: string): string {
  const steps = stepsOfText(symbol, typed);
  return typeof steps === "number" ? stepsText(symbol, steps) : typed;
}

/** A price one step further. An empty field begins at the market; a text that is no price stays. */
function steppedPrice({ symbol }: LiveTicket, typed: string, direction: 1 | -1, market: number | null): string {
  const known = stepsOfText(symbol, typed);
  const from = known ?? market;
  if (typeof from !== "number") return typed;
  return stepsToType(symbol, stepPrice(from, direction));
}

/** The amount, or what may be lost, from which it follows. */
export function OrderSize({ ticket, errorOf }: TicketPartProps) {
  useSignals();
  useAwaitedFocus();
  const { sizing, amount, risk } = orderDraft.value;
  const isRisk = sizing === "risk";
  return (
    <>
      <Row justify="space-between" gap={12} margin="0 0 var(--nearer)">
        <Segments
          label={text.sizing}
          size="dense"
          value={sizing}
          options={[
            { value: "amount", label: text.amount },
            { value: "risk", label: text.risk },
          ]}
          onChange={(chosen) => changeSizing(ticket, chosen)}
        />
        <SizeNote ticket={ticket} />
      </Row>
      {isRisk ? (
        <NumberField
          reads={MONEY}
          ref={amountField}
          size="bare"
          label={text.riskField}
          prefix={`${text.riskField} $`}
          data-figure="lead"
          value={risk}
          onChange={(event) => changeDraft({ risk: event.target.value })}
          error={errorOf("amount")}
          suffix={<RiskShare risk={risk} />}
        />
      ) : (
        <FigureField
          reads={PLAIN_NUMBER}
          ref={amountField}
          size="bare"
          label={text.amount}
          value={amount}
          onText={(typed) => changeDraft({ amount: typed })}
          error={errorOf("amount")}
          steps={text.amountSteps}
          unit={symbolUnit(ticket.symbol)}
          step={(direction) => stepAmount(amount, direction)}
        />
      )}
      <Presets className="num">
        {isRisk ? (
          <RiskPresets risk={risk} />
        ) : (
          AMOUNTS.map((preset) => (
            <Preset
              key={preset}
              label={preset}
              isChosen={unitsOfText(amount) === unitsOfText(preset)}
              onChoose={() => changeDraft({ amount: preset })}
            />
          ))
        )}
      </Presets>
    </>
  );
}

const AMOUNTS = ["0.01", "0.02", "0.05", "0.10"];
const RISKS_USD = [25, 50, 100];

function Preset({ label, isChosen, onChoose }: { label: string; isChosen: boolean; onChoose: () => void }) {
  return (
    <button type="button" aria-pressed={isChosen} onClick={onChoose}>
      {label}
    </button>
  );
}

/** Three sums, and a percent of the equity of the moment when it is chosen. */
function RiskPresets({ risk }: { risk: string }) {
  const onePercent = () => {
    const cents = Math.floor((demoFigures.peek()?.equityCents ?? 0) / 100);
    if (cents > 0) changeDraft({ risk: decimalText(cents, 2) });
  };
  return (
    <>
      {RISKS_USD.map((usd) => (
        <Preset
          key={usd}
          label={`$${usd}`}
          isChosen={centsOfText(risk) === usd * 100}
          onChoose={() => changeDraft({ risk: usd.toFixed(2) })}
        />
      ))}
      <Preset label="1%" isChosen={false} onChoose={onePercent} />
    </>
  );
}

/** What the amount is worth, or which amount the risk gives. */
function SizeNote({ ticket }: { ticket: LiveTicket }) {
  useSignals();
  const { sizing, side } = orderDraft.value;
  const isRisk = sizing === "risk";
  const figure = useMemo(
    () =>
      computed(() => {
        if (!isRisk) return ticket.preview.value ? moneyText(ticket.preview.value.notionalCents) : "";
        const { units } = ticket.reading.value;
        return units === null ? "" : `${unitsText(units)} ${symbolUnit(ticket.symbol)}`;
      }),
    [ticket, isRisk],
  );
  const needsStop = useMemo(() => computed(() => ticket.reading.value.faults.amount === "needs_stop"), [ticket]);
  const hasFigure = useMemo(() => computed(() => figure.value !== ""), [figure]);
  if (isRisk && needsStop.value) {
    return (
      <Text as="span" size="caption" tone="warn">
        {text.setStopFirst}
      </Text>
    );
  }
  return (
    <Text as="span" size="dense" tone="muted" className="num" breaks="never">
      {hasFigure.value && (isRisk ? text.gives[side] : text.worth)}{" "}
      <Text as="b" tone="text" weight={600}>
        <LiveFigureText text={figure} />
      </Text>
    </Text>
  );
}

/** A risk in percent of the equity. */
function RiskShare({ risk }: { risk: string }) {
  const share = useMemo(
    () =>
      computed(() => {
        const cents = centsOfText(risk);
        const equity = demoFigures.value?.equityCents ?? 0;
        return typeof cents === "number" && equity > 0 ? formatPercent((cents * 100) / equity) : "";
      }),
    [risk],
  );
  return <LiveText text={share} />;
}

/** Money of a decision, which is never hidden. */
export function moneyText(cents: number): string {
  return formatMoney(capUsd(cents / 100), "always");
}

/** The step of the + and − buttons and the smallest amount that they leave: a hundredth. */
const STEP_UNITS = 10 ** 6;
const STEP_DECIMALS = 2;

/**
 * The typed amount moved by one step, as input text: the next multiple of the step, at least one step and at most the
 * largest amount of an order.
 * @param typed the field's text; one that is no amount stays
 */
export function stepAmount(typed: string, direction: 1 | -1): string {
  const units = unitsOfText(typed) ?? 0;
  if (typeof units !== "number") return typed;
  const steps = units / STEP_UNITS;
  const next = direction === 1 ? Math.floor(steps) + 1 : Math.ceil(steps) - 1;
  return decimalText(Math.min(Math.max(1, next), UNITS.max / STEP_UNITS), STEP_DECIMALS);
}
