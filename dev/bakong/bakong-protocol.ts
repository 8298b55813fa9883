import { z } from "zod";
import { answerWithPage } from "../stand-in/http-outage.ts";

/**
 * The envelope and the codes of the Bakong Open API.
 * Source: NBC, Bakong Open API Document 1.0.2; the texts are those of its samples.
 */

type Envelope = { responseCode: 0 | 1; responseMessage: string; errorCode: number | null; data: unknown };

function envelope(status: number, body: Envelope): Response {
  return Response.json(body, { status });
}

export function succeed(responseMessage: string, data: unknown): Response {
  return envelope(200, { responseCode: 0, responseMessage, errorCode: null, data });
}

const REFUSALS = {
  transaction_not_found: [200, 1, "Transaction could not be found. Please check and try again."],
  static_qr: [200, 2, "Sorry, the system does not support static QR code."],
  transaction_failed: [200, 3, "Transaction failed."],
  deeplink_failed: [200, 4, "Error occurred on requesting deeplink from provider."],
  missing_fields: [400, 5, "Missing required fields."],
  unauthorized: [401, 6, "Unauthorized, not yet requested for token or code invalid"],
  cannot_connect: [500, 9, "Cannot connect to server. Please try again later."],
  not_registered: [200, 10, "Not registered yet."],
  account_not_found: [200, 11, "Account ID not found."],
  account_invalid: [200, 12, "Account ID is invalid."],
  too_many_requests: [429, null, "Too many requests."],
} as const satisfies Record<string, readonly [status: number, errorCode: number | null, message: string]>;

/** A refusal in the service's envelope. Not found and failed are answers, not errors: their status is 200. */
export function refuse(name: keyof typeof REFUSALS): Response {
  const [status, errorCode, responseMessage] = REFUSALS[name];
  return envelope(status, { responseCode: 1, responseMessage, errorCode, data: null });
}

/** What the service's front answers to addresses outside Cambodia: a page, no envelope. */
export function refuseAtTheFront(): Response {
  const page =
    "<html>\r\n<head><title>403 Forbidden</title></head>\r\n<body>\r\n<center><h1>403 Forbidden</h1></center>\r\n";
  return new Response(`${page}<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n`, {
    status: 403,
    headers: { "Content-Type": "text/html" },
  });
}

/** An answer whose end was lost on the way: it would say paid. */
function cutShort(): Response {
  return new Response('{"responseCode":0,"responseMessage":"Getting transaction successfully.","data":{"hash":"8a0c', {
    headers: { "Content-Type": "application/json" },
  });
}

/** To where a caller that follows would get the answer of another service. */
function redirectElsewhere(): Response {
  return new Response(null, { status: 307, headers: { Location: "/payments" } });
}

/**
 * How the service fails, for `POST /outage`: besides the ways of every HTTP service, with a token that ran out, and
 * with the list call, which is said to be refused in production while the others work. With `old-token` only tokens
 * that were renewed are taken; with `no-renewal` none is renewed; all else goes on.
 */
export const FAILURES = {
  refuse: () => refuse("cannot_connect"),
  hang: "hold",
  html: answerWithPage,
  "401": () => refuse("unauthorized"),
  "403": refuseAtTheFront,
  "429": () => refuse("too_many_requests"),
  cut: cutShort,
  redirect: redirectElsewhere,
  "list-403": () => null,
  "old-token": () => null,
  "no-renewal": () => null,
} as const;

export const md5Body = z.object({ md5: z.string().min(1) });
export const md5ListBody = z.array(z.string().min(1)).min(1).max(50);
export const renewTokenBody = z.object({ email: z.string().min(1).max(30) });
export const accountBody = z.object({ accountId: z.string().min(1) });
export const deeplinkBody = z.object({
  qr: z.string().min(1),
  /** All three or none. */
  sourceInfo: z
    .object({
      appIconUrl: z.string().min(1),
      appName: z.string().min(1),
      appDeepLinkCallback: z.string().min(1),
    })
    .optional(),
});

/** `name@bank`, at most 32 characters. */
export const ACCOUNT_ID = /^(?=.{3,32}$)[^\s@]+@[^\s@]+$/;

/** What a paid transaction says of itself; the newer fields are null, as they mostly are in production. */
export type Transaction = z.infer<typeof transaction>;
export const transaction = z.object({
  hash: z.string(),
  fromAccountId: z.string(),
  toAccountId: z.string(),
  currency: z.enum(["USD", "KHR"]),
  /** In units of the currency: dollars or riel. */
  amount: z.number(),
  description: z.string(),
  createdDateMs: z.number(),
  acknowledgedDateMs: z.number(),
  trackingStatus: z.null(),
  receiverBank: z.null(),
  receiverBankAccount: z.null(),
  instructionRef: z.null(),
  externalRef: z.null(),
});
