import { computed, signal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import {
  type FormEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from "react";
import {
  ALERTS,
  type AlertCondition,
  type AlertTerms,
  type PriceAlert,
} from "../../worker/contract/alerts/price-alerts.ts";
import { ChannelsOfAlert } from "../notifications/channels-of-alert.tsx";
import { serverNow } from "../state/prices.ts";
import { type Problem, problemOf, useSubmit } from "../state/use-submit.ts";
import { Button } from "../ui/button.tsx";
import { Callout } from "../ui/callout.tsx";
import { FieldError } from "../ui/fields/field-frame.tsx";
import { Switch } from "../ui/fields/switch.tsx";
import { ButtonKey } from "../ui/key-cap.tsx";
import { Stack } from "../ui/layout.tsx";
import { Segments } from "../ui/segments.tsx";
import { TextButton } from "../ui/text-button.tsx";
import { media, type } from "../ui/theme.ts";
import { lengthOf, Note, Repeat, Until } from "./after-fields.tsx";
import { lastRetreatBp, levelOf, levelToBegin, moveToBegin, retreatOf } from "./alert-choices.ts";
import { alertFormText as text } from "./alert-form-text.ts";
import { directionNow, isAtPrice, isReached, price2Of } from "./alert-side.ts";
import { alertText } from "./alert-text.ts";
import { conditionWords, doubledWords, levelWords, percentWords, windowWords } from "./alert-words.ts";
import { alertDraft, alerts, changeDraft, closeAlertEditor, openAlertEditor, sendDraft, useAlerts } from "./alerts.ts";
import { LevelFields, LineFields, MoveFields } from "./condition-fields.tsx";
import type { Unread } from "./use-typed.ts";

const Form = styled("form")`
  display: flex;
  flex-direction: column;
  gap: 16px;
  min-height: 100%;
  padding: 16px var(--gutter);
  --gutter: 20px;
  & [data-level] {
    ${type.lead}
  }
  ${media.phone} {
    --gutter: 16px;
    --control-height: 48px;
    --choice-height: 48px;
    padding-bottom: 0;
  }
`;

const Foot = styled("div")`
  position: sticky;
  z-index: 2;
  bottom: var(--foot-bottom, 0);
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 8px;
  margin: auto calc(-1 * var(--gutter)) -16px;
  padding: 8px var(--gutter) 16px;
  background: var(--surface);
  ${media.phone} {
    margin-bottom: 0;
    padding-block: 12px max(12px, env(safe-area-inset-bottom));
    border-top: 1px solid var(--line);
  }
`;

type AlertFormProps = { timeZone: string };

/** The editor of an alert, in the ticket's place. The chart moves its level, and it moves the chart's line. */
export function AlertForm({ timeZone }: AlertFormProps) {
  useSignals();
  useAlerts();
  const draft = alertDraft.value;
  return draft && <Editor key={draft.alert?.id ?? "new"} alert={draft.alert} terms={draft.terms} timeZone={timeZone} />;
}

type EditorProps = AlertFormProps & { alert: PriceAlert | null; terms: AlertTerms };

/** The fields that show what is wrong with them. */
const FIELDS = ["level", "percent", "retreat", "until", "note"];

function Editor({ alert: opened, terms, timeZone }: EditorProps) {
  useSignals();
  const { condition, symbol } = terms;
  const now = opened && (alerts.value?.find(({ id }) => id === opened.id) ?? null);
  // A list that is not there yet says nothing.
  const isGone = opened !== null && alerts.value !== null && now === null;
  const changed = now && opened && now.version !== opened.version ? now : null;
  const alert = isGone ? null : (changed ?? opened);
  const { submit, isSending, errorOf, formError, setProblem, form } = useSubmit<AlertTerms>({
    send: (wanted, key) => sendDraft(alert, wanted, key),
    onDone: closeAlertEditor,
    explain: problemWith,
    fields: FIELDS,
  });
  const [unread]: [Unread, unknown] = useState(() => signal<readonly string[]>([]));
  const [unreadField] = unread.value;
  const typed = JSON.stringify([terms, unread.value]);
  // What was wrong is not, once something else is wanted.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the terms is what this is about
  useEffect(() => setProblem(null), [typed, setProblem]);
  useTurnWithPrice(terms);
  useEscape();
  useFocusWhileOpen(form);

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    const [field] = unread.peek();
    const problem = field === undefined ? problemOfTerms(terms) : { field, message: needsWords(field) };
    if (problem) setProblem(problem);
    else void submit(terms);
  }

  return (
    <Form ref={form} onSubmit={onSubmit} onKeyDown={onKeyDown} noValidate>
      {isGone && (
        <Callout tone="warn" role="status">
          {text.gone}
        </Callout>
      )}
      {changed && (
        <Callout
          tone="warn"
          role="status"
          action={<TextButton onClick={() => openAlertEditor({ symbol, alert: changed })}>{text.useThese}</TextButton>}
        >
          {text.changed(conditionWords(changed))}
        </Callout>
      )}
      <Kind terms={terms} />
      {condition.type === "level" && <LevelFields {...{ terms, condition, errorOf, unread }} />}
      {condition.type === "line" && <LineFields terms={terms} condition={condition} />}
      {condition.type === "move" && <MoveFields {...{ terms, condition, errorOf, unread }} />}
      <Repeat terms={terms} unread={unread} error={errorOf("retreat")} />
      <Until terms={terms} timeZone={timeZone} error={errorOf("until")} />
      <Note terms={terms} error={errorOf("note")} />
      <Stack gap={4}>
        <ChannelsOfAlert />
        <Switch
          label={text.quiet}
          description={text.quietText}
          isOn={terms.isAlsoInQuietHours}
          onChange={(isAlsoInQuietHours) => changeDraft({ ...terms, isAlsoInQuietHours })}
        />
      </Stack>
      <Foot data-foot="docked">
        {formError && <FieldError id="alert-error">{formError}</FieldError>}
        <Button
          type="submit"
          variant="accent"
          size="large"
          isWide
          isLoading={isSending}
          className="num"
          style={{ whiteSpace: "normal" }}
        >
          {isSending ? text.setting : unreadField ? text.set : buttonWords(terms, alert !== null)}
          <ButtonKey>Enter</ButtonKey>
        </Button>
      </Foot>
    </Form>
  );
}

/** A level or a move; the level is there again after a look at the other. */
function Kind({ terms }: { terms: AlertTerms }) {
  const { condition, symbol, repeat } = terms;
  const level = useRef<{ condition: AlertCondition; drawing: string | null } | null>(null);
  const move = useRef<AlertCondition>(moveToBegin());
  function choose(kind: "level" | "move") {
    if (kind === "move") {
      level.current = { condition, drawing: terms.drawing };
      const again = repeat.type === "again" ? ({ type: "again", retreat: 0 } as const) : repeat;
      return changeDraft({ ...terms, condition: move.current, repeat: again, drawing: null });
    }
    move.current = condition;
    const { condition: before, drawing } = level.current ?? {
      condition: { type: "level", direction: "rises", price: levelToBegin(symbol) } as const,
      drawing: null,
    };
    const retreat = retreatOf(lastRetreatBp(), levelOf(before));
    changeDraft({
      ...terms,
      condition: before,
      repeat: repeat.type === "again" ? { type: "again", retreat } : repeat,
      drawing,
    });
  }
  return (
    <Segments
      label={text.kind}
      value={condition.type === "move" ? "move" : "level"}
      options={[
        { value: "level", label: condition.type === "line" ? text.line : text.level },
        { value: "move", label: text.move },
      ]}
      onChange={(kind) => kind !== (condition.type === "move" ? "move" : "level") && choose(kind)}
    />
  );
}

function buttonWords({ symbol, condition }: AlertTerms, isSaved: boolean): string {
  switch (condition.type) {
    case "level":
      return (isSaved ? text.saveAt : text.setAt)(levelWords(symbol, condition.price));
    case "line":
      return isSaved ? text.saveOnLine : text.setOnLine;
    case "move":
      return (isSaved ? text.saveMove : text.setMove)(
        percentWords(condition.basisPoints),
        windowWords(condition.windowMs),
      );
  }
}

/** What this page knows to be wrong with the terms; null for nothing. */
function problemOfTerms(terms: AlertTerms): Problem | null {
  const { symbol, expiresAt, note } = terms;
  const price = doubledWords(symbol, price2Of(symbol) ?? 0);
  if (isAtPrice(terms)) return { field: "level", message: text.atPrice(price) };
  if (isReached(terms)) return { field: "level", message: text.isReached(price) };
  const nowMs = serverNow();
  const isInTime = expiresAt === null || (expiresAt > nowMs && expiresAt <= nowMs + ALERTS.expiresMaxMs);
  if (!isInTime) return { field: "until", message: text.dayRange };
  return lengthOf(note) > ALERTS.noteMax ? { field: "note", message: text.noteTooLong } : null;
}

const needsWords = (field: string) => (field === "level" ? text.needsLevel : text.percentRange);

/** The fields of the form that show a refusal, by the names of the API. */
const FIELD_OF: Readonly<Record<string, string>> = {
  condition: "level",
  price: "level",
  basisPoints: "percent",
  windowMs: "percent",
  repeat: "retreat",
  retreat: "retreat",
  expiresAt: "until",
  note: "note",
};

function problemWith(error: unknown): Problem {
  const problem = problemOf(error, alertText.notSent);
  return { ...problem, field: FIELD_OF[problem.field?.split(".").at(-1) ?? ""] };
}

function onKeyDown(event: KeyboardEvent) {
  // An Enter that is held down sends a form again and again.
  if (event.key === "Enter" && event.repeat) event.preventDefault();
}

/** Turns the direction when the price passes the level, unless the trader has chosen the other one. */
function useTurnWithPrice(terms: AlertTerms): void {
  const towards = useMemo(() => computed(() => directionNow(terms)), [terms]);
  const direction = towards.value;
  const before = useRef(direction);
  const turn = useEffectEvent((next: "rises" | "falls") => {
    const { condition } = terms;
    const follows = condition.type !== "move" && condition.direction === before.current;
    if (follows && condition.direction !== next)
      changeDraft({ ...terms, condition: { ...condition, direction: next } });
    before.current = next;
  });
  useEffect(() => {
    if (direction !== null) turn(direction);
  }, [direction]);
}

/** The level has the focus first; it goes back when the editor closes. A dialog moves the focus itself. */
function useFocusWhileOpen(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    const { current } = form;
    if (!current || current.closest("[data-modal]")) return;
    const before = document.activeElement;
    const first = current.querySelector<HTMLInputElement>("[data-autofocus]");
    first?.focus();
    first?.select();
    return () => {
      const hadFocus = document.activeElement === document.body || current.contains(document.activeElement);
      if (hadFocus && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, [form]);
}

/** Esc closes the editor, and not what is below it. */
function useEscape(): void {
  useEffect(() => {
    const onEscape = (event: globalThis.KeyboardEvent) => {
      const isTaken = event.defaultPrevented || document.querySelector("[data-modal]") !== null;
      if (event.key !== "Escape" || isTaken) return;
      event.preventDefault();
      closeAlertEditor();
    };
    document.addEventListener("keydown", onEscape, { capture: true });
    return () => document.removeEventListener("keydown", onEscape, { capture: true });
  }, []);
}
