import { ApiError, requestIdOf } from "./api.ts";

type Words = { title: string; text: string };

/** The texts of a failed load: after a refusal by the server, and without a connection. */
export type FailureTexts = { refused: Words; unreachable: Words };

/** The message of a failed load, with the request id for support; null without an error. */
export function loadFailure(error: unknown, texts: FailureTexts): (Words & { requestId: string | null }) | null {
  if (error === null) return null;
  return { ...(error instanceof ApiError ? texts.refused : texts.unreachable), requestId: requestIdOf(error) };
}
