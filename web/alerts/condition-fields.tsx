import { computed } from "@preact/signals-react";
import { useMemo } from "react";
import { ALERTS, type AlertCondition, type AlertTerms } from "../../worker/contract/alerts/price-alerts.ts";
import { isWithin, PRICE_STEPS } from "../../worker/contract/demo/demo-bounds.ts";
import { decimalText, PLAIN_NUMBER, PRICE, readNumber, wholeSteps } from "../../worker/contract/read-number.ts";
import { FEED_SYMBOLS, type FeedSymbol } from "../../worker/contract/symbols.ts";
import { HOUR_MS, MINUTE_MS } from "../../worker/contract/time.ts";
import { fetchCandles } from "../chart/fetch-candles.ts";
import { stepPrice } from "../prices/step.ts";
import { quoteOf, serverNow } from "../state/prices.ts";
import { useQuery } from "../state/use-query.ts";
import { FigureField } from "../ticket/figure-field.tsx";
import { NumberField } from "../ui/fields/number-field.tsx";
import { Select } from "../ui/fields/select.tsx";
import { formatSignedPercent } from "../ui/format.ts";
import { Grid, Stack, Text } from "../ui/layout.tsx";
import { LiveText } from "../ui/live-text.tsx";
import { alertFormText as text } from "./alert-form-text.ts";
import { price2Of, value2Of } from "./alert-side.ts";
import { doubledWords, levelWords, windowWords } from "./alert-words.ts";
import { changeDraft } from "./alerts.ts";
import { toldIn, WEEK } from "./told-in-week.ts";
import { type Unread, useTyped } from "./use-typed.ts";

type Of<Type extends AlertCondition["type"]> = Extract<AlertCondition, { type: Type }>;
type FieldsProps<Type extends AlertCondition["type"]> = {
  terms: AlertTerms;
  condition: Of<Type>;
  errorOf: (field: string) => string | null;
  unread: Unread;
};

const change = (terms: AlertTerms, condition: AlertCondition) => changeDraft({ ...terms, condition });

/** A typed price in steps; null for what is none. */
function stepsIn(symbol: FeedSymbol, typed: string): number | null {
  const reading = readNumber(typed, PRICE);
  const steps = "number" in reading ? wholeSteps(reading.number, FEED_SYMBOLS[symbol].decimals) : null;
  return steps !== null && isWithin(steps, PRICE_STEPS) ? steps : null;
}

/** A typed percentage in hundredths of a percent; null for what is none. */
export function basisPointsIn(typed: string): number | null {
  const reading = readNumber(typed, PLAIN_NUMBER);
  const basisPoints = "number" in reading ? wholeSteps(reading.number, 2) : null;
  return basisPoints !== null && isWithin(basisPoints, { min: 1, max: ALERTS.basisPointsMax }) ? basisPoints : null;
}

export const percentToType = (basisPoints: number) => decimalText(basisPoints, 2, 0);

/** The level, which the chart moves too, with how far away it is and how often it would have told. */
export function LevelFields({ terms, condition, errorOf, unread }: FieldsProps<"level">) {
  const { symbol } = terms;
  const level = useTyped({
    field: "level",
    unread,
    value: condition.price,
    read: (typed) => stepsIn(symbol, typed),
    write: (steps) => (steps === 0 ? "" : levelWords(symbol, steps)),
    onValue: (price) => change(terms, { ...condition, price }),
  });
  const told = useTold(terms);
  const isTyped = stepsIn(symbol, level.text) !== null;
  return (
    <>
      <Direction terms={terms} condition={condition} />
      <FigureField
        label={text.level}
        data-autofocus=""
        data-level=""
        reads={PRICE}
        value={level.text}
        onText={level.onText}
        error={level.isWrong ? text.priceRange(FEED_SYMBOLS[symbol].decimals) : errorOf("level")}
        hint={isTyped && told}
        aside={isTyped && <Away terms={terms} />}
        steps={text.steps}
        unit="USD"
        step={(direction) => {
          const from = stepsIn(symbol, level.text) ?? quoteOf(symbol).peek()?.mid ?? 0;
          return from === 0 ? level.text : levelWords(symbol, stepPrice(from, direction));
        }}
      />
    </>
  );
}

/** A drawn line: its level follows from the time. */
export function LineFields({ terms, condition }: Pick<FieldsProps<"line">, "terms" | "condition">) {
  const told = useTold(terms);
  const value2 = value2Of(condition, serverNow()) ?? 0;
  return (
    <>
      <Direction terms={terms} condition={condition} />
      <Stack gap={6}>
        <Text size="dense">{text.yourLine(doubledWords(terms.symbol, value2))}</Text>
        {told && <Told words={told} />}
      </Stack>
    </>
  );
}

function Direction({ terms, condition }: { terms: AlertTerms; condition: Of<"level"> | Of<"line"> }) {
  return (
    <Select<"rises" | "falls">
      size="quiet"
      label={text.when}
      value={condition.direction}
      options={(["rises", "falls"] as const).map((value) => ({ value, label: text.directions[value] }))}
      onChange={(direction) => change(terms, { ...condition, direction })}
    />
  );
}

/** How far the level is from the price now. */
function Away({ terms }: { terms: AlertTerms }) {
  const away = useMemo(
    () =>
      computed(() => {
        const [value2, price2] = [value2Of(terms.condition, serverNow()), price2Of(terms.symbol)];
        if (!value2 || !price2) return "";
        return text.away(formatSignedPercent(((value2 - price2) * 100) / price2));
      }),
    [terms],
  );
  return <LiveText text={away} />;
}

const WINDOWS = [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS, 4 * HOUR_MS, 24 * HOUR_MS];

/** A move by a part of the price within a time. */
export function MoveFields({ terms, condition, errorOf, unread }: FieldsProps<"move">) {
  const { direction, basisPoints, windowMs } = condition;
  const percent = useTyped({
    field: "percent",
    unread,
    value: basisPoints,
    read: basisPointsIn,
    write: percentToType,
    onValue: (next) => change(terms, { ...condition, basisPoints: next }),
  });
  const told = useTold(terms);
  const windows = [...new Set([...WINDOWS, windowMs])].sort((a, b) => a - b);
  return (
    <Stack gap={8}>
      <Select<typeof direction>
        size="quiet"
        label={text.whenMoves}
        value={direction}
        options={(["either", "up", "down"] as const).map((value) => ({ value, label: text.moves[value] }))}
        onChange={(next) => change(terms, { ...condition, direction: next })}
      />
      <Grid columns={2} gap={12} align="start">
        <NumberField
          size="quiet"
          label={text.by}
          reads={PLAIN_NUMBER}
          suffix="%"
          value={percent.text}
          error={percent.isWrong ? text.percentRange : errorOf("percent")}
          onChange={({ target }) => percent.onText(target.value)}
        />
        <Select
          size="quiet"
          label={text.within}
          value={String(windowMs)}
          options={windows.map((ms) => ({ value: String(ms), label: windowWords(ms) }))}
          onChange={(ms) => change(terms, { ...condition, windowMs: Number(ms) })}
        />
      </Grid>
      {told && !percent.isWrong && <Told words={told} />}
      <Text size="caption" tone="muted">
        {text.moveCounts}
      </Text>
    </Stack>
  );
}

function Told({ words }: { words: string }) {
  return (
    <Text size="caption" tone="muted" role="status">
      {words}
    </Text>
  );
}

const WEEK_FRESH_MS = 5 * MINUTE_MS;
/** While the server still loads them. */
const WEEK_RETRY_MS = 15_000;

/** How often these terms would have told in a week; null while it is not known. */
function useTold(terms: AlertTerms): string | null {
  const { symbol } = terms;
  const week = useQuery({
    key: ["alert-week", symbol],
    fetch: () => fetchCandles({ symbol, interval: WEEK.interval, limit: WEEK.candles }),
    staleMs: WEEK_FRESH_MS,
    everyMs: (known) => (known?.isWhole ? undefined : WEEK_RETRY_MS),
    failure: "candles of the week not loaded",
  });
  const { value } = week;
  return useMemo(() => {
    const fromMs = serverNow() - WEEK.days * 86_400_000;
    const told = value?.isWhole
      ? toldIn(
          terms,
          value.candles.filter(([startMs]) => startMs >= fromMs),
        )
      : null;
    return told && text.told(told.times, told.isEstimate);
  }, [terms, value]);
}
