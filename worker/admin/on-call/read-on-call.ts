import { INCIDENT } from "../../contract/incidents.ts";
import { dayStartMs } from "../../contract/trade-calendar.ts";
import { type Operation, operationOf } from "../../platform/operation-settings.ts";
import { selectSettings } from "../../platform/operation-settings-sql.ts";
import type { Scope } from "../../platform/scope.ts";
import { authorizedBatch } from "../../platform/session.ts";
import { mondayAt, onCallSpans, orderAt } from "./rota-rules.ts";
import { type OnCallRows, onCallFacts, selectOnCall } from "./rota-store.ts";

/** Who is on call now and in the next weeks, the rota in force, who stands in, and the admins to choose from. */
export async function readOnCall(scope: Scope) {
  const nowMs = scope.now();
  const { rows } = await authorizedBatch(scope, "read", (callerId) => [
    selectSettings(scope.db.query, callerId),
    ...selectOnCall(scope.db.query, callerId, nowMs),
  ]);
  const [settings, ...onCall] = rows;
  return { onCall: onCallView(onCall, scope, operationOf(settings, scope.settings), nowMs) };
}

/** @param rows of `selectOnCall` */
export function onCallView(
  rows: OnCallRows,
  { settings }: Pick<Scope, "settings">,
  { targetHours }: Pick<Operation, "targetHours">,
  nowMs: number,
) {
  const facts = onCallFacts(rows, settings.OPERATION_TIME_ZONE);
  const [members, overrides, people] = rows;
  const [rota] = members;
  const nameOf = (id: string | null) => people.find((person) => person.id === id)?.name ?? "";
  const lastMonday = mondayAt(nowMs, facts.timeZone) + 7 * INCIDENT.weeksAhead;
  const spans = onCallSpans(facts, nowMs, dayStartMs(lastMonday, facts.timeZone));
  return {
    repeatMinutes: settings.ON_CALL_REPEAT_MINUTES,
    /** For the sentences about queues. */
    targetHours,
    /** The first is on call now. Without `who` every admin is. */
    spans: spans.map(({ userId, overrideId, fromMs, toMs }) => ({
      from: isoTime(fromMs),
      to: isoTime(toMs),
      who: userId === null ? null : { _id: userId, name: nameOf(userId) },
      override: overrideId === null ? null : String(overrideId),
    })),
    rota: {
      /** Sent back with a change: a colleague may have changed it meanwhile. 0 before the first. */
      version: rota?.rotaId ?? 0,
      setBy: rota?.setByName ?? null,
      setAt: rota ? isoTime(rota.setAtMs) : null,
      /** In order, from the one whose week it is. */
      admins: orderAt(facts, nowMs).map((userId) => ({
        _id: userId,
        name: members.find((member) => member.userId === userId)?.name ?? "",
        isAdmin: facts.adminIds.has(userId),
      })),
    },
    overrides: overrides.map(({ id, userId, name, fromMs, toMs, setByName }) => ({
      _id: String(id),
      who: { _id: userId, name: name ?? "" },
      from: isoTime(fromMs),
      to: isoTime(toMs),
      setBy: setByName,
    })),
    admins: people.map(({ id, name, channels }) => ({
      _id: id,
      name: name ?? "",
      /** Besides mail. */
      channels: (channels?.split(",") ?? []).filter((channel) => channel === "push" || channel === "telegram"),
    })),
  };
}

function isoTime(atMs: number): string {
  return new Date(atMs).toISOString();
}
