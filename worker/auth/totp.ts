import * as OTPAuth from "otpauth";

/** Time-based one-time codes (RFC 6238) in the form that every authenticator app supports: six digits, 30 seconds. */

const STEP_MS = 30_000;
/** 160 bits, the recommended length. Source: RFC 4226, section 4, rule 6. */
const SECRET_BYTES = 20;

/** A new secret, in base 32. */
export function newTotpSecret(): string {
  return new OTPAuth.Secret({ size: SECRET_BYTES }).base32;
}

/** The URL for an authenticator app, shown as a QR code. @param label the account name that the app displays */
export function otpauthUrl(secret: string, label: string): string {
  return new OTPAuth.TOTP({ issuer: "Tonle", label, secret: OTPAuth.Secret.fromBase32(secret) }).toString();
}

/** The time step of a code, at most one before or after now; null when the code is wrong. */
export function totpStep(secret: string, code: string, nowMs: number): number | null {
  const totp = new OTPAuth.TOTP({ secret: OTPAuth.Secret.fromBase32(secret) });
  const delta = totp.validate({ token: code, window: 1, timestamp: nowMs });
  return delta === null ? null : Math.floor(nowMs / STEP_MS) + delta;
}
