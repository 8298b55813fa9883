import { zValidator } from "@hono/zod-validator";
import type { MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import * as z from "zod";
import { AppError } from "../contract/errors.ts";
import { BODY_BYTES_MAX } from "../contract/limits.ts";
import type { Said, Translated } from "../contract/translated.ts";
import { fieldLabel, INPUT_TEXT, LIMIT_TEXT } from "./api-text.ts";

/** Refuses a request to a JSON route with another content type, an encoded body, or more than 64 KiB. */
export const jsonRequest = jsonRequestUpTo(BODY_BYTES_MAX.json);

/** As {@link jsonRequest}, for a route that takes images as data URLs: up to 7 MiB. */
export const jsonRequestWithImages = jsonRequestUpTo(BODY_BYTES_MAX.image, LIMIT_TEXT.imageBytes);

/** As {@link jsonRequest}, for the rows of an import: up to 2 MiB. */
export const jsonRequestWithRows = jsonRequestUpTo(BODY_BYTES_MAX.importRows);

/** As {@link jsonRequest}, for a file in base64: up to 7 MiB. */
export const jsonRequestWithFile = jsonRequestUpTo(BODY_BYTES_MAX.image);

function jsonRequestUpTo(bytesMax: number, message?: Said): MiddlewareHandler {
  const limit = limitBody(bytesMax, message);
  return async (c, next) => {
    assertContentType(c.req.raw.headers, "application/json");
    return limit(c, next);
  };
}

/** @throws AppError `unsupported_content_type` for another type, and for a body with a content encoding */
export function assertContentType(headers: Headers, expectedType: string): void {
  const type = headers.get("Content-Type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== expectedType) throw new AppError("unsupported_content_type", INPUT_TEXT.contentType(expectedType));
  if (headers.has("Content-Encoding")) {
    throw new AppError("unsupported_content_type", INPUT_TEXT.contentEncoding);
  }
}

/** Refuses a larger body; the bytes are counted while the body is read. */
export function limitBody(bytesMax: number, message: Said = INPUT_TEXT.tooLarge(bytesMax / 1024)) {
  return bodyLimit({
    maxSize: bytesMax,
    onError: () => {
      throw new AppError("body_too_large", message);
    },
  });
}

/** Validates a JSON body against its schema. @throws AppError `invalid_input` with the field's name */
export function json<T extends z.ZodType>(schema: T) {
  return zValidator("json", schema, (result) => {
    if (!result.success) throw invalidInput(result.error.issues);
  });
}

/** Validates a form against its schema; `multipartRequest` must run before it and checks the form as a whole. */
export function form<T extends z.ZodType>(schema: T) {
  return zValidator("form", schema, (result) => {
    if (!result.success) throw invalidInput(result.error.issues);
  });
}

/** Validates the query string against its schema. @throws AppError `invalid_input` with the parameter's name */
export function query<T extends z.ZodType>(schema: T) {
  return zValidator("query", schema, (result) => {
    if (!result.success) throw invalidInput(result.error.issues);
  });
}

/** The schema of a time in the query string. @returns epoch ms */
export function moment(name: string) {
  return z.iso
    .datetime({ offset: true, error: `${name} must be an ISO 8601 time` })
    .transform((text) => Date.parse(text));
}

/** The texts that schemas refuse with, by their English. */
const OF_SCHEMAS = new Map<string, Translated>();

/** The message of a schema, which is one string, for a text in every language: the answer has it in the caller's. */
export function issueText(text: Translated): string {
  OF_SCHEMAS.set(text.en, text);
  return text.en;
}

/** Describes the first issue of an input in a sentence that a user can act on. */
function invalidInput(issues: readonly z.core.$ZodIssue[]): AppError {
  const issue = issues[0];
  if (!issue) return new AppError("invalid_input", INPUT_TEXT.invalid);
  if (issue.code === "unrecognized_keys") {
    const field = issue.keys[0] ?? "";
    return new AppError("invalid_input", INPUT_TEXT.unknownField(field), { field });
  }
  const field = issue.path.map(String).join(".") || "body";
  return new AppError("invalid_input", describe(issue, field), { field });
}

function describe(issue: z.core.$ZodIssue, field: string): Said {
  // Fields of no screen: a developer reads it.
  if (issue.message.startsWith("must ")) return `${field} ${issue.message}`;
  // A message of the schema itself is more specific than a generic one.
  if (!/^(Invalid|Too) /.test(issue.message)) return OF_SCHEMAS.get(issue.message) ?? issue.message;
  const label = fieldLabel(field);
  if (issue.code === "invalid_type") {
    if (issue.message.endsWith("received undefined") && field !== "body") return INPUT_TEXT.required(label);
    return INPUT_TEXT.mustBe(label, TYPE_NAMES[issue.expected] ?? issue.expected);
  }
  if (issue.code === "too_big" && issue.origin === "string") {
    return INPUT_TEXT.tooLong(label, issue.maximum);
  }
  if (issue.code === "too_small" && issue.origin === "string") {
    return issue.minimum === 1 ? INPUT_TEXT.required(label) : INPUT_TEXT.tooShort(label, issue.minimum);
  }
  return issue.message;
}

const TYPE_NAMES: Partial<Record<string, Translated>> = INPUT_TEXT.types;
