import { Outage } from "./outage.ts";

/** The effect on a call: a response, `hold` until the outage ends, or null to serve the call normally. */
type Failure = (() => Response | null) | "hold";

/** An outage of an HTTP service: each mode defines what calls get. */
export class HttpOutage<Mode extends string> extends Outage<Mode> {
  readonly #failures: Record<Mode, Failure>;

  constructor(failures: Record<Mode, Failure>) {
    // The keys of the record are its modes; Object.keys loses their type.
    super(Object.keys(failures) as Mode[]);
    this.#failures = failures;
  }

  /** @returns the response that replaces the real one, or null when the call must be served */
  async fail(): Promise<Response | null> {
    const { mode } = this;
    if (mode === "off") return null;
    const failure = this.#failures[mode];
    if (failure !== "hold") return failure();
    while (this.mode === mode) await this.changed;
    // The caller has timed out by now, or learns that this call failed.
    return new Response(null, { status: 504 });
  }
}

/** The response of an intermediary in front of the service: an HTML page with status 200. */
export function answerWithPage(): Response {
  return new Response("<html><head><title>Please wait</title></head><body><h1>One moment</h1></body></html>", {
    headers: { "Content-Type": "text/html" },
  });
}
