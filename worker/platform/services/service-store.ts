import { HOUR_MS } from "../../contract/time.ts";
import type { Service, ServiceCalls, ServiceRecord } from "./services.ts";

/** Stores the calls to services by minute, for an hour, and the last success and failure of each service. */
export class ServiceStore {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    sql.exec(`CREATE TABLE IF NOT EXISTS minutes (
      minute_ms INTEGER NOT NULL, service TEXT NOT NULL, calls INTEGER NOT NULL, failures INTEGER NOT NULL,
      PRIMARY KEY (minute_ms, service)) STRICT, WITHOUT ROWID`);
    sql.exec(`CREATE TABLE IF NOT EXISTS services (
      service TEXT PRIMARY KEY, last_success_ms INTEGER, last_failure_ms INTEGER) STRICT, WITHOUT ROWID`);
  }

  add({ service, minuteMs, calls, failures, lastSuccessMs, lastFailureMs }: ServiceCalls): void {
    this.#sql.exec(
      `INSERT INTO minutes VALUES (?, ?, ?, ?) ON CONFLICT (minute_ms, service)
       DO UPDATE SET calls = calls + excluded.calls, failures = failures + excluded.failures`,
      minuteMs,
      service,
      calls,
      failures,
    );
    // Isolates report in any order. The scalar max() with NULL is NULL, so an unknown time counts as 0 in it.
    this.#sql.exec(
      `INSERT INTO services VALUES (?, ?, ?) ON CONFLICT (service) DO UPDATE SET
       last_success_ms = NULLIF(max(coalesce(last_success_ms, 0), coalesce(excluded.last_success_ms, 0)), 0),
       last_failure_ms = NULLIF(max(coalesce(last_failure_ms, 0), coalesce(excluded.last_failure_ms, 0)), 0)`,
      service,
      lastSuccessMs,
      lastFailureMs,
    );
  }

  removeOld(nowMs: number): void {
    this.#sql.exec("DELETE FROM minutes WHERE minute_ms < ?", nowMs - 2 * HOUR_MS);
  }

  /** The records of all services that were ever called. */
  read(nowMs: number): ServiceRecord[] {
    type Row = {
      service: Service;
      calls: number;
      failures: number;
      last_success_ms: number | null;
      last_failure_ms: number | null;
    };
    const query = `SELECT services.service, coalesce(sum(calls), 0) AS calls, coalesce(sum(failures), 0) AS failures,
        last_success_ms, last_failure_ms
      FROM services LEFT JOIN minutes ON minutes.service = services.service AND minute_ms > ?
      GROUP BY services.service`;
    return this.#sql
      .exec<Row>(query, nowMs - HOUR_MS)
      .toArray()
      .map(({ service, calls, failures, last_success_ms, last_failure_ms }) => ({
        service,
        calls,
        failures,
        lastSuccessMs: last_success_ms,
        lastFailureMs: last_failure_ms,
      }));
  }
}
