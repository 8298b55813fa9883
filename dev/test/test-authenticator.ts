import * as OTPAuth from "otpauth";
import { secondFactors } from "../../db/schema/index.ts";
import { newTotpSecret } from "../../worker/auth/totp.ts";
import { encryptTotpSecret } from "../../worker/auth/totp-secret.ts";
import { settingsSchema } from "../../worker/platform/env.ts";
import type { Stack } from "../stack.ts";
import { Client, type Reply } from "./test-client.ts";
import { databaseOf } from "./test-money.ts";
import type { Trader } from "./test-people.ts";

/** What tests of a second factor start from. */

const STEP_MS = 30_000;

/** The code that an authenticator with this key shows. @param stepsFromNow of 30 seconds, as a clock that goes wrong */
export function codeOf(secret: string, stepsFromNow = 0): string {
  return new OTPAuth.TOTP({ secret }).generate({ timestamp: Date.now() + stepsFromNow * STEP_MS });
}

/** Waits until this many seconds of the time step are left, for a test whose codes must not grow old on their way. */
export async function untilStepHasLeft(seconds: number): Promise<void> {
  while (STEP_MS - (Date.now() % STEP_MS) < seconds * 1000) await Bun.sleep(100);
}

/** Turns a trader's second factor on as people do. The code of the last step is used for it. */
export async function turnOnTotp(trader: Trader): Promise<{ secret: string; recoveryCodes: string[] }> {
  await untilStepHasLeft(10);
  const { secret } = (await trader.post("/api/auth/totp/enrol")).body;
  const reply = await trader.post("/api/auth/totp/confirm", { code: codeOf(secret, -1) });
  if (reply.status !== 200) throw new Error(`not turned on: ${JSON.stringify(reply.body)}`);
  return { secret, recoveryCodes: reply.body.recoveryCodes };
}

/** Gives a trader a second factor of which no code was used yet. @returns its key */
export async function giveTotp(stack: Stack, { userId }: Trader): Promise<string> {
  const { query, write } = databaseOf(stack);
  const secret = newTotpSecret();
  const totpSecret = await encryptTotpSecret(settingsSchema.parse(stack.settings).TOTP_ENCRYPTION_KEYS, userId, secret);
  await write([query.insert(secondFactors).values({ userId, totpSecret, createdAtMs: Date.now() })]);
  return secret;
}

/** Takes the first step of a log-in with a second factor. @param client keeps the cookie that says so */
export async function takeFirstStep(
  stack: Stack,
  { email, password }: { email: string; password: string },
  client = new Client(stack.origin),
): Promise<Client> {
  const reply = await client.post("/api/auth/login", { email, password });
  if (!reply.body.totpRequired) throw new Error(`no second step: ${JSON.stringify(reply.body)}`);
  return client;
}

export function takeSecondStep(client: Client, code: string): Promise<Reply> {
  return client.post("/api/auth/totp/verify", { code });
}
