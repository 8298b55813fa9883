import { computed } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useMemo, useState } from "react";
import { SIGN } from "../../worker/contract/demo/demo-quotes.ts";
import type { DemoPosition } from "../../worker/contract/demo/demo-state.ts";
import type { DemoFill } from "../../worker/contract/demo/demo-types.ts";
import { resultAtCents } from "../../worker/contract/demo/result-at.ts";
import { dollarsFromCents } from "../../worker/contract/money.ts";
import { PLAIN_NUMBER } from "../../worker/contract/read-number.ts";
import { demoRun, onDemoNews } from "../demo/demo-account.ts";
import { stepsText, unitsOfText, unitsText, unitsToType } from "../demo/demo-format.ts";
import { Callout } from "../ui/callout.tsx";
import { DialogForm } from "../ui/dialog/dialog-form.tsx";
import { Facts } from "../ui/facts.tsx";
import { NumberField } from "../ui/fields/number-field.tsx";
import { capUsd, formatSignedMoney } from "../ui/format.ts";
import { Segments } from "../ui/segments.tsx";
import { ChangedMeanwhile } from "./changed-meanwhile.tsx";
import { editText } from "./edit-text.ts";
import { fillWords } from "./event-words.ts";
import { ExitFields } from "./exit-fields.tsx";
import { LiveSteps, priceOrDash, stopWords, tradeWords } from "./list-cells.tsx";
import { closingPriceOf } from "./position-figures.ts";
import { areUnderstood, exitsToType, readExits, readUnits, stepsOrNull, type TypedExits } from "./typed-exits.ts";
import { useDemoForm } from "./use-demo-command.ts";
import { useIsFrozen } from "./use-is-frozen.ts";
import { useSeen } from "./use-seen.ts";

type Mode = "exits" | "part";

const PARTS = [
  { value: "25", label: "25%" },
  { value: "50", label: "50%" },
  { value: "75", label: "75%" },
  { value: "100", label: editText.all },
] as const;
type Part = (typeof PARTS)[number]["value"] | "own";

/**
 * Changes the stop, the target and the trailing distance of a position, or closes a part of it. What changes meanwhile is
 * said, and nothing typed is lost.
 */
export function PositionDialog({ position: opened, onClose }: { position: DemoPosition; onClose: () => void }) {
  useSignals();
  const now = demoRun.value?.positions.find(({ id }) => id === opened.id) ?? null;
  const { known: position, changed, see } = useSeen(opened, now);
  const closing = useClosingFill(opened.id);
  const isFrozen = useIsFrozen();
  const [mode, setMode] = useState<Mode>("exits");
  const [exits, setExits] = useState<TypedExits>(() => exitsToType(opened.symbol, opened));
  const [amount, setAmount] = useState(() => unitsToType(opened.units));
  const { submit, isSending, errorOf, formError, setProblem } = useDemoForm({
    fields: mode === "exits" ? ["stop", "target", "trail"] : ["amount"],
    onDone: onClose,
  });
  const { symbol, id, version } = position;

  function save() {
    const read = readExits(symbol, exits);
    if ("problem" in read) return setProblem(read.problem);
    void submit({ type: "amend_position", positionId: id, version, ...read.exits });
  }

  function closePart() {
    const read = readUnits(amount);
    if ("problem" in read) return setProblem(read.problem);
    void submit({ type: "close", positionId: id, version, units: read.units });
  }

  const isUnderstood = areUnderstood(
    mode === "exits" ? { prices: Object.values(exits) } : { prices: [], amounts: [amount] },
  );
  const units = unitsOfText(amount);
  const closeLabel = typeof units === "number" ? editText.closePart(unitsText(units)) : editText.closeNothing;
  return (
    <DialogForm
      noValidate
      title={tradeWords(position)}
      cancel={now === null ? editText.back : editText.cancel}
      submit={now === null ? undefined : mode === "exits" ? editText.save : closeLabel}
      isComplete={!isFrozen && isUnderstood}
      isBusy={isSending}
      problem={formError}
      onSubmit={mode === "exits" ? save : closePart}
      onChange={() => setProblem(null)}
      onClose={onClose}
    >
      <Segments<Mode>
        label={editText.what}
        value={mode}
        options={[
          { value: "exits", label: editText.exits },
          { value: "part", label: editText.part },
        ]}
        onChange={setMode}
      />
      {now === null && (
        <Callout tone="warn" role="status">
          {editText.closedMeanwhile} {closing && editText.closedBy(fillWords(closing))}
        </Callout>
      )}
      {changed && (
        <ChangedMeanwhile
          now={nowWords(changed)}
          onUse={() => {
            see(changed);
            setExits(exitsToType(symbol, changed));
            setAmount(unitsToType(changed.units));
          }}
        />
      )}
      <PositionFacts position={position} />
      {mode === "exits" ? (
        <ExitFields
          typed={exits}
          onType={setExits}
          hints={{
            stop: <MoneyAt position={position} typed={exits.stop} />,
            target: <MoneyAt position={position} typed={exits.target} />,
            trail: <TrailHint position={position} typed={exits.trail} />,
          }}
          errorOf={errorOf}
        />
      ) : (
        <>
          <NumberField
            reads={PLAIN_NUMBER}
            label={editText.amount}
            aside={editText.open(unitsText(position.units))}
            hint={typeof units === "number" && <MoneyOfPart position={position} units={units} />}
            error={errorOf("amount")}
            value={amount}
            onChange={(event) => setAmount(event.target.value)}
          />
          <Segments<Part>
            label={editText.parts}
            value={partOf(position, amount)}
            options={PARTS}
            onChange={(part) => {
              setProblem(null);
              setAmount(unitsToType(unitsOfPart(position, Number(part))));
            }}
          />
        </>
      )}
    </DialogForm>
  );
}

/** The part of a position that a share is, at least its smallest unit. */
function unitsOfPart({ units }: DemoPosition, percent: number): number {
  return Math.max(1, Math.floor((units * percent) / 100));
}

function partOf(position: DemoPosition, typed: string): Part {
  const units = unitsOfText(typed);
  return PARTS.find(({ value }) => unitsOfPart(position, Number(value)) === units)?.value ?? "own";
}

function nowWords(position: DemoPosition): string {
  return [
    editText.amountIs(unitsText(position.units)),
    editText.stopIs(stopWords(position.symbol, position)),
    editText.targetIs(priceOrDash(position.symbol, position.target)),
  ].join(", ");
}

function PositionFacts({ position }: { position: DemoPosition }) {
  const price = useMemo(() => closingPriceOf(position), [position]);
  const { symbol, entryPrice, marginCents } = position;
  return (
    <Facts
      arrange="rows"
      facts={[
        { name: editText.entry, value: stepsText(symbol, entryPrice) },
        { name: editText.now, value: <LiveSteps symbol={symbol} steps={price} /> },
        { name: editText.margin, value: signless(marginCents) },
      ]}
    />
  );
}

const signless = (cents: number) => formatSignedMoney(dollarsFromCents(cents)).replace("+", "");

/** The result of closing the position at a typed price, with the costs. */
function MoneyAt({ position, typed }: { position: DemoPosition; typed: string }) {
  useSignals();
  const run = demoRun.value;
  const steps = stepsOrNull(position.symbol, typed);
  if (!run || steps === null) return editText.beforeCosts;
  return editText.atMost(resultWords(resultAtCents(run, position, steps)));
}

const resultWords = (cents: number) => formatSignedMoney(capUsd(dollarsFromCents(cents)));

/** Where a trailing stop with the typed distance would close the position. A new one begins at the price of now. */
function TrailHint({ position, typed }: { position: DemoPosition; typed: string }) {
  useSignals();
  const price = useMemo(() => closingPriceOf(position), [position]);
  const { symbol, side, trail } = position;
  const distance = stepsOrNull(symbol, typed);
  const extreme = position.extreme && distance === trail ? position.extreme.price : price.value;
  if (distance === null || extreme === null) return editText.trailHint;
  const level = stepsText(symbol, Math.max(0, extreme - SIGN[side] * distance));
  return distance === trail ? editText.trailSince(level) : editText.trailAt(level);
}

/** The result of closing a part now. */
function MoneyOfPart({ position, units }: { position: DemoPosition; units: number }) {
  useSignals();
  const result = useMemo(() => {
    const price = closingPriceOf(position);
    return computed(() => {
      const run = demoRun.value;
      if (!run || price.value === null || units > position.units) return null;
      return resultAtCents(run, position, price.value, units);
    });
  }, [position, units]);
  return result.value === null ? null : editText.resultOfPart(resultWords(result.value));
}

/** The last fill that closed a part of a position while this dialog is open; null before one. */
function useClosingFill(positionId: number): DemoFill | null {
  const [fill, setFill] = useState<DemoFill | null>(null);
  useEffect(
    () =>
      onDemoNews(({ events }) => {
        for (const event of events) {
          if (event.type === "filled" && event.fill.kind === "close" && event.fill.positionId === positionId) {
            setFill(event.fill);
          }
        }
      }),
    [positionId],
  );
  return fill;
}
