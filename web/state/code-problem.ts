import type { ErrorCode } from "../../worker/contract/errors.ts";
import { formatText } from "../ui/format-text.ts";
import { ApiError } from "./api.ts";
import { codeRefusalText } from "./code-refusal-text.ts";
import { type Problem, problemOf } from "./use-submit.ts";

/** As {@link problemOf}, for a form with a code: beside the API's message it says what else is known of a refused code. */
export function codeProblemOf(error: unknown, fallback: string): Problem {
  const problem = problemOf(error, fallback);
  const hint = error instanceof ApiError ? hintOf(error) : null;
  return hint === null ? problem : { ...problem, message: `${problem.message}${formatText.fullStop} ${hint}` };
}

function hintOf({ triesLeft, reason }: ApiError): string | null {
  if (reason === "used") return codeRefusalText.used;
  if (reason === "clock") return codeRefusalText.clock;
  return triesLeft === undefined ? null : codeRefusalText.triesLeft(triesLeft);
}

/** Whether the API has refused a code, so that another is needed. After other failures the same one can be sent again. */
export function isCodeRefused(error: unknown): boolean {
  return error instanceof ApiError && CODE_REFUSALS.has(error.code);
}

const CODE_REFUSALS: ReadonlySet<ErrorCode> = new Set(["invalid_code", "invalid_credentials", "too_many_requests"]);
