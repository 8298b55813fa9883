import { z } from "zod";
import { answerWithPage } from "../stand-in/http-outage.ts";

/**
 * The part of Resend's HTTP API that sending needs: the body of `POST /emails` and the shape of a refusal.
 * Source: https://resend.com/docs/api-reference/emails/send-email and .../errors
 */

const ADDRESS = /^(?:[^<>]*<\s*[^\s<>@]+@[^\s<>@]+\s*>|[^\s<>@]+@[^\s<>@]+)$/;
const address = z.string().regex(ADDRESS, "must be `email@example.com` or `Name <email@example.com>`");
const addresses = z.union([address.transform((one) => [one]), z.array(address).min(1).max(50)]);

/** Body of `POST /emails`. */
export const sendEmailBody = z
  .looseObject({
    from: address,
    to: addresses,
    subject: z.string(),
    text: z.string().optional(),
    html: z.string().optional(),
    headers: z.record(z.string(), z.string()).optional(),
  })
  .refine((mail) => mail.text !== undefined || mail.html !== undefined, {
    path: ["html"],
    message: "either `html` or `text` is required",
  });
/** A mail to send, with its recipients as a list. */
export type SendEmailBody = z.infer<typeof sendEmailBody>;

/** The address without its name, in lower case, from `Name <address>` or `address`. */
export function bareAddress(address: string): string {
  return (/<\s*([^<>]+?)\s*>$/.exec(address)?.[1] ?? address).trim().toLowerCase();
}

const REFUSALS = {
  missing_api_key: [401, "Missing API key in the authorization header."],
  invalid_api_key: [403, "API key is invalid."],
  invalid_idempotency_key: [400, "The key must be between 1-256 chars."],
  invalid_idempotent_request: [409, "Same idempotency key used with a different request payload."],
  missing_required_field: [422, "The request body is missing one or more required fields."],
  validation_error: [422, "We found an error with one or more fields in the request."],
  rate_limit_exceeded: [429, "Too many requests. Please limit the number of requests per second."],
  application_error: [500, "An unexpected error occurred."],
} as const satisfies Record<string, readonly [status: number, message: string]>;

/** A refusal in Resend's format: `{statusCode, name, message}` with that status. */
export function refuse(name: keyof typeof REFUSALS, detail?: string): Response {
  const [statusCode, message] = REFUSALS[name];
  const headers = statusCode === 429 ? { "Retry-After": "1" } : undefined;
  return Response.json(
    { statusCode, name, message: detail ?? message },
    { status: statusCode, ...(headers && { headers }) },
  );
}

const REQUIRED_FIELDS = ["from", "to", "subject"] as const;

/** The refusal of an invalid body; it names the missing or invalid field. */
export function refuseBody(body: unknown, error: z.ZodError): Response {
  if (typeof body !== "object" || body === null) return refuse("validation_error", "The request body is not JSON.");
  const missing = REQUIRED_FIELDS.find((field) => !(field in body));
  if (missing) return refuse("missing_required_field", `Missing \`${missing}\` field.`);
  const [issue] = error.issues;
  return refuse("validation_error", `Invalid \`${issue?.path.join(".")}\` field. ${issue?.message ?? ""}`);
}

/** The failures for `POST /outage`. */
export const FAILURES = {
  refuse: () => refuse("application_error"),
  hang: "hold",
  html: answerWithPage,
  "403": () => refuse("invalid_api_key"),
  "429": () => refuse("rate_limit_exceeded"),
} as const;
