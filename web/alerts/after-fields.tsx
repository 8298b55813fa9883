import { useState } from "react";
import { ALERTS, type AlertCondition, type AlertTerms } from "../../worker/contract/alerts/price-alerts.ts";
import { PLAIN_NUMBER } from "../../worker/contract/read-number.ts";
import { dayAt, isoDate, readIsoDate } from "../../worker/contract/trade-calendar.ts";
import { startOfDate } from "../chart/go-to-date.ts";
import { serverNow } from "../state/prices.ts";
import { Field } from "../ui/fields/field.tsx";
import { NumberField } from "../ui/fields/number-field.tsx";
import { Grid, Stack, Text } from "../ui/layout.tsx";
import { Segments } from "../ui/segments.tsx";
import { basisPointsOf, lastRetreatBp, levelOf, retreatOf } from "./alert-choices.ts";
import { alertFormText as text } from "./alert-form-text.ts";
import { levelWords, windowWords } from "./alert-words.ts";
import { changeDraft } from "./alerts.ts";
import { basisPointsIn, percentToType } from "./condition-fields.tsx";
import { type Unread, useTyped } from "./use-typed.ts";

/** What happens after it has told: nothing, or the same again once the price has gone back. */
export function Repeat({ terms, unread, error }: { terms: AlertTerms; unread: Unread; error: string | null }) {
  const { condition, repeat } = terms;
  const isAgain = repeat.type === "again";
  const isMove = condition.type === "move";
  return (
    <Stack gap={8}>
      <Text size="caption" tone="muted">
        {text.after}
      </Text>
      <Segments
        label={text.after}
        value={repeat.type}
        options={[
          { value: "once", label: text.once },
          { value: "again", label: text.again },
        ]}
        onChange={(kind) => {
          const again = {
            type: "again",
            retreat: isMove ? 0 : retreatOf(lastRetreatBp(), levelOf(condition)),
          } as const;
          changeDraft({ ...terms, repeat: kind === "once" ? { type: "once" } : again });
        }}
      />
      {isAgain && isMove && (
        <Text size="caption" tone="muted">
          {text.againAfter(windowWords(condition.windowMs))}
        </Text>
      )}
      {isAgain && !isMove && <Retreat {...{ terms, condition, retreat: repeat.retreat, unread, error }} />}
    </Stack>
  );
}

type RetreatProps = {
  terms: AlertTerms;
  condition: Exclude<AlertCondition, { type: "move" }>;
  retreat: number;
  unread: Unread;
  error: string | null;
};

/** How far the price must go back, as a part of the level, and where that is. */
function Retreat({ terms, condition, retreat, unread, error }: RetreatProps) {
  const level = levelOf(condition);
  const percent = useTyped({
    field: "retreat",
    unread,
    value: basisPointsOf(retreat, level),
    read: basisPointsIn,
    write: percentToType,
    onValue: (basisPoints) =>
      changeDraft({ ...terms, repeat: { type: "again", retreat: retreatOf(basisPoints, level) } }),
  });
  const label = text.back[condition.direction];
  const backTo = condition.direction === "rises" ? level - retreat : level + retreat;
  const problem = percent.isWrong ? text.percentRange : error;
  return (
    // The words about a problem need more room than a percentage.
    <Grid columns={`auto ${problem ? "" : "72px "}minmax(0, 1fr)`} gap={8} align="baseline" size="dense" tone="muted">
      <span>{label}</span>
      <NumberField
        size="bare"
        label={label}
        reads={PLAIN_NUMBER}
        suffix="%"
        value={percent.text}
        error={problem}
        onChange={({ target }) => percent.onText(target.value)}
      />
      {condition.type === "level" && !problem && (
        <Text as="span" breaks="never" className="num">
          {text.backTo(levelWords(terms.symbol, backTo))}
        </Text>
      )}
    </Grid>
  );
}

/** The last day on which it can tell. */
export function Until({ terms, timeZone, error }: { terms: AlertTerms; timeZone: string; error: string | null }) {
  const { expiresAt } = terms;
  const day = expiresAt === null ? "" : isoDate(dayAt(expiresAt - 1, timeZone));
  // A date that is being typed has no value at times.
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <Field
      size="quiet"
      type="date"
      label={text.until}
      hint={text.noEnd}
      error={error}
      min={isoDate(dayAt(serverNow(), timeZone))}
      value={typed ?? day}
      onFocus={() => setTyped(day)}
      onBlur={() => setTyped(null)}
      onChange={({ target: { value } }) => {
        setTyped(value);
        const read = readIsoDate(value);
        if (read !== null) changeDraft({ ...terms, expiresAt: startOfDate(isoDate(read + 1), timeZone) });
        else if (value === "") changeDraft({ ...terms, expiresAt: null });
      }}
    />
  );
}

/** Counted as people see characters: a letter outside of the basic plane is one. */
export const lengthOf = (note: string) => [...note].length;

export function Note({ terms, error }: { terms: AlertTerms; error: string | null }) {
  const count = lengthOf(terms.note);
  return (
    <Field
      size="quiet"
      label={text.note}
      aside={text.noteCount(count)}
      error={error ?? (count > ALERTS.noteMax ? text.noteTooLong : null)}
      value={terms.note}
      onChange={({ target }) => changeDraft({ ...terms, note: target.value })}
    />
  );
}
