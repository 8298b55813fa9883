import { hash, hashText, normal, uniform } from "./hash.ts";
import { type Instrument, REFERENCE_MS } from "./instruments.ts";
import { MarketActivity } from "./market-activity.ts";

/** Time between the walk's points: sixteen per minute. */
export const STEP_MS = 3_750;
const STEPS_PER_MINUTE = 16;

/** The widest span, about half a year: a power of two, so that repeated halving ends at single steps. */
const SPAN_STEPS = 2 ** 22;
const YEAR_MS = 365.25 * 86_400_000;

/** How unevenly a span's variance is divided between its halves; this creates calm and volatile hours. */
const UNEVENNESS = 0.36;

/**
 * A random walk that is a pure function of time. Any range of it can be computed alone, however long ago, and candles
 * of all sizes agree because they fold the same points.
 *
 * Each span between two known points is halved: the middle lies on the line between them, displaced by a hash of its
 * own position (a Brownian bridge). The halves divide the span's variance according to the market's activity and
 * another hash, so volatility clusters at every scale (a multiplicative cascade).
 * Source: B. Mandelbrot, A. Fisher, L. Calvet, "A Multifractal Model of Asset Returns", 1997.
 */
export class PriceWalk {
  readonly #seed: number;
  readonly #activity: MarketActivity;
  readonly #spanVariance: number;
  readonly #shift: number;
  readonly #laterSteps: number;

  /** @param referenceMs the walk is then where it otherwise is at {@link REFERENCE_MS}; a multiple of {@link STEP_MS} */
  constructor(instrument: Instrument, seed: number, referenceMs = REFERENCE_MS) {
    this.#seed = hash(seed, hashText(instrument.source));
    this.#activity = new MarketActivity(instrument.activity);
    this.#spanVariance = instrument.yearVolatility ** 2 * ((SPAN_STEPS * STEP_MS) / YEAR_MS);
    this.#shift = 0;
    this.#laterSteps = (referenceMs - REFERENCE_MS) / STEP_MS;
    const atReference = this.points(referenceMs / STEP_MS, referenceMs / STEP_MS)[0] ?? 0;
    this.#shift = Math.log(instrument.level) - atReference;
  }

  /** Natural logarithms of the price at steps `first` to `last`, both inclusive; a step is a time / STEP_MS. */
  points(first: number, last: number): Float64Array {
    return this.#pointsAt(first - this.#laterSteps, last - this.#laterSteps);
  }

  /** The same with the steps of a walk whose reference is {@link REFERENCE_MS}. */
  #pointsAt(first: number, last: number): Float64Array {
    const points = new Float64Array(last - first + 1);
    for (let span = Math.floor(first / SPAN_STEPS); span * SPAN_STEPS <= last; span++) {
      const from = span * SPAN_STEPS;
      this.#fill(points, first, from, from + SPAN_STEPS, this.#knot(span), this.#knot(span + 1), this.#spanVariance);
    }
    return points;
  }

  /** The ends of the widest spans. They are independent, so the price stays around its level forever. */
  #knot(span: number): number {
    const deviation = Math.sqrt(this.#spanVariance / 2);
    return this.#shift + deviation * normal(hash(~this.#seed, span));
  }

  /** Sets the points from `low` up to, but not including, `high`, as far as they are requested. */
  #fill(
    points: Float64Array,
    first: number,
    low: number,
    high: number,
    atLow: number,
    atHigh: number,
    variance: number,
  ): void {
    if (high <= first || low >= first + points.length) return;
    if (high - low === 1) {
      points[low - first] = atLow;
      return;
    }
    const middle = (low + high) / 2;
    const bits = hash(this.#seed, middle);
    const tilt = 1 + UNEVENNESS * (2 * uniform(hash(bits, middle)) - 1);
    const left = this.#leftActivity(low, middle, high) * tilt;
    const share = left / (left + (1 - left / tilt) * (2 - tilt));
    const atMiddle = atLow + (atHigh - atLow) * share + Math.sqrt(variance * share * (1 - share)) * normal(bits);
    this.#fill(points, first, low, middle, atLow, atMiddle, variance * share);
    this.#fill(points, first, middle, high, atMiddle, atHigh, variance * (1 - share));
  }

  /** The left half's share of the market's activity in a span. */
  #leftActivity(low: number, middle: number, high: number): number {
    if (high - low <= STEPS_PER_MINUTE) return 0.5;
    const [from, half, to] = [low / STEPS_PER_MINUTE, middle / STEPS_PER_MINUTE, high / STEPS_PER_MINUTE];
    return this.#activity.between(from, half) / this.#activity.between(from, to);
  }
}
