import { z } from "zod";
import { readControl } from "./control.ts";

/** The response of `GET /outage`. `untilMs` is null for an outage that lasts until it is switched off. */
export type OutageState = { mode: string; untilMs: number | null };

/**
 * A failure that a developer or a test switches on, for a time or until `off`. Each stand-in lists the modes in which
 * its service can fail and defines their effects.
 */
export class Outage<Mode extends string> {
  readonly #schema: z.ZodType<{ mode: Mode | "off"; seconds?: number | undefined }>;
  readonly #onChange: (mode: Mode | "off") => void;
  #mode: Mode | "off" = "off";
  #untilMs: number | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #release = Promise.withResolvers<void>();

  constructor(modes: readonly Mode[], onChange: (mode: Mode | "off") => void = () => {}) {
    this.#schema = z.strictObject({
      mode: z.enum<(Mode | "off")[]>([...modes, "off"]),
      seconds: z.number().positive().max(86_400).optional(),
    });
    this.#onChange = onChange;
  }

  get mode(): Mode | "off" {
    return this.#mode;
  }

  /** Resolves at the next change of the mode; a hanging call waits for it. */
  get changed(): Promise<void> {
    return this.#release.promise;
  }

  /** The control routes of a server: `POST /outage {mode, seconds?}` and `GET /outage`. */
  get route() {
    return {
      GET: () => this.#answer(),
      POST: async (request: Request) => {
        const { mode, seconds } = await readControl(request, this.#schema);
        this.#set(mode, seconds);
        return this.#answer();
      },
    };
  }

  /** Ends the outage; for a failure that is over as soon as it has happened. */
  end(): void {
    this.#set("off", undefined);
  }

  #answer(): Response {
    const state: OutageState = { mode: this.#mode, untilMs: this.#untilMs };
    return Response.json(state);
  }

  #set(mode: Mode | "off", seconds: number | undefined): void {
    clearTimeout(this.#timer);
    this.#mode = mode;
    this.#untilMs = null;
    if (mode !== "off" && seconds !== undefined) {
      this.#untilMs = Date.now() + seconds * 1_000;
      this.#timer = setTimeout(() => this.#set("off", undefined), seconds * 1_000);
      // An active outage must not keep a stopped stand-in's process alive.
      this.#timer.unref();
    }
    this.#release.resolve();
    this.#release = Promise.withResolvers<void>();
    this.#onChange(mode);
  }
}
