import type { AlertReceipt, AlertTerms, PriceAlert } from "../../worker/contract/alerts/price-alerts.ts";
import { fetchFile } from "../state/api.ts";

/** The calls about alerts. Each throws ApiError or NetworkError; `key` is the idempotency key of an attempt. */

const TIMEOUT_MS = 20_000;

async function call<Reply>(path: string, init: RequestInit = {}, signal?: AbortSignal): Promise<Reply> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const reply = await fetchFile(`/api/alerts${path}`, signal ? AbortSignal.any([signal, timeout]) : timeout, init);
  // The API's own types come with its routes.
  return (await reply.json()) as Reply;
}

const sent = (method: string, body: unknown, key: string): RequestInit => ({
  method,
  headers: { "Content-Type": "application/json", "Idempotency-Key": key },
  body: JSON.stringify(body),
});

/** The alerts of the signed-in person that are not removed, and how many of them can fire. */
export type AlertList = { alerts: readonly PriceAlert[]; armed: number; max: number };

export const fetchAlerts = (signal: AbortSignal) => call<AlertList>("", {}, signal);

export const fetchReceipt = async (firing: number, signal: AbortSignal) =>
  (await call<{ receipt: AlertReceipt }>(`/firings/${firing}`, {}, signal)).receipt;

type AlertAnswer = { alert: PriceAlert };

export const postAlert = async (terms: AlertTerms, key: string) =>
  (await call<AlertAnswer>("", sent("POST", terms, key))).alert;

export const putAlert = async (id: number, body: AlertTerms & { version: number }, key: string) =>
  (await call<AlertAnswer>(`/${id}`, sent("PUT", body, key))).alert;

export const postAlertAct = async (id: number, act: "pause" | "resume" | "arm", version: number, key: string) =>
  (await call<AlertAnswer>(`/${id}/${act}`, sent("POST", { version }, key))).alert;

export const deleteAlert = async (id: number, version: number, key: string): Promise<void> => {
  await call(`/${id}`, sent("DELETE", { version }, key));
};
