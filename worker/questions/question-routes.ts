import { Hono } from "hono";
import * as z from "zod";
import { QUESTION } from "../contract/client-questions.ts";
import { readIdempotencyKey } from "../platform/idempotency.ts";
import { json, jsonRequestWithImages } from "../platform/input.ts";
import type { AppEnv } from "../platform/scope.ts";
import { answerQuestion } from "./answer-question.ts";
import { listOwnQuestions } from "./list-own-questions.ts";

const answerBody = z.strictObject({
  text: z.string().default(""),
  images: z.array(z.string()).max(QUESTION.imagesMax, `Send at most ${QUESTION.imagesMax} pictures`).default([]),
});

/** The routes by which a trader reads and answers questions. */
export const questionRoutes = new Hono<AppEnv>()
  .get("/", async (c) => {
    const questions = await listOwnQuestions(c.get("scope"));
    return c.json({ success: true as const, questions });
  })
  .post("/:id/answer", jsonRequestWithImages, json(answerBody), async (c) => {
    const idempotencyKey = await readIdempotencyKey(c);
    const question = await answerQuestion(c.get("scope"), c.req.param("id"), c.req.valid("json"), idempotencyKey);
    return c.json({ success: true as const, question });
  });
