import * as OTPAuth from "otpauth";
import { SECOND_FACTOR } from "../contract/limits.ts";

/** Time-based one-time codes (RFC 6238) in the form that every authenticator app supports: six digits, 30 seconds. */

/** How long a code is shown. */
export const TOTP_STEP_MS = 30_000;
/** Codes of so many steps before and after the present one are accepted. */
export const TOTP_STEPS_AROUND = 1;
/** 160 bits, the recommended length. Source: RFC 4226, section 4, rule 6. */
const SECRET_BYTES = 20;

/** The last accepted step where none was. */
export const NO_STEP = -1;

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
  return stepWithin(TOTP_STEPS_AROUND, secret, code, nowMs);
}

/**
 * The kind of a typed code. `used`: of the last accepted step, or of an acceptable one before it. `clock`: right at another time
 * of the minutes around now.
 */
export type TotpReading = { is: "right" | "clock"; step: number } | { is: "used" | "wrong" };

/**
 * Reads a typed code.
 * @param lastStep the last step of which a code was accepted, or {@link NO_STEP}
 */
export function readTotp(secret: string, code: string, nowMs: number, lastStep: number): TotpReading {
  const step = totpStep(secret, code, nowMs);
  if (step !== null) return step > lastStep ? { is: "right", step } : { is: "used" };
  const otherStep = stepWithin(SECOND_FACTOR.clockStepsMax, secret, code, nowMs);
  if (otherStep === null) return { is: "wrong" };
  return otherStep === lastStep ? { is: "used" } : { is: "clock", step: otherStep };
}

function stepWithin(window: number, secret: string, code: string, nowMs: number): number | null {
  const totp = new OTPAuth.TOTP({ secret: OTPAuth.Secret.fromBase32(secret) });
  const delta = totp.validate({ token: code, window, timestamp: nowMs });
  return delta === null ? null : Math.floor(nowMs / TOTP_STEP_MS) + delta;
}
