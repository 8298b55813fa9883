import { z } from "zod";
import { PRICE_SOURCES, type SourceId } from "../../worker/contract/quotes.ts";

/**
 * How one source can fail, while the others work: `freeze` sends heartbeats but no quotes, `silent` sends nothing over
 * the open connection, `skew` moves every price by a share, `corrupt` sends damaged frames and wrong prices, `cut`
 * closes the connection once, and `refuse` closes it and answers every new one with 429.
 */
export const FAULT_KINDS = ["freeze", "silent", "skew", "corrupt", "cut", "refuse"] as const;
/** One of {@link FAULT_KINDS}. */
export type FaultKind = (typeof FAULT_KINDS)[number];

/** A source's fault. `by` is the share of a skew; `untilMs` is null for a fault that lasts until it is ended. */
export type SourceFault = { kind: FaultKind | "none"; by: number; untilMs: number | null };

const SKEW_STANDARD = 0.02;
const NONE: SourceFault = { kind: "none", by: 0, untilMs: null };

/** The body of `POST /fault`. */
export const faultBody = z.strictObject({
  source: z.enum(PRICE_SOURCES),
  kind: z.enum<(FaultKind | "none")[]>([...FAULT_KINDS, "none"]),
  by: z.number().gt(-1).max(10).default(SKEW_STANDARD),
  seconds: z.number().positive().max(86_400).optional(),
});

/** The faults of all sources, which a developer or a test sets, for a time or until they are ended. */
export class SourceFaults {
  readonly #faults = new Map<SourceId, SourceFault>();
  readonly #timers = new Map<SourceId, ReturnType<typeof setTimeout>>();

  of(source: SourceId): SourceFault {
    return this.#faults.get(source) ?? NONE;
  }

  /** Sets a source's fault. A `cut` is over as soon as it has happened, so nothing of it stays. */
  set({ source, kind, by, seconds }: z.infer<typeof faultBody>): void {
    clearTimeout(this.#timers.get(source));
    this.#faults.delete(source);
    if (kind === "none" || kind === "cut") return;
    const untilMs = seconds === undefined ? null : Date.now() + seconds * 1_000;
    this.#faults.set(source, { kind, by: kind === "skew" ? by : 0, untilMs });
    if (seconds === undefined) return;
    const timer = setTimeout(() => this.#faults.delete(source), seconds * 1_000);
    // An active fault must not keep a stopped stand-in's process alive.
    timer.unref();
    this.#timers.set(source, timer);
  }
}
