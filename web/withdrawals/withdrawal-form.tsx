import { styled } from "goober";
import { type FormEvent, useRef, useState } from "react";
import { TEXT_MAX } from "../../worker/contract/limits.ts";
import { Button } from "../ui/button.tsx";
import { cleanAmount } from "../ui/clean-amount.ts";
import { FactList } from "../ui/fact-list.tsx";
import { Field } from "../ui/field.tsx";
import { FieldError } from "../ui/field-frame.tsx";
import { capUsd, formatDay, formatMoney, formatTime } from "../ui/format.ts";
import { Money } from "../ui/money.tsx";
import { TextArea } from "../ui/text-area.tsx";
import { media, type } from "../ui/theme.ts";
import { IdentityFirst } from "./identity-first.tsx";
import { MethodChoice } from "./method-choice.tsx";
import type { Destination } from "./payment-destination.ts";
import { StepsAhead } from "./tracker.tsx";
import type { WithdrawalLimits } from "./withdrawal-calls.ts";
import {
  ASK_FIELDS,
  dayLeftUsd,
  isFilled,
  MOST,
  maxAmountText,
  readDraft,
  typedUsd,
  type WithdrawalAsk,
  type WithdrawalDraft,
} from "./withdrawal-form-rules.ts";
import type { RequestProblem } from "./withdrawal-request.ts";
import { WITHDRAWAL_TEXT } from "./withdrawal-text.ts";

const Form = styled("form")`
  display: grid;
  gap: 24px;
  min-width: 0;
`;

const Ahead = styled("div")`
  display: none;
  ${media.phone} {
    display: block;
  }
`;

const Foot = styled("div")`
  ${type.caption}
  display: grid;
  gap: 8px;
  color: var(--muted);
  text-align: center;
  ${media.phone} {
    /* Sticky only while the button is enabled; otherwise it would cover the empty fields. */
    &[data-foot="docked"] {
      position: sticky;
      bottom: 0;
      z-index: 1;
      margin: 0 -16px;
      padding: 12px 16px max(12px, env(safe-area-inset-bottom));
      background: var(--bg);
      border-top: 1px solid var(--line);
    }
  }
`;

type WithdrawalFormProps = {
  destinations: readonly Destination[];
  /** Dollars. */
  availableUsd: number;
  /** The limits of the owner's requests; null until loaded. */
  limits: WithdrawalLimits | null;
  timeZone: string;
  /** The API's error about the last attempt. */
  problem: RequestProblem | null;
  /** Called on every change, because the last attempt's problem no longer applies. */
  onChange: () => void;
  onSubmit: (ask: WithdrawalAsk) => void;
};

/** The request form: amount, destination and message. Its rules are in `withdrawal-form-rules.ts`. */
export function WithdrawalForm(props: WithdrawalFormProps) {
  const { destinations, availableUsd, limits, timeZone, problem, onChange, onSubmit } = props;
  const [draft, setDraft] = useState<WithdrawalDraft>(() => ({
    amountText: "",
    paymentMethod: (destinations.length === 1 && destinations[0]?.paymentMethod) || null,
    requestMessage: "",
  }));
  const [draftProblem, setDraftProblem] = useState<RequestProblem | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const shownProblem = draftProblem ?? problem;
  const amountUsd = typedUsd(draft.amountText);
  const isTooMuch = amountUsd !== null && amountUsd > availableUsd;
  const leftUsd = dayLeftUsd(limits, Date.now());
  const isOverDay = amountUsd !== null && leftUsd !== null && amountUsd > leftUsd;
  const afterUsd = amountUsd === null || isTooMuch ? null : availableUsd - amountUsd;

  function change(next: Partial<WithdrawalDraft>) {
    setDraft({ ...draft, ...next });
    setDraftProblem(null);
    onChange();
  }

  function errorOf(field: keyof WithdrawalAsk): string | null {
    return shownProblem?.field === field ? shownProblem.message : null;
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    const reading = readDraft(draft, { destinations, availableUsd, leftUsd });
    if ("ask" in reading) return onSubmit(reading.ask);
    setDraftProblem(reading.problem);
    form.current?.querySelector<HTMLElement>(`[name="${reading.problem.field}"]`)?.focus();
  }

  return (
    <Form ref={form} onSubmit={submit} noValidate>
      <Field
        label={WITHDRAWAL_TEXT.amount}
        name="amount"
        size="large"
        prefix="$"
        suffix={
          <Button
            aria-label={WITHDRAWAL_TEXT.maxLabel}
            onClick={() => change({ amountText: maxAmountText(availableUsd, leftUsd) })}
          >
            {WITHDRAWAL_TEXT.max}
          </Button>
        }
        aside={<span className="num">{WITHDRAWAL_TEXT.available(formatMoney(capUsd(availableUsd)))}</span>}
        inputMode="decimal"
        autoComplete="off"
        placeholder="0.00"
        value={draft.amountText}
        onChange={(event) => change({ amountText: cleanAmount(event.target.value) })}
        hint={limitsText(limits, leftUsd, timeZone)}
        error={
          errorOf("amount") ??
          (isTooMuch ? WITHDRAWAL_TEXT.notEnough(formatMoney(availableUsd)) : null) ??
          (isOverDay ? WITHDRAWAL_TEXT.overDay(formatMoney(leftUsd, "always")) : null)
        }
      />
      <MethodChoice
        destinations={destinations}
        value={draft.paymentMethod}
        error={errorOf("paymentMethod") ?? errorOf("paymentDetails")}
        onChange={(paymentMethod) => change({ paymentMethod })}
      />
      <TextArea
        label={WITHDRAWAL_TEXT.message}
        name="requestMessage"
        rows={3}
        maxLength={TEXT_MAX.requestMessage}
        hint={WITHDRAWAL_TEXT.messageHint}
        aside={
          <span className="num">{WITHDRAWAL_TEXT.counter(draft.requestMessage.length, TEXT_MAX.requestMessage)}</span>
        }
        value={draft.requestMessage}
        onChange={(event) => change({ requestMessage: event.target.value })}
        error={errorOf("requestMessage")}
      />
      <FactList
        facts={[
          { name: WITHDRAWAL_TEXT.youReceive, value: <Money usd={amountUsd} shown="always" /> },
          { name: WITHDRAWAL_TEXT.availableAfter, value: <Money usd={capUsd(afterUsd)} /> },
        ]}
      />
      <Ahead>
        <StepsAhead />
      </Ahead>
      <IdentityFirst />
      <Foot data-foot={isFilled(draft) ? "docked" : "inline"}>
        {shownProblem && !isOfField(shownProblem.field) && (
          <FieldError id="withdrawal-problem">{shownProblem.message}</FieldError>
        )}
        <Button variant="accent" size="large" type="submit" isWide disabled={!isFilled(draft)}>
          {amountUsd ? WITHDRAWAL_TEXT.submitOf(formatMoney(amountUsd, "always")) : WITHDRAWAL_TEXT.submit}
        </Button>
        <p>{WITHDRAWAL_TEXT.submitNote}</p>
      </Foot>
    </Form>
  );
}

/**
 * The limits as text, with the remaining allowance when some of it is used.
 * @param leftUsd see `dayLeftUsd`
 */
function limitsText(limits: WithdrawalLimits | null, leftUsd: number | null, timeZone: string): string {
  const most = WITHDRAWAL_TEXT.limits(MOST, MOST);
  if (!limits?.moreAt || leftUsd === null) return most;
  const when = `${formatDay(limits.moreAt, timeZone)}, ${formatTime(limits.moreAt, timeZone)}`;
  return `${most} ${WITHDRAWAL_TEXT.limitsLeft(formatMoney(leftUsd, "always"), when)}`;
}

/** Whether a problem is shown at its field; others are shown above the button. */
function isOfField(field: string | undefined): boolean {
  return field !== undefined && Object.hasOwn(ASK_FIELDS, field);
}
