import { AppError } from "../../contract/errors.ts";
import { ERROR_TEXT } from "../api-text.ts";

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Refuses state changes that another site's page sends. A browser always declares the source of such a request by
 * Sec-Fetch-Site or Origin; a request with neither does not come from a browser, so it carries no victim's cookie.
 * @throws AppError `cross_origin`
 */
export function refuseCrossOrigin(method: string, headers: Headers, appOrigin: string): void {
  if (SAFE_METHODS.has(method) || isSameOrigin(headers, appOrigin)) return;
  throw new AppError("cross_origin", ERROR_TEXT.cross_origin);
}

/** Returns true for a request of our own pages, and for one that does not come from a browser. */
export function isSameOrigin(headers: Headers, appOrigin: string): boolean {
  const site = headers.get("Sec-Fetch-Site");
  if (site !== null) return site === "same-origin" || site === "none";
  const origin = headers.get("Origin");
  return origin === null || origin === appOrigin;
}
