/** Structured lines: objects only, no personal data, no secret. The platform indexes them. */

export type RequestLine = {
  requestId: string;
  method: string;
  /** The route's pattern, never the address: addresses carry tokens. */
  route: string;
  status: number;
  ms: number;
  dbTrips: number;
  dbMs: number;
};

export function logRequest(line: RequestLine & Record<string, string | number | boolean>): void {
  console.info(JSON.stringify({ event: "request", ...line }));
}

/** Something happened that an operator may want to know of. */
export function logEvent(event: string, facts: Record<string, string | number | boolean>): void {
  console.info(JSON.stringify({ event, ...facts }));
}

/** Something failed that we did not expect. SQL and parameters in a database error's message stay out of the log. */
export function logFault(requestId: string, error: unknown): void {
  const { name, stack } = error instanceof Error ? error : new Error(String(error));
  const frames = stack
    ?.split("\n")
    .filter((line) => line.trimStart().startsWith("at "))
    .slice(0, 6)
    .join(" | ");
  console.error(JSON.stringify({ event: "fault", requestId, name, message: safeMessage(error), frames: frames ?? "" }));
}

function safeMessage(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : "";
  return `${message.split("\nparams:")[0]}${cause}`.slice(0, 500);
}
