import { AsyncLocalStorage } from "node:async_hooks";

/** Structured lines: objects only, no personal data, no secret. The platform indexes them. */

const current = new AsyncLocalStorage<{ requestId: string }>();

/** Runs a request or a cron job so that every line written on its behalf, however deep, carries its id. */
export function withRequestId<T>(requestId: string, work: () => T): T {
  return current.run({ requestId }, work);
}

type Facts = Record<string, string | number | boolean>;

export type RequestLine = {
  method: string;
  /** The route's pattern, never the address: addresses carry tokens. */
  route: string;
  status: number;
  ms: number;
  dbTrips: number;
  dbMs: number;
};

export function logRequest(line: RequestLine & Facts): void {
  logEvent("request", line);
}

/** Something happened that an operator may want to know of. */
export function logEvent(event: string, facts: Facts): void {
  console.info(JSON.stringify({ event, ...current.getStore(), ...facts }));
}

/** Something failed that we did not expect. SQL and parameters in a database error's message stay out of the log. */
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
