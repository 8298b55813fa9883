import { z } from "zod";
import { readControl } from "./control.ts";

/** What `GET /outage` answers. `untilMs` is null for an outage that lasts until it is switched off. */
export type OutageState = { mode: string; untilMs: number | null };

/**
 * A failure that a person or a test switches on, for a while or until `off`.
 * Each stand-in names the modes that its service is known to fail in and what each does.
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

  /** Resolves at the next change of the mode: how long a call hangs. */
  get changed(): Promise<void> {
    return this.#release.promise;
  }

  /** The control, for the `routes` of a server: `POST /outage {mode, seconds?}` and `GET /outage`. */
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

  /** Back to working normally; for a failure that is over as soon as it has happened. */
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
      // A stand-in that is stopped must not be kept alive by an outage that has not ended.
      this.#timer.unref();
    }
    this.#release.resolve();
    this.#release = Promise.withResolvers<void>();
    this.#onChange(mode);
  }
}
