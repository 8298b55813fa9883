import { styled } from "goober";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { TEXT_MAX } from "../../worker/contract/limits.ts";
import { MONEY } from "../../worker/contract/read-number.ts";
import { invalidate } from "../state/query.ts";
import { ROUTE, settingsPath } from "../state/routes.ts";
import type { Problem } from "../state/use-submit.ts";
import { Button } from "../ui/button.tsx";
import { ButtonLink } from "../ui/button-link.tsx";
import { Callout } from "../ui/callout.tsx";
import { Facts } from "../ui/facts.tsx";
import { RadioCard } from "../ui/fields/choice.tsx";
import { FieldError } from "../ui/fields/field-frame.tsx";
import { NumberField } from "../ui/fields/number-field.tsx";
import { focusToRetype } from "../ui/fields/refused-field.ts";
import { TextArea } from "../ui/fields/text-area.tsx";
import { capUsd, formatDay, formatMoney, formatTime } from "../ui/format.ts";
import { Landmark, QrCode, ShieldCheck, Wallet } from "../ui/icon.tsx";
import { ItemText, Tile } from "../ui/item.tsx";
import { Box, Stack, Text } from "../ui/layout.tsx";
import { Money } from "../ui/money.tsx";
import { media, type } from "../ui/theme.ts";
import { DestinationName } from "./destination-name.tsx";
import { IdentityFirst } from "./identity-first.tsx";
import { type Destination, hasHolder, type PaymentMethod, type PaymentMethods } from "./payment-destination.ts";
import { StepsAhead } from "./tracker.tsx";
import { WITHDRAWALS, type WithdrawalLimits } from "./withdrawal-calls.ts";
import {
  ASK_FIELDS,
  dayLeftUsd,
  isFilled,
  maxAmountText,
  mostText,
  overDayText,
  readDraft,
  typedUsd,
  type WithdrawalAsk,
  type WithdrawalDraft,
} from "./withdrawal-form-rules.ts";
import { HOLDER_NEEDED, SECOND_FACTOR_NEEDED } from "./withdrawal-request.ts";
import { WITHDRAWAL_TEXT } from "./withdrawal-text.ts";

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
      bottom: var(--bottom-bar);
      z-index: 1;
      margin: 0 -16px;
      padding: 12px 16px;
      background: var(--bg);
      border-top: 1px solid var(--line);
    }
  }
`;

type WithdrawalFormProps = {
  destinations: readonly Destination[];
  methods: PaymentMethods;
  availableUsd: number;
  /** The limits of the owner's requests; null until loaded. */
  limits: WithdrawalLimits | null;
  timeZone: string;
  /** The API's error about the last attempt. */
  problem: Problem | null;
  /** What the form begins with: what was typed before it was left, or what the API has refused. */
  before: WithdrawalDraft | undefined;
  /** Called when it is left for another screen that solves a problem. */
  onLeave: (draft: WithdrawalDraft) => void;
  /** Called on every change, because the last attempt's problem no longer applies. */
  onChange: () => void;
  onSubmit: (ask: WithdrawalAsk) => void;
};

/** The request form: amount, destination and message. Its rules are in `withdrawal-form-rules.ts`. */
export function WithdrawalForm(props: WithdrawalFormProps) {
  const { destinations, methods, availableUsd, limits, timeZone, problem, before, onChange, onLeave, onSubmit } = props;
  const [draft, setDraft] = useState<WithdrawalDraft>(
    before ?? {
      amountText: "",
      paymentMethod: (destinations.length === 1 && destinations[0]?.paymentMethod) || null,
      requestMessage: "",
    },
  );
  const [draftProblem, setDraftProblem] = useState<Problem | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const secondFactorLink = useRef<HTMLAnchorElement>(null);
  const profileLink = useRef<HTMLAnchorElement>(null);
  const shownProblem = draftProblem ?? problem;
  const needsSecondFactor = limits?.needsSecondFactor ?? shownProblem?.code === SECOND_FACTOR_NEEDED;
  const isWithoutHolder = draft.paymentMethod !== null && !hasHolder(methods, draft.paymentMethod);
  const needsHolder = isWithoutHolder || shownProblem?.code === HOLDER_NEEDED;
  const typed = typedUsd(draft.amountText);
  // A sum that is not there is not shown as one that is paid.
  const amountUsd = typed === null || typed > availableUsd ? null : typed;
  const leftUsd = dayLeftUsd(limits, Date.now());
  const afterUsd = amountUsd === null ? null : availableUsd - amountUsd;

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
    const reading = readDraft(draft, { destinations, availableUsd, leftUsd, dayUsd: limits?.day });
    if ("problem" in reading) return setDraftProblem(reading.problem);
    if (isWithoutHolder) {
      return setDraftProblem({ message: WITHDRAWAL_TEXT.holderFirst, field: undefined, code: HOLDER_NEEDED });
    }
    if (!needsSecondFactor) return onSubmit(reading.ask);
    // Another window may have turned it on.
    void invalidate(WITHDRAWALS.key);
    setDraftProblem({ message: WITHDRAWAL_TEXT.secondFactorFirst, field: undefined, code: SECOND_FACTOR_NEEDED });
  }

  useEffect(() => {
    if (shownProblem?.code === SECOND_FACTOR_NEEDED && needsSecondFactor) secondFactorLink.current?.focus();
    else if (shownProblem?.code === HOLDER_NEEDED) profileLink.current?.focus();
    else if (shownProblem) focusToRetype(form.current?.querySelector<HTMLElement>(`[name="${shownProblem.field}"]`));
  }, [shownProblem, needsSecondFactor]);

  return (
    <Stack as="form" ref={form} onSubmit={submit} noValidate gap={24} minWidth={0}>
      {needsSecondFactor && (
        <Callout
          tone="warn"
          role="status"
          action={
            <ButtonLink
              ref={secondFactorLink}
              href={settingsPath("security")}
              icon={ShieldCheck}
              onClick={() => onLeave(draft)}
            >
              {WITHDRAWAL_TEXT.turnOnSecondFactor}
            </ButtonLink>
          }
        >
          {WITHDRAWAL_TEXT.secondFactorFirst}
        </Callout>
      )}
      <AmountField
        text={draft.amountText}
        availableUsd={availableUsd}
        leftUsd={leftUsd}
        dayUsd={limits?.day}
        hint={limitsText(limits, leftUsd, timeZone)}
        error={errorOf("amount")}
        onChange={(amountText) => change({ amountText })}
      />
      <MethodChoice
        destinations={destinations}
        value={draft.paymentMethod}
        error={needsHolder ? null : (errorOf("paymentMethod") ?? errorOf("paymentDetails"))}
        onChange={(paymentMethod) => change({ paymentMethod })}
      />
      {needsHolder && (
        <Callout
          tone="warn"
          role="status"
          action={
            <ButtonLink ref={profileLink} href={ROUTE.profile} icon={Wallet} onClick={() => onLeave(draft)}>
              {WITHDRAWAL_TEXT.addHolder}
            </ButtonLink>
          }
        >
          {WITHDRAWAL_TEXT.holderFirst}
        </Callout>
      )}
      <MessageField
        message={draft.requestMessage}
        error={errorOf("requestMessage")}
        onChange={(requestMessage) => change({ requestMessage })}
      />
      <Facts
        facts={[
          { name: WITHDRAWAL_TEXT.youReceive, value: <Money usd={amountUsd} shown="always" /> },
          { name: WITHDRAWAL_TEXT.availableAfter, value: <Money usd={capUsd(afterUsd)} /> },
        ]}
      />
      <Box showOn="phone">
        <StepsAhead />
      </Box>
      <IdentityFirst />
      <Submit isReady={isFilled(draft)} amountUsd={amountUsd} problem={shownProblem} />
    </Stack>
  );
}

type AmountFieldProps = {
  text: string;
  /** Dollars. */
  availableUsd: number;
  /** See `dayLeftUsd`. */
  leftUsd: number | null;
  /** The most of 24 hours, in dollars; undefined until it is loaded. */
  dayUsd: number | undefined;
  hint: string;
  error: string | null;
  onChange: (text: string) => void;
};

/** The amount, with the largest one at a press; too much is refused while it is typed. */
function AmountField({ text, availableUsd, leftUsd, dayUsd, hint, error, onChange }: AmountFieldProps) {
  const amountUsd = typedUsd(text);
  const isTooMuch = amountUsd !== null && amountUsd > availableUsd;
  const isOverDay = amountUsd !== null && leftUsd !== null && amountUsd > leftUsd;
  return (
    <NumberField
      reads={MONEY}
      label={WITHDRAWAL_TEXT.amount}
      name="amount"
      size="large"
      prefix="$"
      suffix={
        <Button aria-label={WITHDRAWAL_TEXT.maxLabel} onClick={() => onChange(maxAmountText(availableUsd, leftUsd))}>
          {WITHDRAWAL_TEXT.max}
        </Button>
      }
      aside={<span className="num">{WITHDRAWAL_TEXT.available(formatMoney(capUsd(availableUsd)))}</span>}
      placeholder="0.00"
      value={text}
      onChange={(event) => onChange(event.target.value)}
      hint={hint}
      error={
        error ??
        (isTooMuch ? WITHDRAWAL_TEXT.notEnough(formatMoney(availableUsd)) : null) ??
        (isOverDay ? overDayText(dayUsd, leftUsd) : null)
      }
    />
  );
}

type MessageFieldProps = { message: string; error: string | null; onChange: (message: string) => void };

function MessageField({ message, error, onChange }: MessageFieldProps) {
  return (
    <TextArea
      label={WITHDRAWAL_TEXT.message}
      name="requestMessage"
      rows={3}
      maxLength={TEXT_MAX.requestMessage}
      hint={WITHDRAWAL_TEXT.messageHint}
      aside={<span className="num">{WITHDRAWAL_TEXT.counter(message.length, TEXT_MAX.requestMessage)}</span>}
      value={message}
      onChange={(event) => onChange(event.target.value)}
      error={error}
    />
  );
}

type MethodChoiceProps = {
  destinations: readonly Destination[];
  value: PaymentMethod | null;
  error: string | null;
  onChange: (method: PaymentMethod) => void;
};

function MethodChoice({ destinations, value, error, onChange }: MethodChoiceProps) {
  const name = useId();
  const errorId = `${name}-error`;
  return (
    <Stack as="fieldset" gap={8} aria-describedby={error ? errorId : undefined}>
      <Text as="legend" size="dense" weight={500} margin="0 0 6px" pad={0}>
        {WITHDRAWAL_TEXT.payTo}
      </Text>
      {destinations.map(({ paymentMethod, paymentDetails }) => (
        <RadioCard
          key={paymentMethod}
          name={name}
          value={paymentMethod}
          checked={value === paymentMethod}
          onChange={() => onChange(paymentMethod)}
        >
          <Tile icon={"image" in paymentDetails ? QrCode : Landmark} />
          <ItemText
            title={paymentMethod === "KHQR" ? WITHDRAWAL_TEXT.khqr : WITHDRAWAL_TEXT.bankTransfer}
            note={
              "image" in paymentDetails ? (
                WITHDRAWAL_TEXT.khqrDetail
              ) : (
                <DestinationName paymentDetails={paymentDetails} />
              )
            }
          />
        </RadioCard>
      ))}
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </Stack>
  );
}

type SubmitProps = {
  isReady: boolean;
  amountUsd: number | null;
  /** The last attempt's problem, shown here unless it belongs to a field. */
  problem: Problem | null;
};

function Submit({ isReady, amountUsd, problem }: SubmitProps) {
  return (
    <Foot data-foot={isReady ? "docked" : "inline"}>
      {problem && !isOfField(problem.field) && !isSolvedElsewhere(problem) && (
        <FieldError id="withdrawal-problem">{problem.message}</FieldError>
      )}
      <Button variant="accent" size="large" type="submit" isWide disabled={!isReady}>
        {amountUsd ? WITHDRAWAL_TEXT.submitOf(formatMoney(amountUsd, "always")) : WITHDRAWAL_TEXT.submit}
      </Button>
      <p>{WITHDRAWAL_TEXT.submitNote}</p>
    </Foot>
  );
}

/** The limits as text, with the remaining allowance when some of it is used. @param leftUsd see `dayLeftUsd` */
function limitsText(limits: WithdrawalLimits | null, leftUsd: number | null, timeZone: string): string {
  const most = WITHDRAWAL_TEXT.limits(mostText(limits?.request), mostText(limits?.day));
  if (!limits?.moreAt || leftUsd === null) return most;
  const when = `${formatDay(limits.moreAt, timeZone)}, ${formatTime(limits.moreAt, timeZone)}`;
  return `${most} ${WITHDRAWAL_TEXT.limitsLeft(formatMoney(leftUsd, "always"), when)}`;
}

/** Whether a problem is shown with the link to where it is solved. */
function isSolvedElsewhere({ code }: Problem): boolean {
  return code === SECOND_FACTOR_NEEDED || code === HOLDER_NEEDED;
}

/** Whether a problem is shown at its field; others are shown above the button. */
function isOfField(field: string | undefined): boolean {
  return field !== undefined && Object.hasOwn(ASK_FIELDS, field);
}
