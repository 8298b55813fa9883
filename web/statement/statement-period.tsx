import { useState } from "react";
import { dayAt, isoDate, readIsoDate } from "../../worker/contract/trade-calendar.ts";
import { Field } from "../ui/fields/field.tsx";
import { Select } from "../ui/fields/select.tsx";
import { formatMonth } from "../ui/format.ts";
import { Row } from "../ui/layout.tsx";
import type { Period } from "./statement-calls.ts";
import { monthsOf, periodOfMonth } from "./statement-months.ts";
import { statementPageText as text } from "./statement-page-text.ts";

const ANOTHER = "another";

type StatementPeriodProps = {
  period: Period;
  onPeriod: (period: Period) => void;
  /** When the account began, and the present moment, epoch ms. */
  createdAtMs: number;
  nowMs: number;
  timeZone: string;
};

/** The choice of a statement's period: a month of the account, or two dates. */
export function StatementPeriod({ period, onPeriod, createdAtMs, nowMs, timeZone }: StatementPeriodProps) {
  const months = monthsOf({ createdAtMs, nowMs }, timeZone);
  const month = months.find((key) => isSame(periodOfMonth(key), period));
  // The fields stay while their dates are typed, which may become those of a month.
  const [hasDates, setHasDates] = useState(month === undefined);
  const today = isoDate(dayAt(nowMs, timeZone));
  const options = [
    ...months.map((key) => ({ value: key, label: formatMonth(`${key}-01T00:00:00Z`, "UTC") })),
    { value: ANOTHER, label: text.anotherPeriod },
  ];
  return (
    <Row wrap gap={8} phone={{ width: "100%", each: 1 }}>
      <Select
        size="compact"
        label={text.period}
        value={hasDates ? ANOTHER : (month ?? ANOTHER)}
        options={options}
        onChange={(key) => {
          setHasDates(key === ANOTHER);
          // A month to today is none of the months, so that its dates are fields.
          onPeriod(
            key === ANOTHER ? { from: period.from, to: today > period.from ? today : period.to } : periodOfMonth(key),
          );
        }}
      />
      {(hasDates || month === undefined) && <Dates period={period} onPeriod={onPeriod} />}
    </Row>
  );
}

function isSame(one: Period, other: Period): boolean {
  return one.from === other.from && one.to === other.to;
}

type Typed = { label: string; day: string; before: Period };

/** Two dates; one that is moved past the other moves it too, so that the period is always valid. */
function Dates({ period, onPeriod }: Pick<StatementPeriodProps, "period" | "onPeriod">) {
  const [typed, setTyped] = useState<Typed | null>(null);
  // While a year is typed it is 202 for a moment: the other date follows what the date is in the end.
  const { from, to } = typed?.before ?? period;
  const fields = [
    { label: text.from, day: period.from, move: (day: string) => ({ from: day, to: day > to ? day : to }) },
    { label: text.to, day: period.to, move: (day: string) => ({ from: day < from ? day : from, to: day }) },
  ];
  return fields.map(({ label, day, move }) => (
    <Field
      key={label}
      size="compact"
      type="date"
      label={label}
      required
      // A part of a date has no value, and would be replaced by the period's while it is typed.
      value={typed?.label === label ? typed.day : day}
      onFocus={() => setTyped({ label, day, before: period })}
      onBlur={() => setTyped(null)}
      onChange={({ target: { value } }) => {
        setTyped((now) => now && { ...now, day: value });
        if (readIsoDate(value) !== null) onPeriod(move(value));
      }}
    />
  ));
}
