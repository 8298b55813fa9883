import type { MiddlewareHandler } from "hono";
import { AppError } from "../../contract/errors.ts";
import { BODY_BYTES_MAX } from "../../contract/limits.ts";
import { INPUT_TEXT, LIMIT_TEXT } from "../api-text.ts";
import { assertContentType, limitBody } from "../input.ts";

const PARTS_MAX = 5;
const limit = limitBody(BODY_BYTES_MAX.multipart, LIMIT_TEXT.imageBytes);

/**
 * Refuses a request to a form route with another content type, an encoded body, more than 6 MiB (counted while the body
 * is read) or more than five parts. The route's schema (`form`) checks the parts themselves.
 */
export const multipartRequest: MiddlewareHandler = async (c, next) => {
  assertContentType(c.req.raw.headers, "multipart/form-data");
  return limit(c, async () => {
    // Hono caches the parsed form, so the schema reads the same parts.
    const parts = await c.req.formData().catch(() => null);
    if (!parts) throw new AppError("invalid_input", INPUT_TEXT.notMultipart, { field: "body" });
    const count = [...parts.keys()].length;
    if (count > PARTS_MAX) {
      throw new AppError("invalid_input", INPUT_TEXT.tooManyParts(PARTS_MAX), { field: "body" });
    }
    await next();
  });
};
