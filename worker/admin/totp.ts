import * as OTPAuth from "otpauth";

const STEP_MS = 30_000;

/** The time step that a code belongs to, one before or after now at most; null when it fits none. RFC 6238. */
export function totpStep(secret: string, code: string, nowMs: number): number | null {
  const totp = new OTPAuth.TOTP({ secret: OTPAuth.Secret.fromBase32(secret) });
  const delta = totp.validate({ token: code, window: 1, timestamp: nowMs });
  return delta === null ? null : Math.floor(nowMs / STEP_MS) + delta;
}
