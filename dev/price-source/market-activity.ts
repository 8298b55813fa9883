/**
 * A market's activity over the week, as variance per minute with an average of one: quiet nights, the openings of
 * London and New York, weekends. The market never closes, so that a developer can work on the product on a Sunday.
 */

const MINUTES_PER_DAY = 1_440;
const MINUTES_PER_WEEK = 7 * MINUTES_PER_DAY;

/** Day 0 of the epoch was a Thursday; the weekend is its days 2 and 3. */
const WEEKEND_DAYS = [2, 3];

/** How activity varies over the day and the week. */
export type ActivityShape = {
  /** [hour of the UTC day, relative activity]; linear in between, also across midnight. */
  day: readonly (readonly [hour: number, activity: number])[];
  /** Factor for Saturdays and Sundays. */
  weekend: number;
};

/** Stock indices: high activity at the New York opening and close. */
export const INDEX_ACTIVITY: ActivityShape = {
  day: [
    [0, 0.3],
    [6, 0.3],
    [7, 0.8],
    [12, 0.7],
    [13.4, 0.9],
    [13.5, 4],
    [15, 2],
    [17.5, 1.2],
    [19.5, 2],
    [20, 2.4],
    [20.2, 0.4],
  ],
  weekend: 0.35,
};
/** Precious metals: highest activity while both London and New York are open. */
export const METAL_ACTIVITY: ActivityShape = {
  day: [
    [0, 0.5],
    [6, 0.6],
    [7, 1.2],
    [12, 1.3],
    [13, 2.8],
    [15, 2.4],
    [17, 1.1],
    [20, 0.6],
    [22, 0.3],
  ],
  weekend: 0.35,
};
/** Cryptocurrencies: activity at all hours. */
export const CRYPTO_ACTIVITY: ActivityShape = {
  day: [
    [0, 1],
    [4, 0.7],
    [7, 0.9],
    [13, 1.3],
    [14.5, 1.9],
    [17, 1.4],
    [21, 0.9],
  ],
  weekend: 0.6,
};

/** The activity of any range of minutes, from precomputed sums. */
export class MarketActivity {
  /** Cumulative activity before each minute of the week; the last element is the total of the week. */
  readonly #before = new Float64Array(MINUTES_PER_WEEK + 1);

  constructor(shape: ActivityShape) {
    const minutes = Float64Array.from({ length: MINUTES_PER_WEEK }, (_, minute) => activityAt(shape, minute));
    const average = minutes.reduce((sum, one) => sum + one, 0) / MINUTES_PER_WEEK;
    minutes.forEach((one, minute) => {
      this.#before[minute + 1] = (this.#before[minute] ?? 0) + one / average;
    });
  }

  /** Total activity between two minutes. @param fromMinute @param toMinute minutes since the epoch */
  between(fromMinute: number, toMinute: number): number {
    return this.#sinceEpoch(toMinute) - this.#sinceEpoch(fromMinute);
  }

  #sinceEpoch(minute: number): number {
    const weeks = Math.floor(minute / MINUTES_PER_WEEK);
    return weeks * MINUTES_PER_WEEK + (this.#before[minute - weeks * MINUTES_PER_WEEK] ?? 0);
  }
}

function activityAt({ day, weekend }: ActivityShape, minuteOfWeek: number): number {
  const isWeekend = WEEKEND_DAYS.includes(Math.floor(minuteOfWeek / MINUTES_PER_DAY));
  const hour = (minuteOfWeek % MINUTES_PER_DAY) / 60;
  return interpolate(day, hour) * (isWeekend ? weekend : 1);
}

function interpolate(day: ActivityShape["day"], hour: number): number {
  const next = day.findIndex(([at]) => at > hour);
  const [fromHour, from] = day.at(next === -1 ? -1 : next - 1) ?? [0, 1];
  const [toHour, to] = (next === -1 ? day[0] : day[next]) ?? [24, 1];
  const span = (toHour - fromHour + 24) % 24;
  return span === 0 ? from : from + ((to - from) * (hour - fromHour)) / span;
}
