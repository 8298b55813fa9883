import { type FormEvent, type ReactNode, useState } from "react";
import { asciiOf } from "../../worker/contract/ascii.ts";
import { type Decimal, decimalIn } from "../../worker/contract/broker/decimal.ts";
import { numberWith } from "../../worker/contract/files/number-marks.ts";
import { readTime } from "../../worker/contract/files/time-forms.ts";
import type { Answers, Question } from "../imports/statement/statement.ts";
import { digitsText } from "../trade-accounts/exact-digits.ts";
import { Button } from "../ui/button.tsx";
import { Card, CardHead } from "../ui/card.tsx";
import { Field } from "../ui/fields/field.tsx";
import { useRefusedField } from "../ui/fields/refused-field.ts";
import { Select } from "../ui/fields/select.tsx";
import { formatDate } from "../ui/format.ts";
import { Row, Stack, Text } from "../ui/layout.tsx";
import { Segments } from "../ui/segments.tsx";
import { importText } from "./import-text.ts";
import type { OpenFile } from "./use-file-queue.ts";

const text = importText.questions;
const CURRENCY = /^[A-Za-z0-9]{2,12}$/;
const CURRENCIES = [
  "USD",
  "EUR",
  "GBP",
  "USDT",
  "USDC",
  "KHR",
  "JPY",
  "AUD",
  "CAD",
  "CHF",
  "USC",
  "mBTC",
  "BTC",
  "ETH",
];

/** The typed answers, by question. */
type Typed = {
  currency: string;
  decimalMark: "" | "." | ",";
  dateOrder: "" | "day_first" | "month_first";
  symbol: string;
  /** By symbol. */
  pointValues: Readonly<Record<string, string>>;
};

type QuestionsStepProps = {
  open: OpenFile;
  onAnswers: (answers: Answers) => void;
  foot: ReactNode;
};

/** What a file leaves open, each with the line that does; the file is read again with the answers. */
export function QuestionsStep({ open, onAnswers, foot }: QuestionsStepProps) {
  const { questions } = open.statement;
  const [typed, setTyped] = useState<Typed>({
    currency: "",
    decimalMark: "",
    dateOrder: "",
    symbol: "",
    pointValues: {},
  });
  const [hasTried, setHasTried] = useState(false);
  const set = (change: Partial<Typed>) => setTyped({ ...typed, ...change });
  const missing = questions.filter((question) => problemOf(question, typed) !== null).length;

  function submit(event: FormEvent) {
    event.preventDefault();
    setHasTried(true);
    if (missing === 0) onAnswers(answersOf(open.answers, questions, typed));
  }

  return (
    <Card
      as="form"
      isFlush
      noValidate
      aria-labelledby="import-questions"
      {...useRefusedField({ isBusy: false, onSubmit: submit })}
    >
      <CardHead id="import-questions" title={text.title} note={text.lead} />
      <Stack line="between">
        {questions.map((question) => (
          <Asked key={keyOf(question)} question={question} typed={typed} hasTried={hasTried} onTyped={set} />
        ))}
      </Stack>
      <Row wrap justify="end" gap={8} pad="16px 20px" line="top" phone={{ pad: 16 }}>
        {hasTried && missing > 0 && (
          <Text tone="warn" role="alert" grow>
            {text.open(missing)}
          </Text>
        )}
        {foot}
        <Button type="submit" variant="accent">
          {text.read}
        </Button>
      </Row>
    </Card>
  );
}

/** The currencies of a file that has several. */
function foundIn(question: Question): readonly string[] {
  return question.ask === "currency" ? (question.found ?? []) : [];
}

function keyOf(question: Question): string {
  return question.ask === "point_value" ? `point ${question.symbol}` : question.ask;
}

type AskedProps = { question: Question; typed: Typed; hasTried: boolean; onTyped: (change: Partial<Typed>) => void };

function Asked({ question, typed, hasTried, onTyped }: AskedProps) {
  const { title, detail } = wordsOf(question);
  return (
    <Stack gap={12} pad="16px 20px" phone={{ pad: 16 }}>
      <div>
        <Text weight={500}>{title}</Text>
        <Text size="caption" tone="muted" breaks="pretty">
          {detail}
        </Text>
      </div>
      <Stack maxWidth={360}>
        <Answer
          question={question}
          typed={typed}
          onTyped={onTyped}
          error={hasTried ? problemOf(question, typed) : null}
        />
      </Stack>
    </Stack>
  );
}

function wordsOf(question: Question): { title: string; detail: string } {
  switch (question.ask) {
    case "currency":
      return { title: text.currency, detail: foundIn(question).length > 0 ? text.currencyFound : text.currencyDetail };
    case "symbol":
      return { title: text.symbol, detail: text.symbolDetail };
    case "point_value":
      return { title: text.pointValue(question.symbol), detail: text.pointValueDetail };
    case "decimal_mark":
      return { title: text.decimalMark(question.text), detail: text.decimalMarkDetail(question.line) };
    case "date_order":
      return { title: text.dateOrder(question.text), detail: text.dateOrderDetail(question.line) };
  }
}

type AnswerProps = Omit<AskedProps, "hasTried"> & { error: string | null };

function Answer({ question, typed, onTyped, error }: AnswerProps) {
  switch (question.ask) {
    case "currency": {
      const found = foundIn(question);
      if (found.length > 0) {
        return (
          <Select
            label={text.currencyLabel}
            error={error}
            value={typed.currency}
            options={["", ...found].map((code) => ({ value: code, label: code }))}
            onChange={(currency) => onTyped({ currency })}
          />
        );
      }
      return (
        <>
          <Field
            label={text.currencyLabel}
            error={error}
            list="import-currencies"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={typed.currency}
            onChange={({ target }) => onTyped({ currency: target.value })}
          />
          <datalist id="import-currencies">
            {CURRENCIES.map((code) => (
              <option key={code} value={code} />
            ))}
          </datalist>
        </>
      );
    }
    case "symbol":
      return (
        <Field
          label={text.symbolLabel}
          error={error}
          autoComplete="off"
          autoCapitalize="characters"
          value={typed.symbol}
          onChange={({ target }) => onTyped({ symbol: target.value })}
        />
      );
    case "point_value":
      return (
        <Field
          label={text.pointValueLabel(question.symbol)}
          error={error}
          inputMode="decimal"
          autoComplete="off"
          value={typed.pointValues[question.symbol] ?? ""}
          onChange={({ target }) => onTyped({ pointValues: { ...typed.pointValues, [question.symbol]: target.value } })}
        />
      );
    case "decimal_mark":
      return (
        <Segments
          label={text.decimalMark(question.text)}
          value={typed.decimalMark}
          options={([",", "."] as const).map((mark) => ({ value: mark, label: numberText(question.text, mark) }))}
          onChange={(decimalMark) => onTyped({ decimalMark })}
        />
      );
    case "date_order":
      return (
        <Segments
          label={text.dateOrder(question.text)}
          value={typed.dateOrder}
          options={(["day_first", "month_first"] as const).map((order) => ({
            value: order,
            label: dayText(question.text, order),
            words: `${order === "day_first" ? text.dayFirst : text.monthFirst}: ${dayText(question.text, order)}`,
          }))}
          onChange={(dateOrder) => onTyped({ dateOrder })}
        />
      );
  }
}

/** `147.215` or `147,215`: the number that a text is with this mark. */
function numberText(written: string, mark: "." | ","): string {
  const number = numberWith(written, mark);
  return number === null ? written : digitsText(number);
}

function dayText(written: string, order: "day_first" | "month_first"): string {
  const time = readTime(written, order);
  return time ? formatDate(time.wall, "UTC") : written;
}

function problemOf(question: Question, typed: Typed): string | null {
  switch (question.ask) {
    case "currency":
      return CURRENCY.test(typed.currency.trim()) ? null : text.currencyFault;
    case "symbol":
      return typed.symbol.trim() === "" ? text.symbolFault : null;
    case "point_value":
      return pointValueOf(typed, question.symbol) === null ? text.pointValueFault : null;
    case "decimal_mark":
      return typed.decimalMark === "" ? text.decimalMark(question.text) : null;
    case "date_order":
      return typed.dateOrder === "" ? text.dateOrder(question.text) : null;
  }
}

function pointValueOf({ pointValues }: Typed, symbol: string): Decimal | null {
  const value = decimalIn(asciiOf(pointValues[symbol] ?? "").trim());
  return value !== null && Number(value) > 0 ? value : null;
}

function answersOf(before: Answers, questions: readonly Question[], typed: Typed): Answers {
  const values = questions.flatMap((question) => {
    const value = question.ask === "point_value" ? pointValueOf(typed, question.symbol) : null;
    return question.ask === "point_value" && value !== null ? [[question.symbol, value] as const] : [];
  });
  const asked = new Set(questions.map(({ ask }) => ask));
  return {
    ...before,
    ...(asked.has("currency") && { currency: typed.currency.trim() }),
    ...(asked.has("symbol") && { symbol: typed.symbol.trim() }),
    ...(typed.decimalMark !== "" && { decimalMark: typed.decimalMark }),
    ...(typed.dateOrder !== "" && { dateOrder: typed.dateOrder }),
    ...(values.length > 0 && { pointValues: { ...before.pointValues, ...Object.fromEntries(values) } }),
  };
}
