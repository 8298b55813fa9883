import { z } from "zod";

const outageSchema = z.union([
  z.object({ mode: z.literal("off") }),
  z.object({ mode: z.enum(["refuse", "hang"]), seconds: z.number().positive().max(3600) }),
]);

type Mode = z.infer<typeof outageSchema>["mode"];

/**
 * A database failure for tests. `refuse` answers every request with 503. `hang` holds requests and answers them with
 * 503 when the outage ends. A request that arrives during an outage never runs.
 */
export class Outage {
  #mode: Mode = "off";
  #timer: Timer | undefined;
  #over = Promise.withResolvers<void>();

  /** Starts or ends an outage. @throws z.ZodError when `command` is not `{ mode, seconds }` */
  set(command: unknown): void {
    const outage = outageSchema.parse(command);
    this.end();
    if (outage.mode === "off") return;
    this.#mode = outage.mode;
    this.#timer = setTimeout(() => this.end(), outage.seconds * 1000);
  }

  /** Ends the outage and answers the requests that it holds. */
  end(): void {
    clearTimeout(this.#timer);
    this.#mode = "off";
    this.#over.resolve();
    this.#over = Promise.withResolvers<void>();
  }

  /** The response that replaces the real one, or null when there is no outage. */
  async answer(): Promise<Response | null> {
    if (this.#mode === "off") return null;
    if (this.#mode === "hang") await this.#over.promise;
    return Response.json({ error: "The database is down for a while" }, { status: 503 });
  }
}
