import { AsyncLocalStorage } from "node:async_hooks";

/** Structured log lines: objects only, without personal data or secrets. The platform indexes them. */

const current = new AsyncLocalStorage<{ requestId: string }>();

/** Runs a request or a cron job with its id; every line logged during it carries that id. */
export function withRequestId<T>(requestId: string, work: () => T): T {
  return current.run({ requestId }, work);
}

type Facts = Record<string, string | number | boolean>;

/** The log line of a request. */
export type RequestLine = {
  method: string;
  /** The route's pattern, never the URL: URLs carry tokens. */
  route: string;
  status: number;
  ms: number;
  dbTrips: number;
  dbMs: number;
};

/** Logs one line about a finished request. */
export function logRequest(line: RequestLine & { requestId: string } & Facts): void {
  console.info(JSON.stringify({ event: "request", ...line }));
}

/** Logs an event that an operator may want to know about. */
export function logEvent(event: string, facts: Facts): void {
  console.info(JSON.stringify({ event, ...current.getStore(), ...facts }));
}

/** Logs an unexpected error. The SQL and parameters in a database error's message are left out of the log. */
export function logFault(error: unknown): void {
  const { name, stack } = error instanceof Error ? error : new Error(String(error));
  const frames = stack
    ?.split("\n")
    .filter((line) => line.trimStart().startsWith("at "))
    .slice(0, 6)
    .join(" | ");
  const facts = { name, message: safeMessage(error), frames: frames ?? "" };
  console.error(JSON.stringify({ event: "fault", ...current.getStore(), ...facts }));
}

function safeMessage(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : "";
  return `${message.split("\nparams:")[0]}${cause}`.slice(0, 500);
}
