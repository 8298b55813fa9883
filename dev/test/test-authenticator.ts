import * as OTPAuth from "otpauth";
import { secondFactors } from "../../db/schema/index.ts";
import { newTotpSecret } from "../../worker/auth/totp.ts";
import { encryptTotpSecret } from "../../worker/auth/totp-secret.ts";
import { settingsSchema } from "../../worker/platform/env.ts";
import type { Stack } from "../stack.ts";
import { Client, type Reply } from "./test-client.ts";
import { databaseOf } from "./test-money.ts";
import type { Trader } from "./test-people.ts";

/** Set-up for tests of the second factor. */

const STEP_MS = 30_000;

/** The authenticator's code for a key. @param stepsFromNow offset in steps of 30 s, as of a wrong clock */
export function codeOf(secret: string, stepsFromNow = 0): string {
  return new OTPAuth.TOTP({ secret }).generate({ timestamp: Date.now() + stepsFromNow * STEP_MS });
}

/** Waits until at least this many seconds of the time step remain, so that a code does not expire during a test. */
export async function untilStepHasLeft(seconds: number): Promise<void> {
  while (STEP_MS - (Date.now() % STEP_MS) < seconds * 1000) await Bun.sleep(100);
}

/** Turns on a trader's second factor through the API. It uses up the code of the previous step. */
export async function turnOnTotp(
  trader: Trader,
): Promise<{ secret: string; usedCode: string; recoveryCodes: string[] }> {
  await untilStepHasLeft(10);
  const { secret } = (await trader.post("/api/auth/totp/enrol")).body;
  const usedCode = codeOf(secret, -1);
  const reply = await trader.post("/api/auth/totp/confirm", { code: usedCode });
  if (reply.status !== 200) throw new Error(`not turned on: ${JSON.stringify(reply.body)}`);
  return { secret, usedCode, recoveryCodes: reply.body.recoveryCodes };
}

/** Stores a second factor for a trader, with all codes unused. @returns its key */
export async function giveTotp(stack: Stack, { userId }: Trader): Promise<string> {
  const { query, write } = databaseOf(stack);
  const secret = newTotpSecret();
  const totpSecret = await encryptTotpSecret(settingsSchema.parse(stack.settings).TOTP_ENCRYPTION_KEYS, userId, secret);
  await write([query.insert(secondFactors).values({ userId, totpSecret, createdAtMs: Date.now() })]);
  return secret;
}

/** Takes the first step of a log-in with a second factor. @param client stores the cookie for the second step */
export async function takeFirstStep(
  stack: Stack,
  { email, password }: { email: string; password: string },
  client = new Client(stack.origin),
): Promise<Client> {
  const reply = await client.post("/api/auth/login", { email, password });
  if (!reply.body.totpRequired) throw new Error(`no second step: ${JSON.stringify(reply.body)}`);
  return client;
}

/** Takes the second step of a log-in. */
export function takeSecondStep(client: Client, code: string): Promise<Reply> {
  return client.post("/api/auth/totp/verify", { code });
}
