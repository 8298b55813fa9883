import { HttpOutage } from "./http-outage.ts";

/** How often a place was called, by the status that was answered. `hung` are calls that got no answer. */
export type Calls = Record<string, number>;

type Failures = ConstructorParameters<typeof HttpOutage<string>>[0];

/** Outages of a whole service, and besides of single ones of its targets: subscriptions, chats. A target's own comes first. */
export class CalledOutages<Mode extends string> {
  readonly #failures: Record<Mode, Failures[string]>;
  readonly #byTarget = new Map<string, HttpOutage<Mode>>();
  readonly service: HttpOutage<Mode>;

  constructor(failures: Record<Mode, Failures[string]>) {
    this.#failures = failures;
    this.service = new HttpOutage<Mode>(failures);
  }

  /** The outage of one target. */
  of(target: string): HttpOutage<Mode> {
    return this.#byTarget.getOrInsertComputed(target, () => new HttpOutage<Mode>(this.#failures));
  }

  /** The outage that a call to a target has now; null without one. */
  now(target: string | null): HttpOutage<Mode> | null {
    const all = [...(target === null ? [] : [this.of(target)]), this.service];
    return all.find(({ mode }) => mode !== "off") ?? null;
  }
}

/** Where the outage `redirect` leads: a caller that follows it is counted. */
export class RedirectTarget {
  #followed = 0;

  /** `GET` says how often it was followed. */
  get route() {
    return {
      GET: () => Response.json({ followed: this.#followed }),
      POST: () => this.#follow(),
    };
  }

  #follow(): Response {
    this.#followed += 1;
    return Response.json({ ok: true, result: {} }, { status: 201 });
  }
}
