import { z } from "zod";
import type { Settings } from "../env.ts";
import type { Payment } from "./deposit-rules.ts";

/**
 * The payment network's Open API. Source: NBC, Bakong Open API Document 1.0.2.
 *
 * Its word is the only thing that makes a deposit paid, so an answer counts only when it is whole: everything else is
 * `unknown`, which neither pays nor fails a deposit.
 */

export type PaymentAnswer =
  | { kind: "paid"; payment: Payment }
  | { kind: "unpaid" }
  | { kind: "failed" }
  /** Nobody answered, or not in the form agreed on. @see reason for the log; never for the user */
  | { kind: "unknown"; reason: string };

const TIMEOUT_MS = 8_000;
/** Somebody is waiting for the code, which works without the link. */
const DEEPLINK_TIMEOUT_MS = 2_500;
const BODY_BYTES_MAX = 64 * 1024;
const NOT_FOUND = 1;
const FAILED = 3;

const paidReply = z.object({
  responseCode: z.literal(0),
  data: z.object({
    hash: z.string().min(8).max(128),
    toAccountId: z.string().min(1),
    currency: z.string().min(1),
    amount: z.number(),
    createdDateMs: z.number().int().positive().nullish(),
  }),
});
const refusalReply = z.object({ responseCode: z.literal(1), errorCode: z.number().int() });
const deeplinkReply = z.object({ responseCode: z.literal(0), data: z.object({ shortLink: z.url() }) });

/** Asks whether the code with this MD5 was paid. Never throws. */
export async function askBakong(settings: Settings, md5Hash: string): Promise<PaymentAnswer> {
  const reply = await post(settings, "/v1/check_transaction_by_md5", { md5: md5Hash }, TIMEOUT_MS);
  if (reply.status !== 200) return { kind: "unknown", reason: reply.reason };

  const paid = paidReply.safeParse(reply.body);
  if (paid.success) {
    const { hash, toAccountId, currency, amount, createdDateMs } = paid.data.data;
    return {
      kind: "paid",
      payment: { settlementHash: hash, toAccountId, currency, amount, atMs: createdDateMs ?? null },
    };
  }
  const refusal = refusalReply.safeParse(reply.body);
  if (refusal.success && refusal.data.errorCode === NOT_FOUND) return { kind: "unpaid" };
  if (refusal.success && refusal.data.errorCode === FAILED) return { kind: "failed" };
  return { kind: "unknown", reason: refusal.success ? `error code ${refusal.data.errorCode}` : "odd reply" };
}

/**
 * Asks for a link that opens the code in a banking app. Never throws.
 * @returns the link, or null when there is none, and whether the network answered at all
 */
export async function askDeeplink(
  settings: Settings,
  qrString: string,
): Promise<{ deeplink: string | null; isAnswer: boolean }> {
  const reply = await post(settings, "/v1/generate_deeplink_by_qr", { qr: qrString }, DEEPLINK_TIMEOUT_MS);
  const parsed = deeplinkReply.safeParse(reply.body);
  return { deeplink: parsed.success ? parsed.data.data.shortLink : null, isAnswer: reply.status === 200 };
}

type Reply = { status: number; body: unknown; reason: string };

async function post(settings: Settings, path: string, body: object, timeoutMs: number): Promise<Reply> {
  try {
    const reply = await fetch(new URL(path, settings.BAKONG_API_URL), {
      method: "POST",
      headers: { Authorization: `Bearer ${settings.BAKONG_TOKEN}`, "Content-Type": "application/json" },
      body: JSON.stringify(body),
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await readAtMost(reply, BODY_BYTES_MAX);
    return { status: reply.status, body: text === null ? null : JSON.parse(text), reason: `status ${reply.status}` };
  } catch (error) {
    return { status: 0, body: null, reason: error instanceof Error ? error.name : "error" };
  }
}

async function readAtMost(reply: Response, bytesMax: number): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of reply.body ?? []) {
    size += chunk.byteLength;
    if (size > bytesMax) return null;
    chunks.push(chunk);
  }
  return new TextDecoder().decode(await new Blob(chunks).arrayBuffer());
}
