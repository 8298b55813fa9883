import { AppError } from "../../contract/errors.ts";
import { PAUSE } from "../../contract/limits.ts";
import { formatUsd } from "../../contract/money.ts";
import { ruleOf, type SettingKey, type SettingValue, storedSetting } from "../../contract/operation/settings.ts";
import type { Said } from "../../contract/translated.ts";
import { ERROR_TEXT } from "../../platform/api-text.ts";
import type { ActingAdmin } from "../commands/run-admin-command.ts";
import { SETTING_TEXT } from "./setting-answers.ts";
import type { SettingChange, SettingOf } from "./setting-store.ts";

/** The rules of changes of the operation's settings: pure, no I/O, no clock. The database checks them again. */

/**
 * The value of a proposal as it is stored; null where the setting is emptied.
 * @throws AppError `invalid_input` for a value out of the bounds of its setting
 */
export function valueToStore({ key, userId }: SettingOf, value: SettingValue | null): string | null {
  const rule = ruleOf(key);
  if ((rule.about === "trader") !== (userId !== null)) {
    throw new AppError("invalid_input", rule.about === "trader" ? SETTING_TEXT.oneTrader : SETTING_TEXT.noTrader);
  }
  const refuse = (message: Said) => new AppError("invalid_input", message, { field: "value" });
  if (value === null) {
    if (rule.mayBeEmpty) return null;
    throw refuse(SETTING_TEXT.notEmpty);
  }
  const stored = storedSetting(key, value);
  if (stored !== null) return stored;
  if (rule.kind === "money" || rule.kind === "hours") {
    throw refuse(SETTING_TEXT.between(valueInWords(key, String(rule.min)), valueInWords(key, String(rule.max))));
  }
  throw refuse(SETTING_TEXT.notThis);
}

/** A stored value in a sentence. */
export function valueInWords(key: SettingKey, stored: string | null) {
  const rule = ruleOf(key);
  if (stored === null) return SETTING_TEXT.nothing;
  if (rule.kind === "money") return formatUsd(Number(stored));
  if (rule.kind === "hours") return SETTING_TEXT.hours(Number(stored));
  if (rule.kind === "working_hours") return SETTING_TEXT.otherHours;
  return Object.entries(SETTING_TEXT.choice).find(([choice]) => choice === stored)?.[1] ?? stored;
}

/** What is known of a setting before a change of it. */
export type Current = { inForce: SettingChange | undefined; open: SettingChange | undefined };

/** @param rows of `selectCurrent` */
export function currentOf(rows: readonly SettingChange[]): Current {
  return {
    inForce: rows.find(({ isInForce }) => isInForce === 1),
    open: rows.find(({ revision, cancelledAtMs }) => revision === null && cancelledAtMs === null),
  };
}

/**
 * Refuses a proposal that was made on another value than the one in force, that another proposal waits before, or that changes nothing.
 * @param seen the change that the admin saw in force; null for the first value
 * @throws AppError `wrong_state` that says what was changed or proposed, and by whom | `invalid_input`
 */
export function assertMayPropose(
  { inForce, open }: Current,
  seen: string | null,
  value: string | null,
  admin: ActingAdmin,
) {
  if ((inForce?.id ?? null) !== seen && inForce) {
    const { appliedByName, key, appliedAtMs } = inForce;
    const words = valueInWords(key, inForce.value);
    throw new AppError("wrong_state", SETTING_TEXT.changed(appliedByName, words, appliedAtMs ?? 0, admin.timeZone));
  }
  if (seen !== null && !inForce) throw new AppError("not_found", ERROR_TEXT.not_found);
  if (open) {
    throw new AppError("wrong_state", SETTING_TEXT.proposed(open.proposedByName, valueInWords(open.key, open.value)));
  }
  if (inForce ? inForce.value === value : value === null) {
    throw new AppError("invalid_input", SETTING_TEXT.same, { field: "value" });
  }
}

/** How many owners a change takes: two where money hangs on it, or the only one there is. */
export function peopleNeeded({ key, ownerCount }: Pick<SettingChange, "key" | "ownerCount">): 1 | 2 {
  return ownerCount === 1 ? 1 : ruleOf(key).people;
}

/** When the only owner can put a proposal into force, epoch ms; null where two must, or one may at once. */
export function aloneFrom(change: Pick<SettingChange, "key" | "ownerCount" | "proposedAtMs">): number | null {
  if (ruleOf(change.key).people === 1 || peopleNeeded(change) === 2) return null;
  return change.proposedAtMs + PAUSE.aloneAfterMs;
}

/**
 * Finds a proposal that waits.
 * @throws AppError `not_found` | `wrong_state` for one that was decided
 */
export function assertOpen(change: SettingChange | undefined): SettingChange {
  if (!change) throw new AppError("not_found", ERROR_TEXT.not_found);
  if (change.revision !== null) throw new AppError("wrong_state", SETTING_TEXT.appliedAlready);
  if (change.cancelledAtMs !== null) {
    throw new AppError("wrong_state", SETTING_TEXT.cancelledAlready(change.cancelledByName));
  }
  return change;
}
