import { useEffect } from "react";
import { ApiError } from "../state/api.ts";
import { invalidate } from "../state/query.ts";
import { FIGURES } from "../state/session.ts";

/** Whether the account has been deleted or never was, as the answer about it says; then the choice of accounts is read again. */
export function useIsGone(error: unknown): boolean {
  const isGone = error instanceof ApiError && error.code === "not_found";
  useEffect(() => {
    if (isGone) void invalidate(FIGURES.key);
  }, [isGone]);
  return isGone;
}
