import type { IncidentQueue } from "../incidents.ts";
import { WITHDRAWAL } from "../limits.ts";
import { centsFromDollars, dollarsFromCents } from "../money.ts";
import { isTimeZone } from "./time-zone.ts";
import { readWorkingHours } from "./working-hours.ts";

/**
 * The settings of the operation that admins change without a deployment, and their bounds, which nobody can pass: the trigger
 * `operation_settings_bounded` has the same. What is not set has its first value: the setting of the environment, or the limit of
 * `limits.ts`.
 */

/**
 * What a setting takes; the bounds of money are in cents. `mayBeEmpty`: whether it can be taken away again. `people`: how many admins a change takes. Where money hangs on a setting two; or the only admin, a day after
 * proposing it. `about`: the operation, or one trader.
 */
export type SettingRule = { people: 1 | 2; about: "operation" | "trader"; mayBeEmpty?: true } & (
  | { kind: "money" | "hours"; min: number; max: number }
  | { kind: "choice"; options: readonly [string, string] }
  | { kind: "working_hours" | "zone" }
);

/** A limit of what a trader withdraws in 24 hours: never above the product's own. */
const dayMax = { kind: "money", min: 0, max: WITHDRAWAL.dailyCentsMax, people: 2, about: "operation" } as const;
const target = { kind: "hours", min: 1, max: 720, people: 1, about: "operation" } as const;

/** The settings by their names in the database, in the order in which they are shown. */
export const OPERATION_SETTINGS = {
  /** A trader's withdrawals of 24 hours, and an admin's imports, above this sum need two admins. */
  second_admin_above: { kind: "money", min: 0, max: 5_000_00, people: 2, about: "operation" },
  /** What one admin may move alone in 24 hours. */
  admin_alone_max: { kind: "money", min: 0, max: 50_000_00, people: 2, about: "operation" },
  /** What a trader may withdraw in 24 hours: the lowest of those about this trader counts. */
  withdrawal_day_max: dayMax,
  withdrawal_day_max_verified: dayMax,
  withdrawal_day_max_unverified: dayMax,
  withdrawal_day_max_trader: { ...dayMax, about: "trader", mayBeEmpty: true },
  /** Whether a withdrawal can be approved for a trader whose identity is not verified: never, or with an admin's reason. */
  unverified_payout: { kind: "choice", options: ["refused", "with_reason"], people: 2, about: "operation" },
  withdrawal_second_factor: { kind: "choice", options: ["required", "optional"], people: 2, about: "operation" },
  /** How many working hours an item of a queue may wait. */
  target_hours_withdrawals: target,
  target_hours_identities: target,
  target_hours_exceptions: target,
  target_hours_imports: target,
  working_hours: { kind: "working_hours", people: 1, about: "operation", mayBeEmpty: true },
  /** The zone in which an admin's import reads the times of a file, unless they choose another. */
  import_time_zone: { kind: "zone", people: 1, about: "operation", mayBeEmpty: true },
} as const satisfies Record<string, SettingRule>;

/** The name of a setting. */
export type SettingKey = keyof typeof OPERATION_SETTINGS;
// The keys of the object, of which there is one at least.
export const SETTING_KEYS = Object.keys(OPERATION_SETTINGS) as [SettingKey, ...SettingKey[]];

/** The rule of a setting. */
export function ruleOf(key: SettingKey): SettingRule {
  return OPERATION_SETTINGS[key];
}

/** The setting of each queue's target age. */
export const TARGET_KEYS = {
  withdrawals: "target_hours_withdrawals",
  identities: "target_hours_identities",
  exceptions: "target_hours_exceptions",
  imports: "target_hours_imports",
} as const satisfies Record<IncidentQueue, SettingKey>;

/** A value as the API has it: a sum in dollars, hours as a whole number, a choice or a zone by its name, working hours as JSON. */
export type SettingValue = number | string;

/**
 * Reads a value of a setting.
 * @returns the text that the database stores; null when it is not within the bounds of the setting
 */
export function storedSetting(key: SettingKey, value: SettingValue): string | null {
  const rule = ruleOf(key);
  if (rule.kind === "money" || rule.kind === "hours") {
    if (typeof value !== "number") return null;
    const whole = rule.kind === "money" ? centsFromDollars(value) : value;
    const isWithin = whole !== null && Number.isSafeInteger(whole) && whole >= rule.min && whole <= rule.max;
    return isWithin ? String(whole) : null;
  }
  if (typeof value !== "string") return null;
  if (rule.kind === "choice") return rule.options.find((option) => option === value) ?? null;
  if (rule.kind === "zone") return isTimeZone(value) ? value : null;
  const hours = readWorkingHours(value);
  return hours && JSON.stringify(hours);
}

/** A stored value as the API has it. */
export function settingValue(key: SettingKey, stored: string): SettingValue {
  const { kind } = OPERATION_SETTINGS[key];
  if (kind === "money") return dollarsFromCents(Number(stored));
  return kind === "hours" ? Number(stored) : stored;
}
