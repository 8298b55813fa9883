import { z } from "zod";

const outageSchema = z.union([
  z.object({ mode: z.literal("off") }),
  z.object({ mode: z.enum(["refuse", "hang"]), seconds: z.number().positive().max(3600) }),
]);

type Mode = z.infer<typeof outageSchema>["mode"];

/**
 * A failure of the database on demand, for tests: `refuse` answers every request with 503, `hang` leaves it without an
 * answer and drops it with 503 when the outage ends. Nothing that arrives during an outage is run.
 */
export class Outage {
  #mode: Mode = "off";
  #timer: Timer | undefined;
  #over = Promise.withResolvers<void>();

  /** @throws z.ZodError when `command` is not `{ mode, seconds }` */
  set(command: unknown): void {
    const outage = outageSchema.parse(command);
    this.end();
    if (outage.mode === "off") return;
    this.#mode = outage.mode;
    this.#timer = setTimeout(() => this.end(), outage.seconds * 1000);
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#mode = "off";
    this.#over.resolve();
    this.#over = Promise.withResolvers<void>();
  }

  /** The answer that takes the place of the real one, or null when there is no outage. */
  async answer(): Promise<Response | null> {
    if (this.#mode === "off") return null;
    if (this.#mode === "hang") await this.#over.promise;
    return Response.json({ error: "The database is down for a while" }, { status: 503 });
  }
}
