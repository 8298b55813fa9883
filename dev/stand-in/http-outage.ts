import { Outage } from "./outage.ts";

/** What a call gets instead of its answer: a response, nothing until the outage ends, or (null) its answer after all. */
type Failure = (() => Response | null) | "hold";

/** An outage of an HTTP service: every mode says what the service's calls get. */
export class HttpOutage<Mode extends string> extends Outage<Mode> {
  readonly #failures: Record<Mode, Failure>;

  constructor(failures: Record<Mode, Failure>) {
    // A record's keys are its modes; Object.keys forgets their type.
    super(Object.keys(failures) as Mode[]);
    this.#failures = failures;
  }

  /** @returns what to answer instead of serving the call, or null when it shall be served */
  async fail(): Promise<Response | null> {
    const { mode } = this;
    if (mode === "off") return null;
    const failure = this.#failures[mode];
    if (failure !== "hold") return failure();
    while (this.mode === mode) await this.changed;
    // Whoever asked has given up by now, or learns that this call was lost.
    return new Response(null, { status: 504 });
  }
}

/** What something between us and the service answers: a page, with status 200. */
export function answerWithPage(): Response {
  return new Response("<html><head><title>Please wait</title></head><body><h1>One moment</h1></body></html>", {
    headers: { "Content-Type": "text/html" },
  });
}
