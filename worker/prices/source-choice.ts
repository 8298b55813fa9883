import type { QuoteOrigin } from "../contract/compact-frame.ts";
import { midSteps, type SourceId, type TwoSidedQuote } from "../contract/quotes.ts";
import { FEED_SYMBOL_LIST, type FeedSymbol } from "../contract/symbols.ts";
import type { DisagreementRecord, SwitchRecord } from "../contract/tape/tape-record.ts";

/** The rules of the choice; all times in ms. `docs/decisions/063` explains them. */
export const CHOICE_RULES = {
  /** A source that sent nothing for this many of its heartbeats is silent, though not earlier than the minimum. */
  silentHeartbeats: 2.5,
  silentMsMin: 2_500,
  /** A source is frozen when it did not quote a symbol for this long while another one did so several times. */
  frozenMs: 2_500,
  frozenQuotes: 5,
  /** It is frozen much earlier when it sends this many implausible quotes instead. */
  refusedMs: 1_500,
  refusedQuotes: 3,
  /** A quote this young counts when sources are compared. */
  freshMs: 5_000,
  /** Two sources disagree when their mids differ by more than one part in this many (0.5 %) for this long. */
  apartParts: 200,
  apartMs: 1_000,
  /** A preferred source takes over again after it was alive and agreed for this long. */
  returnMs: 30_000,
  /** How long a preferred source that is still connecting is waited for at the start. */
  startMs: 1_000,
} as const;

/** The facts about a source that the choice needs. */
export type ChoiceSource = {
  id: SourceId;
  symbols: readonly FeedSymbol[];
  /** How often it promises to send anything; null without a promise. */
  heartbeatMs: number | null;
};

/**
 * A decision. `missedSinceMs` is when the last sign of life of a dead source arrived, from when prices may have been
 * missed; null where the source before was alive.
 */
export type ChoiceChange =
  | { type: "switch"; record: SwitchRecord; missedSinceMs: number | null }
  /** The symbol's source is dead and no other one can replace it. */
  | { type: "outage"; symbol: FeedSymbol; missedSinceMs: number }
  | { type: "disagreement"; record: DisagreementRecord };

/** The other sources' opinion of the active one's quotes. */
export type Comparison = Pick<QuoteOrigin, "agreement" | "disagreesWith">;

type Connection = { state: "closed" | "connecting" | "open"; sinceMs: number; heardMs: number };

/** One source's quotes of one symbol. */
type Side = {
  readonly source: ChoiceSource;
  midSteps: number;
  /** When it last quoted the symbol on this connection, our clock; null before the first time. */
  quotedMs: number | null;
  /** The implausible quotes since then. */
  refused: number;
  /** How often each other source quoted the symbol since then. */
  readonly othersQuoted: Map<SourceId, number>;
  /** Since when it has been alive and near the active source; null while it is not. */
  soundSinceMs: number | null;
};

/** Two sources of one symbol, the preferred one first. */
type Pair = { readonly sides: readonly [Side, Side]; changedSinceMs: number | null; isStated: boolean };

type SymbolState = {
  readonly symbol: FeedSymbol;
  /** In order of preference. */
  readonly sides: readonly Side[];
  readonly pairs: readonly Pair[];
  active: SourceId | null;
  isOut: boolean;
};

/**
 * Chooses the one active source of each symbol among sources that are all connected: events in, decisions out, without
 * I/O or a clock. Call {@link check} at least every half second while anything is connected.
 */
export class SourceChoice {
  readonly #connections = new Map<SourceId, Connection>();
  readonly #states = new Map<FeedSymbol, SymbolState>();

  /** @param sources in order of preference */
  constructor(sources: readonly ChoiceSource[]) {
    for (const { id } of sources) this.#connections.set(id, { state: "closed", sinceMs: 0, heardMs: 0 });
    for (const symbol of FEED_SYMBOL_LIST) {
      const sides = sources.filter(({ symbols }) => symbols.includes(symbol)).map(newSide);
      if (sides.length > 0) {
        this.#states.set(symbol, { symbol, sides, pairs: pairsOf(sides), active: null, isOut: false });
      }
    }
  }

  /** The source whose quotes of a symbol are accepted; null before the first choice. */
  active(symbol: FeedSymbol): SourceId | null {
    return this.#states.get(symbol)?.active ?? null;
  }

  /**
   * How the active source of a symbol compares with the others now: `alone` when no other one has a fresh quote,
   * `agree` when one of them confirms it, else `disagree`.
   */
  comparison(symbol: FeedSymbol, nowMs: number): Comparison {
    const state = this.#states.get(symbol);
    const active = state?.sides.find(({ source }) => source.id === state.active);
    if (!state || !active || !this.#isFresh(active, nowMs)) return { agreement: "alone", disagreesWith: null };
    const fresh = state.pairs.filter(
      ({ sides }) => sides.includes(active) && sides.every((side) => this.#isFresh(side, nowMs)),
    );
    if (fresh.some(({ isStated }) => !isStated)) return { agreement: "agree", disagreesWith: null };
    const other = fresh[0]?.sides.find((side) => side !== active);
    if (!other) return { agreement: "alone", disagreesWith: null };
    return { agreement: "disagree", disagreesWith: other.source.id };
  }

  /** A source is being connected. */
  connecting(source: SourceId, nowMs: number): void {
    this.#connections.set(source, { state: "connecting", sinceMs: nowMs, heardMs: nowMs });
  }

  /** A source's socket is open. */
  opened(source: SourceId, nowMs: number): void {
    this.#connections.set(source, { state: "open", sinceMs: nowMs, heardMs: nowMs });
  }

  /** A source's socket is closed or could not be opened. */
  closed(source: SourceId, nowMs: number): ChoiceChange[] {
    const heardMs = this.#connections.get(source)?.heardMs ?? nowMs;
    this.#connections.set(source, { state: "closed", sinceMs: nowMs, heardMs });
    for (const side of this.#sidesOf(source)) resetSide(side);
    return this.check(nowMs);
  }

  /** A source sent anything that its protocol knows. */
  heard(source: SourceId, nowMs: number): void {
    const connection = this.#connections.get(source);
    if (connection) connection.heardMs = nowMs;
  }

  /** A source sent a plausible quote. */
  quoted(quote: TwoSidedQuote, nowMs: number): ChoiceChange[] {
    const state = this.#states.get(quote.symbol);
    if (!state) return [];
    for (const side of state.sides) {
      if (side.source.id === quote.source) {
        side.midSteps = midSteps(quote);
        side.quotedMs = nowMs;
        side.refused = 0;
        side.othersQuoted.clear();
      } else {
        side.othersQuoted.set(quote.source, (side.othersQuoted.get(quote.source) ?? 0) + 1);
      }
    }
    return this.#decide(state, nowMs);
  }

  /** A source sent an implausible quote of a symbol, or a frame that cannot be read. */
  refused(source: SourceId, symbols: readonly FeedSymbol[], nowMs: number): ChoiceChange[] {
    return symbols.flatMap((symbol) => {
      const state = this.#states.get(symbol);
      const side = state?.sides.find((one) => one.source.id === source);
      if (!state || !side) return [];
      side.refused += 1;
      return this.#decide(state, nowMs);
    });
  }

  /** Applies the rules that depend on time. */
  check(nowMs: number): ChoiceChange[] {
    return [...this.#states.values()].flatMap((state) => this.#decide(state, nowMs));
  }

  /** Forgets the active sources, and so ends what they disagree about: after a pause, the choice starts anew. */
  reset(nowMs: number): ChoiceChange[] {
    return [...this.#states.values()].flatMap((state) => {
      state.active = null;
      state.isOut = false;
      state.sides.forEach(resetSide);
      return this.#comparePairs(state, nowMs);
    });
  }

  #decide(state: SymbolState, nowMs: number): ChoiceChange[] {
    const changes = this.#comparePairs(state, nowMs);
    this.#noteSound(state, nowMs);
    const change = this.#choose(state, nowMs);
    if (change) changes.push(change);
    return changes;
  }

  #choose(state: SymbolState, nowMs: number): ChoiceChange | null {
    const { active: from, symbol, sides } = state;
    const alive = sides.filter((side) => this.#deathOf(side, nowMs) === null);
    const active = sides.find(({ source }) => source.id === from);
    if (!active) {
      const awaited = sides.findIndex((side) => this.#mayStillQuote(side, nowMs));
      const first = alive[0];
      if (!first || (awaited >= 0 && awaited < sides.indexOf(first))) return null;
      return switchTo(state, first, { reason: "preferred", missedSinceMs: null });
    }
    const death = this.#deathOf(active, nowMs);
    if (death) {
      const missedSinceMs = this.#lastSignMs(active);
      const next = alive[0];
      if (next) return switchTo(state, next, { reason: death, missedSinceMs });
      if (state.isOut) return null;
      state.isOut = true;
      return { type: "outage", symbol, missedSinceMs };
    }
    state.isOut = false;
    const majority = this.#majorityAgainst(state, active, nowMs);
    if (majority) return switchTo(state, majority, { reason: "outvoted", missedSinceMs: null });
    const preferred = alive.find(
      ({ soundSinceMs }) => soundSinceMs !== null && nowMs - soundSinceMs >= CHOICE_RULES.returnMs,
    );
    const isBetter = preferred && sides.indexOf(preferred) < sides.indexOf(active);
    if (!isBetter || !this.#isFresh(preferred, nowMs)) return null;
    return switchTo(state, preferred, { reason: "preferred", missedSinceMs: null });
  }

  /** Why a source cannot supply the symbol; null while it can. */
  #deathOf(side: Side, nowMs: number): "closed" | "silent" | "frozen" | null {
    const { source, quotedMs } = side;
    const connection = this.#connections.get(source.id);
    if (connection?.state !== "open" || quotedMs === null) return "closed";
    const { silentHeartbeats, silentMsMin, frozenMs, frozenQuotes, refusedMs, refusedQuotes } = CHOICE_RULES;
    const silentMs = Math.max(silentMsMin, silentHeartbeats * (source.heartbeatMs ?? Number.POSITIVE_INFINITY));
    if (nowMs - connection.heardMs >= silentMs) return "silent";
    const others = Math.max(0, ...side.othersQuoted.values());
    if (nowMs - quotedMs >= frozenMs && others >= frozenQuotes) return "frozen";
    return nowMs - quotedMs >= refusedMs && side.refused >= refusedQuotes && others > 0 ? "frozen" : null;
  }

  /** The last quote of a source that sends other things, or else the last thing that it sent. */
  #lastSignMs({ source, quotedMs }: Side): number {
    return quotedMs ?? this.#connections.get(source.id)?.heardMs ?? 0;
  }

  #isFresh(side: Side, nowMs: number): boolean {
    const isYoung = side.quotedMs !== null && nowMs - side.quotedMs < CHOICE_RULES.freshMs;
    return isYoung && this.#deathOf(side, nowMs) === null;
  }

  #mayStillQuote({ source, quotedMs }: Side, nowMs: number): boolean {
    const connection = this.#connections.get(source.id);
    const isStarting = connection !== undefined && connection.state !== "closed" && quotedMs === null;
    return isStarting && nowMs - connection.sinceMs < CHOICE_RULES.startMs;
  }

  /** States the disagreements that have lasted long enough, and their ends. */
  #comparePairs({ symbol, pairs }: SymbolState, nowMs: number): ChoiceChange[] {
    const changes: ChoiceChange[] = [];
    for (const pair of pairs) {
      const areFresh = pair.sides.every((side) => this.#isFresh(side, nowMs));
      if ((areFresh && areApart(...pair.sides)) === pair.isStated) {
        pair.changedSinceMs = null;
        continue;
      }
      pair.changedSinceMs ??= nowMs;
      // A source that is gone contradicts nobody.
      if (areFresh && nowMs - pair.changedSinceMs < CHOICE_RULES.apartMs) continue;
      pair.isStated = !pair.isStated;
      pair.changedSinceMs = null;
      const [first, second] = pair.sides;
      const sources: [SourceId, SourceId] = [first.source.id, second.source.id];
      const record = { type: "disagreement", symbol, sources, isOver: !pair.isStated } as const;
      changes.push({ type: "disagreement", record });
    }
    return changes;
  }

  #noteSound({ sides, active }: SymbolState, nowMs: number): void {
    const current = sides.find(({ source }) => source.id === active);
    for (const side of sides) {
      const isApart =
        current !== undefined && this.#isFresh(current, nowMs) && this.#isFresh(side, nowMs) && areApart(current, side);
      if (isApart || this.#deathOf(side, nowMs) !== null) side.soundSinceMs = null;
      else side.soundSinceMs ??= nowMs;
    }
  }

  /** The preferred one of two sources that agree with each other and both contradict the active one. */
  #majorityAgainst({ pairs }: SymbolState, active: Side, nowMs: number): Side | null {
    const against = pairs
      .filter(({ isStated, sides }) => isStated && sides.includes(active))
      .flatMap(({ sides }) => sides.filter((side) => side !== active));
    const agreeing = pairs.find(
      ({ isStated, sides }) =>
        !isStated && sides.every((side) => against.includes(side) && this.#isFresh(side, nowMs)) && !areApart(...sides),
    );
    return agreeing?.sides[0] ?? null;
  }

  #sidesOf(source: SourceId): Side[] {
    return [...this.#states.values()].flatMap(({ sides }) => sides.filter((side) => side.source.id === source));
  }
}

function newSide(source: ChoiceSource): Side {
  return { source, midSteps: 0, quotedMs: null, refused: 0, othersQuoted: new Map(), soundSinceMs: null };
}

function resetSide(side: Side): void {
  side.quotedMs = null;
  side.refused = 0;
  side.soundSinceMs = null;
  side.othersQuoted.clear();
}

function pairsOf(sides: readonly Side[]): Pair[] {
  return sides.flatMap((first, i) =>
    sides.slice(i + 1).map((second): Pair => ({ sides: [first, second], changedSinceMs: null, isStated: false })),
  );
}

function switchTo(
  state: SymbolState,
  { source }: Side,
  { reason, missedSinceMs }: { reason: SwitchRecord["reason"]; missedSinceMs: number | null },
): ChoiceChange {
  const from = state.active;
  state.active = source.id;
  state.isOut = false;
  return {
    type: "switch",
    record: { type: "switch", symbol: state.symbol, from, to: source.id, reason },
    missedSinceMs,
  };
}

function areApart(a: Side, b: Side): boolean {
  return Math.abs(a.midSteps - b.midSteps) * CHOICE_RULES.apartParts > Math.min(a.midSteps, b.midSteps);
}
