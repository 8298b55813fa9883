import { Hono } from "hono";
import * as z from "zod";
import { requireIdempotencyKey } from "../../platform/idempotency.ts";
import { json, jsonRequest, moment, query } from "../../platform/input.ts";
import type { AppEnv } from "../../platform/scope.ts";
import { approvalsSeen } from "../commands/decision-body.ts";
import { actBody } from "./act-body.ts";
import { cancelBookAct } from "./cancel-act.ts";
import { findAct, listActs } from "./find-act.ts";
import { openBankAccount } from "./open-bank-account.ts";
import { planBookAct } from "./plan-book-act.ts";
import { postBookAct } from "./post-act.ts";
import { proposeAct } from "./propose-act.ts";

const listQuery = z.strictObject({
  state: z.enum(["open", "posted", "cancelled"]).optional(),
  recordId: z.uuid().optional(),
  before: moment("before").optional(),
});
const postBody = z.strictObject({
  approvals: approvalsSeen,
  /** The entries as the admin's dry run showed them. */
  entries: z.array(z.strictObject({ accountId: z.string(), amount: z.number() })).max(4),
});
const cancelBody = z.strictObject({ reason: z.string() });
const accountBody = z.strictObject({ id: z.string(), name: z.string(), currency: z.enum(["USD", "KHR"]) });

/** The admin routes of the books: acts by two operators, each with its dry run, and the company's bank accounts. */
export const bookRoutes = new Hono<AppEnv>()
  .post("/plan", jsonRequest, json(actBody), async (c) => {
    const result = await planBookAct(c.get("scope"), c.req.valid("json"));
    return c.json({ success: true as const, ...result });
  })
  .get("/acts", query(listQuery), async (c) => {
    const result = await listActs(c.get("scope"), c.req.valid("query"));
    return c.json({ success: true as const, ...result });
  })
  .post("/acts", jsonRequest, json(actBody), async (c) => {
    const idempotencyKey = await requireIdempotencyKey(c);
    const result = await proposeAct(c.get("scope"), c.req.valid("json"), idempotencyKey);
    return c.json({ success: true as const, ...result });
  })
  .get("/acts/:id", async (c) => {
    const result = await findAct(c.get("scope"), c.req.param("id"));
    return c.json({ success: true as const, ...result });
  })
  .post("/acts/:id/post", jsonRequest, json(postBody), async (c) => {
    const idempotencyKey = await requireIdempotencyKey(c);
    const result = await postBookAct(c.get("scope"), c.req.param("id"), c.req.valid("json"), idempotencyKey);
    return c.json({ success: true as const, ...result });
  })
  .post("/acts/:id/cancel", jsonRequest, json(cancelBody), async (c) => {
    const idempotencyKey = await requireIdempotencyKey(c);
    const result = await cancelBookAct(c.get("scope"), c.req.param("id"), c.req.valid("json"), idempotencyKey);
    return c.json({ success: true as const, ...result });
  })
  .post("/bank-accounts", jsonRequest, json(accountBody), async (c) => {
    const idempotencyKey = await requireIdempotencyKey(c);
    const result = await openBankAccount(c.get("scope"), c.req.valid("json"), idempotencyKey);
    return c.json({ success: true as const, ...result });
  });
