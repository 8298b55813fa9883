import type { z } from "zod";

/** A control call that is refused; `answerControlError` sends its message with its status. */
export class ControlError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.name = "ControlError";
    this.status = status;
  }
}

/**
 * Reads the JSON body of a control call.
 *
 * @throws ControlError 422 that names the invalid field
 */
export async function readControl<T>(request: Request, schema: z.ZodType<T>): Promise<T> {
  const parsed = schema.safeParse(await request.json().catch(() => undefined));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new ControlError(422, `${issue?.path.join(".") || "body"}: ${issue?.message ?? "not valid"}`);
}

/** The `error` handler of a stand-in's server: the status and message of a {@link ControlError}, else 500. */
export function answerControlError(error: Error): Response {
  if (error instanceof ControlError) return Response.json({ message: error.message }, { status: error.status });
  console.error(error);
  return Response.json({ message: "The stand-in failed; its output says why" }, { status: 500 });
}

/** The response to an unknown path. */
export function notFound(): Response {
  return Response.json({ message: "Not found" }, { status: 404 });
}
