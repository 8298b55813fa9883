import { DAY_MS } from "./contract/time.ts";
import type { Settings } from "./platform/env.ts";

export const SECURITY_TXT_PATH = "/.well-known/security.txt";

/**
 * How long a copy of the file may be believed. Each answer is made of the settings of its moment, so the time counts from the day of the
 * answer: the product never shows one that has expired, and a product that is gone leaves none that claims to be valid for long.
 */
const VALID_DAYS = 7;

/**
 * Whom to tell about a weakness, for programs and people. The page about it is always there; the operator's own address comes first where
 * there is one. Source: RFC 9116
 */
export function securityTxt(
  { APP_ORIGIN, SECURITY_CONTACT }: Pick<Settings, "APP_ORIGIN" | "SECURITY_CONTACT">,
  nowMs: number,
): string {
  const own = /^[^:]+@/.test(SECURITY_CONTACT) ? `mailto:${SECURITY_CONTACT}` : SECURITY_CONTACT;
  const page = `${APP_ORIGIN}/contact`;
  const expiresMs = (Math.floor(nowMs / DAY_MS) + VALID_DAYS) * DAY_MS;
  return [
    ...(own === "" ? [] : [`Contact: ${own}`]),
    `Contact: ${page}`,
    `Expires: ${new Date(expiresMs).toISOString()}`,
    "Preferred-Languages: en, km",
    `Canonical: ${APP_ORIGIN}${SECURITY_TXT_PATH}`,
    `Policy: ${page}`,
    "",
  ].join("\n");
}
