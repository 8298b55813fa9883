import { computed } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { useMemo } from "react";
import { UNITS } from "../../worker/contract/demo/demo-bounds.ts";
import { decimalText, MONEY, PLAIN_NUMBER } from "../../worker/contract/read-number.ts";
import { centsOfText, unitsOfText, unitsText } from "../demo/demo-format.ts";
import { demoFigures } from "../demo/demo-live-figures.ts";
import { symbolUnit } from "../state/symbol-text.ts";
import { NumberField } from "../ui/fields/number-field.tsx";
import { capUsd, formatMoney, formatPercent } from "../ui/format.ts";
import { Row, Text } from "../ui/layout.tsx";
import { LiveFigureText, LiveText } from "../ui/live-text.tsx";
import { Segments } from "../ui/segments.tsx";
import { media, type } from "../ui/theme.ts";
import { changeDraft, orderDraft } from "./draft.ts";
import { changeSizing } from "./draft-changes.ts";
import { FigureField } from "./figure-field.tsx";
import { amountField, useAwaitedFocus } from "./focus.ts";
import type { LiveTicket, TicketPartProps } from "./live.ts";
import { orderText as text } from "./order-text.ts";

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
