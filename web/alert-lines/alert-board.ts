import { batch, computed, effect, type ReadonlySignal, signal, untracked } from "@preact/signals-react";
import type { AlertTerms, PriceAlert } from "../../worker/contract/alerts/price-alerts.ts";
import type { FeedSymbol } from "../../worker/contract/symbols.ts";
import type { AlertDraft } from "../alerts/alerts.ts";
import { quoteOf } from "../state/prices.ts";
import { isUnderWay, type LevelCondition, levelAt } from "./alert-rules.ts";

/** The line of an alert, or of what its editor holds. `alert` is null for one that is not set. */
export type AlertLine = {
  key: string;
  alert: PriceAlert | null;
  terms: AlertTerms & { condition: LevelCondition };
  isDraft: boolean;
};

/** A line that is being moved: its level there, and whether the price is there. */
export type HeldAlert = { line: AlertLine; level: LevelCondition; isAtPrice: boolean };

/** The alerts of the person, and what changes them: those of `alerts/alerts.ts`. */
export type AlertStore = {
  alerts: ReadonlySignal<readonly PriceAlert[] | null>;
  alertDraft: ReadonlySignal<AlertDraft | null>;
  changeDraft: (terms: AlertTerms) => void;
  closeAlertEditor: () => void;
  openAlertEditor: (given: { symbol: FeedSymbol; alert: PriceAlert }) => void;
  amendAlert: (alert: PriceAlert, terms: AlertTerms) => Promise<void>;
  removeAlert: (alert: PriceAlert) => Promise<void>;
};

/**
 * The lines of alerts over a chart and the one that is being moved. A move that is dropped is one amendment with the version
 * that was seen when it began; of what the editor holds, a move changes that alone. What another device changes ends the move.
 */
export class AlertBoard {
  readonly #symbol: FeedSymbol;
  readonly #store: AlertStore;
  readonly #state = {
    held: signal<HeldAlert | null>(null),
    /** The lines that were changed and not answered, by their keys. */
    sent: signal<ReadonlySet<string>>(new Set()),
  };
  readonly lines: ReadonlySignal<readonly AlertLine[]>;
  readonly held: ReadonlySignal<HeldAlert | null> = this.#state.held;

  /** @param isOnDrawing whether an alert is shown at its drawing, and has no line here. Reads signals */
  constructor(symbol: FeedSymbol, store: AlertStore, isOnDrawing: (terms: AlertTerms) => boolean) {
    this.#symbol = symbol;
    this.#store = store;
    this.lines = computed(() => {
      const draft = store.alertDraft.value;
      const set = (store.alerts.value ?? []).map((alert) => {
        const isDraft = draft?.alert?.id === alert.id;
        return { alert, isDraft, terms: isDraft ? draft.terms : alert };
      });
      const all = draft?.alert === null ? [...set, { ...draft, isDraft: true }] : set;
      return all.flatMap(({ alert, terms, isDraft }): AlertLine[] => {
        const { condition } = terms;
        if (terms.symbol !== symbol || condition.type !== "level" || isOnDrawing(terms)) return [];
        if (alert && !isDraft && !isUnderWay(alert)) return [];
        return [{ key: `alert ${alert?.id ?? "new"}`, alert, isDraft, terms: { ...terms, condition } }];
      });
    });
  }

  /** Follows the alerts until the returned function is called, which also ends a move. */
  follow(): () => void {
    const stop = effect(() => {
      const lines = this.lines.value;
      untracked(() => {
        const held = this.#state.held.peek();
        if (held && !lines.some((line) => isSame(line, held.line))) this.#state.held.value = null;
      });
    });
    return () => {
      stop();
      this.cancel();
    };
  }

  isHeld({ key }: AlertLine): boolean {
    return this.#state.held.peek()?.line.key === key;
  }

  /** Whether a change was sent and not answered. Reads a signal. */
  isBusy({ key }: AlertLine): boolean {
    return this.#state.sent.value.has(key);
  }

  /** Where a line is shown, in steps. Reads signals. */
  stepsOf({ key, terms }: AlertLine): number {
    const held = this.#state.held.value;
    return held?.line.key === key ? held.level.price : terms.condition.price;
  }

  /** Begins to move a line. */
  hold(line: AlertLine): void {
    if (!this.isBusy(line)) this.#state.held.value = { line, level: line.terms.condition, isAtPrice: false };
  }

  /** Moves the held line. @param reach how near to the market is at it, in steps */
  moveTo(steps: number, reach = 0): void {
    const held = this.#state.held.peek();
    if (!held || steps === held.level.price || steps <= 0) return;
    const { line } = held;
    const { level, isAtPrice } = levelAt(line.terms.condition, steps, quoteOf(this.#symbol).peek(), reach);
    batch(() => {
      this.#state.held.value = { line, level, isAtPrice };
      if (line.isDraft && !isAtPrice) this.#store.changeDraft({ ...line.terms, condition: level });
    });
  }

  /** Returns the held line to its place. */
  cancel(): void {
    const held = this.#state.held.peek();
    if (!held) return;
    batch(() => {
      this.#state.held.value = null;
      if (held.line.isDraft) this.#store.changeDraft(held.line.terms);
    });
  }

  /** Amends the alert of the held line, unless it is not moved or the price is there. */
  async drop(): Promise<void> {
    const held = this.#state.held.peek();
    if (!held) return;
    const { line, level, isAtPrice } = held;
    const isMoved = level.price !== line.terms.condition.price;
    if (isAtPrice || !isMoved) return this.cancel();
    this.#state.held.value = null;
    const { alert } = line;
    if (line.isDraft || !alert) return;
    await this.#send(line, () => this.#store.amendAlert(alert, { ...line.terms, condition: level }));
  }

  /** Removes an alert; of what the editor holds, closes it. */
  async remove(line: AlertLine): Promise<void> {
    const { alert, isDraft } = line;
    if (isDraft || !alert) return this.#store.closeAlertEditor();
    if (!this.isBusy(line)) await this.#send(line, () => this.#store.removeAlert(alert));
  }

  /** Opens the editor of an alert. */
  open({ alert, isDraft }: AlertLine): void {
    if (alert && !isDraft) this.#store.openAlertEditor({ symbol: this.#symbol, alert });
  }

  async #send({ key }: AlertLine, run: () => Promise<void>): Promise<void> {
    const { sent } = this.#state;
    sent.value = new Set(sent.peek()).add(key);
    try {
      await run();
    } finally {
      const left = new Set(sent.peek());
      left.delete(key);
      sent.value = left;
    }
  }
}

/** Whether it is the same line, which nobody has changed. The draft is changed by its own moves. */
function isSame(one: AlertLine, other: AlertLine): boolean {
  return one.key === other.key && one.isDraft === other.isDraft && one.alert?.version === other.alert?.version;
}
