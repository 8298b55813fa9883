import { type Channel, PAUSED_STATUS } from "../../worker/contract/channels.ts";
import { channelsOfAlertText as text } from "./channels-of-alert-text.ts";

/** Why a service did not take a message, with its code. @param status an HTTP status, 0 without an answer, or that of a pause */
export function whyWords(channel: Channel, status: number): string {
  const { why } = text;
  if (status === 0) return why.none;
  if (status === PAUSED_STATUS) return why.paused;
  return why.withCode(reasonOf(channel, status), status);
}

function reasonOf(channel: Channel, status: number): string {
  const { why } = text;
  const isGone = status === 404 || status === 410 || (channel === "telegram" && status === 403);
  if (isGone) return why.gone[channel];
  if (status === 401 || status === 403) return why.key;
  if (status === 413) return why.tooLarge;
  if (status === 429) return why.busy;
  return status >= 500 ? why.down : why.refused;
}
