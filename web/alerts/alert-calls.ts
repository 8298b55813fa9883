import type { AlertReceipt, AlertTerms, PriceAlert } from "../../worker/contract/alerts/price-alerts.ts";
import { answer, api } from "../state/api.ts";

/** The calls about alerts. Each throws ApiError or NetworkError; `key` is the idempotency key of an attempt. */

/** The alerts of the signed-in person that are not removed, and how many of them can fire. */
export type AlertList = { alerts: readonly PriceAlert[]; armed: number; max: number };

const keyed = (key: string) => ({ headers: { "Idempotency-Key": key } });
const at = (id: number) => ({ id: String(id) });

export const fetchAlerts = (signal: AbortSignal): Promise<AlertList> =>
  answer(api.alerts.$get(undefined, { init: { signal } }));

export const fetchReceipt = async (firing: number, signal: AbortSignal): Promise<AlertReceipt> =>
  (await answer(api.alerts.firings[":id"].$get({ param: at(firing) }, { init: { signal } }))).receipt;

export const postAlert = async (json: AlertTerms, key: string): Promise<PriceAlert> =>
  (await answer(api.alerts.$post({ json }, keyed(key)))).alert;

export const putAlert = async (id: number, json: AlertTerms & { version: number }, key: string): Promise<PriceAlert> =>
  (await answer(api.alerts[":id"].$put({ param: at(id), json }, keyed(key)))).alert;

export const postAlertAct = async (
  id: number,
  act: "pause" | "resume" | "arm",
  version: number,
  key: string,
): Promise<PriceAlert> =>
  (await answer(api.alerts[":id"][act].$post({ param: at(id), json: { version } }, keyed(key)))).alert;

export const deleteAlert = async (id: number, version: number, key: string): Promise<void> => {
  await answer(api.alerts[":id"].$delete({ param: at(id), json: { version } }, keyed(key)));
};
