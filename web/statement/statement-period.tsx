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
        value={month ?? ANOTHER}
        options={options}
        onChange={(key) => {
          // A month to today is none of the months, so that its dates are fields.
          onPeriod(
            key === ANOTHER ? { from: period.from, to: today > period.from ? today : period.to } : periodOfMonth(key),
          );
        }}
      />
      {month === undefined && <Dates period={period} onPeriod={onPeriod} />}
    </Row>
  );
}

function isSame(one: Period, other: Period): boolean {
  return one.from === other.from && one.to === other.to;
}

/** Two dates; one that is moved past the other moves it too, so that the period is always valid. */
function Dates({ period: { from, to }, onPeriod }: Pick<StatementPeriodProps, "period" | "onPeriod">) {
  const fields = [
    { label: text.from, day: from, move: (day: string) => ({ from: day, to: day > to ? day : to }) },
    { label: text.to, day: to, move: (day: string) => ({ from: day < from ? day : from, to: day }) },
  ];
  return fields.map(({ label, day, move }) => (
    <Field
      key={label}
      size="compact"
      type="date"
      label={label}
      required
      value={day}
      onChange={({ target }) => {
        if (readIsoDate(target.value) !== null) onPeriod(move(target.value));
      }}
    />
  ));
}
