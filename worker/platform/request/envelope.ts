import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import { AppError, ERROR_STATUS, type ErrorBody } from "../../contract/errors.ts";
import { LANGUAGE_DEFAULT } from "../../contract/languages.ts";
import { saidIn } from "../../contract/translated.ts";
import { ERROR_TEXT, INPUT_TEXT } from "../api-text.ts";
import { refusalFromDatabase } from "../database-refusal.ts";
import { logFault } from "../log.ts";
import type { AppEnv } from "../scope.ts";

/**
 * The only place where an error becomes a response. Errors that are not an `AppError` are logged and answered with a
 * fixed sentence. The message is in the language of the caller's account, for a caller who is not known in the browser's;
 * never in that of an account that a request only names, which would show that it exists.
 */
export function answerError(error: Error, c: Context<AppEnv>): Response {
  const scope = c.get("scope");
  const requestId = scope?.requestId ?? crypto.randomUUID();
  // Without a scope nothing sets it later: the settings are not complete.
  if (!scope) c.header("X-Request-Id", requestId);
  const refusal = toAppError(error);
  if (refusal.code === "internal" || refusal.code === "service_down") logFault(error);
  if (refusal.retryAfterS !== undefined) c.header("Retry-After", String(refusal.retryAfterS));
  scope?.note({ code: refusal.code });
  const message = saidIn(scope?.language ?? LANGUAGE_DEFAULT, refusal.said);
  return c.json(errorBody(refusal, message, requestId), ERROR_STATUS[refusal.code]);
}

function toAppError(error: Error): AppError {
  if (error instanceof AppError) return error;
  // Hono throws this for a body that is not JSON.
  if (error instanceof HTTPException && error.status === 400) {
    return new AppError("invalid_input", INPUT_TEXT.notJson, { field: "body" });
  }
  return refusalFromDatabase(error) ?? new AppError("internal", ERROR_TEXT.internal);
}

function errorBody({ code, detail }: AppError, message: string, requestId: string): ErrorBody {
  return { success: false, message, code, requestId, ...detail };
}
