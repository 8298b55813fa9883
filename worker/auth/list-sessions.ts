import { saidIn } from "../contract/translated.ts";
import { deviceName } from "../platform/request/device-name.ts";
import type { Scope } from "../platform/scope.ts";
import { authorizedBatch } from "../platform/session.ts";
import { selectSessionsOf } from "../platform/session-store.ts";

/** A session as the API shows it. */
export type SessionView = {
  id: string;
  /** `Chrome on Windows`, in the language of the caller's account. */
  device: string;
  /** ISO 3166 code of the country where it started; null when unknown. */
  country: string | null;
  createdAt: string;
  /** The user's last action in it, precise to five minutes. */
  lastUsedAt: string;
  isCurrent: boolean;
};

/** The caller's sessions, the current one first. @throws AppError `not_signed_in` */
export async function listSessions(scope: Scope): Promise<SessionView[]> {
  const { query } = scope.db;
  const nowMs = scope.now();
  const { caller, rows } = await authorizedBatch(scope, "read", (callerId) => [
    selectSessionsOf(query, callerId, callerId, nowMs),
  ]);
  const views = rows[0].map((row) => ({
    id: row.id,
    device: saidIn(scope.language, deviceName(row.userAgent)),
    country: row.country,
    createdAt: new Date(row.createdAtMs).toISOString(),
    lastUsedAt: new Date(row.lastActionAtMs).toISOString(),
    isCurrent: row.id === caller.sessionId,
  }));
  return [...views.filter(({ isCurrent }) => isCurrent), ...views.filter(({ isCurrent }) => !isCurrent)];
}
