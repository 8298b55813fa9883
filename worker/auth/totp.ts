import * as OTPAuth from "otpauth";

/** Time-based one-time codes (RFC 6238), in the one form that every authenticator app takes: six digits, 30 seconds. */

const STEP_MS = 30_000;
/** RFC 4226, section 4, rule 6: 160 bits. */
const SECRET_BYTES = 20;

/** A new key, in base 32. */
export function newTotpSecret(): string {
  return new OTPAuth.Secret({ size: SECRET_BYTES }).base32;
}

/** What an authenticator app is told, by a QR code. @param label whose account it is, as the app shows it */
export function otpauthUrl(secret: string, label: string): string {
  return new OTPAuth.TOTP({ issuer: "Tonle", label, secret: OTPAuth.Secret.fromBase32(secret) }).toString();
}

/** The time step that a code belongs to, one before or after now at most; null when it fits none. */
export function totpStep(secret: string, code: string, nowMs: number): number | null {
  const totp = new OTPAuth.TOTP({ secret: OTPAuth.Secret.fromBase32(secret) });
  const delta = totp.validate({ token: code, window: 1, timestamp: nowMs });
  return delta === null ? null : Math.floor(nowMs / STEP_MS) + delta;
}
