import { AppError } from "../../contract/errors.ts";
import { OPERATION_SETTINGS, SETTING_KEYS, type SettingKey } from "../../contract/operation/settings.ts";
import { ERROR_TEXT } from "../../platform/api-text.ts";
import { firstValue, operationOf } from "../../platform/operation-settings.ts";
import { selectSettings } from "../../platform/operation-settings-sql.ts";
import type { Scope } from "../../platform/scope.ts";
import { authorizedBatch } from "../../platform/session.ts";
import { type Paused, type PauseRow, selectOpenPauses } from "../pauses/pause-admin-store.ts";
import { pauseView } from "../pauses/pause-view.ts";
import { currentOf } from "./setting-rules.ts";
import {
  countOwners,
  type SettingChange,
  selectCurrent,
  selectHistory,
  selectOperationChanges,
  selectTrader,
  selectTraderChanges,
} from "./setting-store.ts";
import { changeView, settingView } from "./setting-view.ts";

const TRADER_KEY: SettingKey = "withdrawal_day_max_trader";

/**
 * Every setting of the operation: its value, where that comes from, and what is proposed; the limits of single traders; the newest
 * changes; and what is paused.
 */
export async function readSettings(scope: Scope) {
  const { query } = scope.db;
  const { rows } = await authorizedBatch(scope, "read", (callerId) => [
    selectSettings(query, callerId),
    selectOperationChanges(query, callerId),
    selectTraderChanges(query, callerId),
    selectHistory(query, callerId),
    selectOpenPauses(query, callerId),
    countOwners(query, callerId),
  ]);
  const [set, changes, ofTraders, history, lasting, [owners]] = rows;
  const operation = operationOf(set, scope.settings);
  const about = (key: SettingKey) => changes.filter((change) => change.key === key);
  return {
    settings: SETTING_KEYS.filter((key) => OPERATION_SETTINGS[key].about === "operation").map((key) =>
      settingView(key, currentOf(about(key)), firstValue(key, scope.settings, operation)),
    ),
    /** The limits of single traders, and proposals of them. */
    traders: [...Map.groupBy(ofTraders, ({ userId }) => userId).values()].flatMap((ofOne: SettingChange[]) => {
      const trader = ofOne[0]?.trader;
      if (!trader) return [];
      const setting = settingView(TRADER_KEY, currentOf(ofOne), null);
      return [{ _id: trader._id, name: `${trader.firstName} ${trader.lastName}`, setting }];
    }),
    changes: history.map(changeView),
    /** The pauses that admins have begun; null where there is none. */
    pauses: { withdrawals: pauseIn(lasting, "withdrawals"), deposits: pauseIn(lasting, "deposits") },
    /** The pauses that an operator has configured. */
    paused: [...scope.settings.PAUSED],
    /** Whether the caller is the only admin, who waits a day before what two would agree on. */
    isOnlyOwner: owners?.count === 1,
  };
}

function pauseIn(lasting: readonly PauseRow[], what: Paused) {
  const found = lasting.find((pause) => pause.what === what);
  return found ? pauseView(found) : null;
}

/** The limit of one trader, and its newest changes. @throws AppError `not_found` */
export async function readTraderSetting(scope: Scope, userId: string) {
  const { query } = scope.db;
  const of = { key: TRADER_KEY, userId };
  const { rows } = await authorizedBatch(scope, "read", (callerId) => [
    selectTrader(query, callerId, userId),
    selectCurrent(query, callerId, of),
    selectHistory(query, callerId, of),
    countOwners(query, callerId),
  ]);
  const [[trader], current, history, [owners]] = rows;
  if (!trader) throw new AppError("not_found", ERROR_TEXT.not_found);
  return {
    setting: settingView(TRADER_KEY, currentOf(current), null),
    changes: history.map(changeView),
    isOnlyOwner: owners?.count === 1,
  };
}
