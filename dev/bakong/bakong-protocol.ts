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

/** A successful response in the service's envelope. */
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

/** A refusal in the service's envelope. "Not found" and "failed" are results, not errors: their status is 200. */
export function refuse(name: keyof typeof REFUSALS): Response {
  const [status, errorCode, responseMessage] = REFUSALS[name];
  return envelope(status, { responseCode: 1, responseMessage, errorCode, data: null });
}

/** The response of the service's gateway to addresses outside Cambodia: an HTML page without an envelope. */
export function refuseAtTheFront(): Response {
  const page =
    "<html>\r\n<head><title>403 Forbidden</title></head>\r\n<body>\r\n<center><h1>403 Forbidden</h1></center>\r\n";
  return new Response(`${page}<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n`, {
    status: 403,
    headers: { "Content-Type": "text/html" },
  });
}

/** A response that is cut off in transit; complete, it would report a payment. */
function cutShort(): Response {
  return new Response('{"responseCode":0,"responseMessage":"Getting transaction successfully.","data":{"hash":"8a0c', {
    headers: { "Content-Type": "application/json" },
  });
}

/** A redirect to another service. A caller that followed it would get a valid response of the wrong kind. */
function redirectElsewhere(): Response {
  return new Response(null, { status: 307, headers: { Location: "/payments" } });
}

/**
 * The failures for `POST /outage`. Besides those of every HTTP service: an expired token, and a refused list call,
 * which production is reported to refuse while the other calls work. With `old-token` only renewed tokens are accepted;
 * with `no-renewal` no token is renewed; everything else works.
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

/** Body of a payment check. */
export const md5Body = z.object({ md5: z.string().min(1) });
/** Body of a payment check of up to 50 codes. */
export const md5ListBody = z.array(z.string().min(1)).min(1).max(50);
/** Body of a token renewal. */
export const renewTokenBody = z.object({ email: z.string().min(1).max(30) });
/** Body of an account check. */
export const accountBody = z.object({ accountId: z.string().min(1) });
/** Body of a deep link request. */
export const deeplinkBody = z.object({
  qr: z.string().min(1),
  /** Either all three fields or no object. */
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

/** A paid transaction. The newer fields are null, as they mostly are in production. */
export type Transaction = z.infer<typeof transaction>;
/** Parses a {@link Transaction}. */
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
