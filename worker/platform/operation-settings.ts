import type { IncidentQueue } from "../contract/incidents.ts";
import { ADMIN, WITHDRAWAL } from "../contract/limits.ts";
import { type Cents, cents, dollarsFromCents } from "../contract/money.ts";
import { type SettingKey, type SettingValue, TARGET_KEYS } from "../contract/operation/settings.ts";
import { readWorkingHours, type WorkingHours } from "../contract/operation/working-hours.ts";
import { dayAt, isoDate } from "../contract/trade-calendar.ts";
import type { Settings } from "./env.ts";
import type { SettingRows } from "./operation-settings-sql.ts";

/** The settings of the operation as they are in force: what admins have set, else the first values of the environment. */
export type Operation = {
  /** Which changes are among them; a write that was decided by them holds it (`mustHaveSettings`). */
  revision: number;
  secondAdminAboveCents: Cents;
  adminAloneCentsMax: Cents;
  secondFactor: Settings["WITHDRAWAL_SECOND_FACTOR"];
  unverifiedPayout: Settings["UNVERIFIED_PAYOUT"];
  targetHours: Readonly<Record<IncidentQueue, number>>;
  /** Null: around the clock. */
  workingHours: WorkingHours | null;
  /** Null: the admin chooses. */
  importTimeZone: string | null;
};

/** The settings of the environment that are first values of the operation's. */
export type FirstSettings = Pick<
  Settings,
  | "SECOND_ADMIN_ABOVE_USD"
  | "ADMIN_ALONE_MAX_USD"
  | "UNVERIFIED_PAYOUT"
  | "WITHDRAWAL_SECOND_FACTOR"
  | "QUEUE_TARGET_HOURS"
>;

/** The day of the operation's calendar. @returns an ISO date */
export function operationDay(at: { settings: Pick<Settings, "OPERATION_TIME_ZONE">; now: () => number }): string {
  return isoDate(dayAt(at.now(), at.settings.OPERATION_TIME_ZONE));
}

/** The settings in force. @param rows of `selectSettings` */
export function operationOf(rows: SettingRows, first: FirstSettings): Operation {
  const set = (key: SettingKey) => rows.find((row) => row.key === key)?.value ?? null;
  const number = (key: SettingKey, otherwise: number) => Number(set(key) ?? otherwise);
  const secondAdminAboveCents = cents(number("second_admin_above", first.SECOND_ADMIN_ABOVE_USD * 100));
  const hours = set("working_hours");
  const target = (queue: IncidentQueue) => number(TARGET_KEYS[queue], first.QUEUE_TARGET_HOURS);
  return {
    revision: Math.max(0, ...rows.map(({ revision }) => revision)),
    secondAdminAboveCents,
    adminAloneCentsMax: cents(number("admin_alone_max", firstAloneCents(secondAdminAboveCents, first))),
    secondFactor: choiceOf(set("withdrawal_second_factor"), ["required", "optional"], first.WITHDRAWAL_SECOND_FACTOR),
    unverifiedPayout: choiceOf(set("unverified_payout"), ["refused", "with_reason"], first.UNVERIFIED_PAYOUT),
    targetHours: {
      withdrawals: target("withdrawals"),
      identities: target("identities"),
      exceptions: target("exceptions"),
      imports: target("imports"),
    },
    workingHours: hours === null ? null : readWorkingHours(hours),
    importTimeZone: set("import_time_zone"),
  };
}

/** Without a setting one admin moves alone ten times what they decide about alone, unless the environment says otherwise. */
function firstAloneCents(secondAdminAboveCents: number, { ADMIN_ALONE_MAX_USD: usd }: FirstSettings): number {
  return usd === "" ? ADMIN.aloneTimes * secondAdminAboveCents : usd * 100;
}

function choiceOf<T extends string>(set: string | null, options: readonly T[], first: T): T {
  return options.find((option) => option === set) ?? first;
}

/** The value of a setting where admins have set none; null where it is empty then. @param operation as it is in force */
export function firstValue(
  key: SettingKey,
  first: FirstSettings,
  { secondAdminAboveCents }: Pick<Operation, "secondAdminAboveCents">,
): SettingValue | null {
  switch (key) {
    case "second_admin_above":
      return first.SECOND_ADMIN_ABOVE_USD;
    case "admin_alone_max":
      return dollarsFromCents(firstAloneCents(secondAdminAboveCents, first));
    case "withdrawal_day_max":
    case "withdrawal_day_max_verified":
    case "withdrawal_day_max_unverified":
      return dollarsFromCents(WITHDRAWAL.dailyCentsMax);
    case "unverified_payout":
      return first.UNVERIFIED_PAYOUT;
    case "withdrawal_second_factor":
      return first.WITHDRAWAL_SECOND_FACTOR;
    case "target_hours_withdrawals":
    case "target_hours_identities":
    case "target_hours_exceptions":
    case "target_hours_imports":
      return first.QUEUE_TARGET_HOURS;
    case "withdrawal_day_max_trader":
    case "working_hours":
    case "import_time_zone":
      return null;
  }
}
