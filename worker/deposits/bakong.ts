import * as z from "zod";
import { DISGUISING } from "../contract/displayable.ts";
import { noteCall } from "../platform/services/service-calls.ts";
import type { Payment } from "./deposit-rules.ts";

/**
 * Client of the payment network's Open API. Source: NBC, Bakong Open API Document 1.0.2.
 *
 * Only a response of the network makes a deposit paid, so a response counts only when it is valid as a whole.
 * Everything else is `unknown`, which neither credits nor fails a deposit.
 */

/** The network's answer about a payment. */
export type PaymentAnswer =
  | { kind: "paid"; payment: Payment }
  | { kind: "unpaid" }
  | { kind: "failed" }
  /** No answer, or an invalid one. @see reason for the log; never shown to the user */
  | { kind: "unknown"; reason: string; isTokenRefused: boolean };

const TIMEOUT_MS = 8_000;
/** Short, because the trader is waiting for the code, which also works without the link. */
const DEEPLINK_TIMEOUT_MS = 2_500;
const BODY_BYTES_MAX = 64 * 1024;
const NOT_FOUND = 1;
const FAILED = 3;
const UNAUTHORIZED = 6;

const paidReply = z.object({
  responseCode: z.literal(0),
  data: z.object({
    // Upper and lower case hex digits mean the same payment.
    hash: z.string().min(8).max(128).toLowerCase(),
    // Only shown to admins: an invalid one is left out, and the payment still counts.
    fromAccountId: z
      .string()
      .trim()
      .min(1)
      .max(128)
      .refine((account) => !DISGUISING.test(account))
      .nullish()
      .catch(null),
    toAccountId: z.string().min(1),
    currency: z.string().min(1),
    amount: z.number(),
    createdDateMs: z.number().int().positive().nullish(),
  }),
});
const refusalReply = z.object({ responseCode: z.literal(1), errorCode: z.number().int() });
const deeplinkReply = z.object({ responseCode: z.literal(0), data: z.object({ shortLink: z.url() }) });
/** The token is sent in a header: visible ASCII only. */
const tokenReply = z.object({
  responseCode: z.literal(0),
  data: z.object({ token: z.string().regex(/^[\x21-\x7e]{8,4096}$/) }),
});

/** The URL of the network and the token for it. */
export type BakongAccess = { url: string; token: string };

/** Queries whether the code with this MD5 was paid. Never throws. */
export async function askBakong(access: BakongAccess, md5Hash: string): Promise<PaymentAnswer> {
  const reply = await post(access, "/v1/check_transaction_by_md5", { md5: md5Hash }, TIMEOUT_MS);
  const isTokenRefused = reply.status === 401;
  if (reply.status !== 200) return { kind: "unknown", reason: reply.reason, isTokenRefused };

  const paid = paidReply.safeParse(reply.body);
  if (paid.success) {
    const { hash, fromAccountId, createdDateMs, ...payment } = paid.data.data;
    return {
      kind: "paid",
      payment: {
        ...payment,
        settlementHash: hash,
        fromAccountId: fromAccountId ?? null,
        atMs: createdDateMs ?? null,
      },
    };
  }
  const refusal = refusalReply.safeParse(reply.body);
  if (refusal.success && refusal.data.errorCode === NOT_FOUND) return { kind: "unpaid" };
  if (refusal.success && refusal.data.errorCode === FAILED) return { kind: "failed" };
  return {
    kind: "unknown",
    reason: refusal.success ? `error code ${refusal.data.errorCode}` : "odd reply",
    isTokenRefused: refusal.success && refusal.data.errorCode === UNAUTHORIZED,
  };
}

/**
 * Requests a link that opens the code in a banking app. Never throws.
 * @returns the link, or null when there is none that a page may show, and whether the network answered at all
 */
export async function askDeeplink(
  access: BakongAccess,
  qrString: string,
): Promise<{ deeplink: string | null; isAnswer: boolean }> {
  const reply = await post(access, "/v1/generate_deeplink_by_qr", { qr: qrString }, DEEPLINK_TIMEOUT_MS);
  const parsed = deeplinkReply.safeParse(reply.body);
  const link = parsed.success ? parsed.data.data.shortLink : null;
  return { deeplink: link !== null && isShownLink(link, access.url) ? link : null, isAnswer: reply.status === 200 };
}

/** A link of a page: encrypted, or as the network itself is reached; no script and no other program's address. */
function isShownLink(link: string, networkUrl: string): boolean {
  return ["https:", new URL(networkUrl).protocol].includes(new URL(link).protocol);
}

/** Requests a new token. The network needs only the e-mail address that the first token was issued to. Never throws. */
export async function askNewToken(url: string, email: string): Promise<{ token: string } | { reason: string }> {
  const reply = await post({ url, token: null }, "/v1/renew_token", { email }, TIMEOUT_MS);
  const parsed = tokenReply.safeParse(reply.body);
  if (reply.status === 200 && parsed.success) return { token: parsed.data.data.token };
  const refusal = refusalReply.safeParse(reply.body);
  return { reason: refusal.success ? `error code ${refusal.data.errorCode}` : reply.reason };
}

type Reply = { status: number; body: unknown; reason: string };

async function post(
  access: { url: string; token: string | null },
  path: string,
  body: object,
  timeoutMs: number,
): Promise<Reply> {
  const reply = await send(access, path, body, timeoutMs);
  noteCall("bakong", { isAnswer: reply.status === 200 && reply.body !== null });
  return reply;
}

async function send(
  { url, token }: { url: string; token: string | null },
  path: string,
  body: object,
  timeoutMs: number,
): Promise<Reply> {
  try {
    const reply = await fetch(new URL(path, url), {
      method: "POST",
      headers: { "Content-Type": "application/json", ...(token && { Authorization: `Bearer ${token}` }) },
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
