import { Hono } from "hono";
import * as z from "zod";
import { QUESTION_KINDS, QUESTION_TEMPLATES } from "../../contract/client-questions.ts";
import { LANGUAGES } from "../../contract/languages.ts";
import { requireIdempotencyKey } from "../../platform/idempotency.ts";
import { json, jsonRequest, jsonRequestWithImages } from "../../platform/input.ts";
import type { AppEnv } from "../../platform/scope.ts";
import { askClient } from "./ask-client.ts";
import { recordPhoneAnswer } from "./record-phone-answer.ts";
import { takeBackQuestion } from "./take-back-question.ts";

const TEMPLATE_NAMES = [
  ...QUESTION_TEMPLATES.withdrawal,
  ...QUESTION_TEMPLATES.identity,
  ...QUESTION_TEMPLATES.exception,
] as const;
const askBody = z.strictObject({
  kind: z.enum(QUESTION_KINDS),
  id: z.string().max(100),
  text: z.string(),
  otherText: z.string().default(""),
  language: z.enum(LANGUAGES),
  template: z.enum(TEMPLATE_NAMES).nullable().default(null),
  image: z.string().nullable().default(null),
});
const phoneBody = z.strictObject({ text: z.string() });
const takeBackBody = z.strictObject({});

/** The admin routes of questions to clients. The conversation comes with its item. */
export const adminQuestionRoutes = new Hono<AppEnv>()
  .post("/", jsonRequestWithImages, json(askBody), async (c) => {
    const idempotencyKey = await requireIdempotencyKey(c);
    const result = await askClient(c.get("scope"), c.req.valid("json"), idempotencyKey);
    return c.json({ success: true as const, ...result });
  })
  .post("/:id/take-back", jsonRequest, json(takeBackBody), async (c) => {
    const idempotencyKey = await requireIdempotencyKey(c);
    const result = await takeBackQuestion(c.get("scope"), c.req.param("id"), idempotencyKey);
    return c.json({ success: true as const, ...result });
  })
  .post("/:id/answer", jsonRequest, json(phoneBody), async (c) => {
    const idempotencyKey = await requireIdempotencyKey(c);
    const result = await recordPhoneAnswer(c.get("scope"), c.req.param("id"), c.req.valid("json"), idempotencyKey);
    return c.json({ success: true as const, ...result });
  });
