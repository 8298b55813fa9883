import { Hono } from "hono";
import * as z from "zod";
import { AppError } from "../contract/errors.ts";
import { ERROR_TEXT } from "../platform/api-text.ts";
import { readIdempotencyKey } from "../platform/idempotency.ts";
import { json, jsonRequest, query } from "../platform/input.ts";
import { ownAccount } from "../platform/own-account.ts";
import { jsonRead } from "../platform/request/security-headers.ts";
import type { AppEnv } from "../platform/scope.ts";
import { demoCommandRequest } from "./demo-command.ts";
import { demoCommandOf } from "./demo-command-body.ts";
import { openDemoSocket } from "./open-demo-socket.ts";
import { runDemoCommand } from "./run-demo-command.ts";

/** The number of a run or fill. */
const NUMBER = /^[1-9]\d{0,14}$/;
const LAST = Number.MAX_SAFE_INTEGER;
const cursor = z
  .string()
  .regex(/^\d{1,15}$/, "cursor must be one that a list gave")
  .transform(Number)
  .default(LAST);

/** A version of the account's log, 0 for one that was never opened. */
const since = z
  .string()
  .regex(/^\d{1,15}$/, "since must be a version that the account gave")
  .transform(Number)
  .optional();

const stateQuery = z.strictObject({ since });
const pageQuery = z.strictObject({ cursor });

/** The routes of a trader's demo account: only the caller's own can be named. */
export const demoRoutes = new Hono<AppEnv>()
  .post("/commands", jsonRequest, json(demoCommandRequest), async (c) => {
    const body = c.req.valid("json");
    const command = "command" in body ? body.command : demoCommandOf(body);
    const answer = await runDemoCommand(c.get("scope"), command, await readIdempotencyKey(c));
    return c.json({ success: true as const, ...answer });
  })
  .get("/state", query(stateQuery), async (c) => {
    const account = await ownAccount(c.get("scope"));
    return jsonRead({ success: true as const, ...(await account.state(c.req.valid("query").since ?? null)) });
  })
  .get("/runs", query(pageQuery), async (c) => {
    const account = await ownAccount(c.get("scope"));
    return jsonRead({ success: true as const, ...(await account.runs(c.req.valid("query").cursor)) });
  })
  .get("/runs/:run", async (c) => {
    const account = await ownAccount(c.get("scope"));
    const run = NUMBER.test(c.req.param("run")) ? await account.run(Number(c.req.param("run"))) : null;
    if (!run) throw new AppError("not_found", ERROR_TEXT.not_found);
    return jsonRead({ success: true as const, run });
  })
  .get("/fills", query(pageQuery), async (c) => {
    const account = await ownAccount(c.get("scope"));
    return jsonRead({ success: true as const, ...(await account.fills(c.req.valid("query").cursor)) });
  })
  .get("/fills/:id", async (c) => {
    const account = await ownAccount(c.get("scope"));
    const receipt = NUMBER.test(c.req.param("id")) ? await account.receipt(Number(c.req.param("id"))) : null;
    if (!receipt) throw new AppError("not_found", ERROR_TEXT.not_found);
    return jsonRead({ success: true as const, ...receipt });
  })
  .get("/socket", query(z.strictObject({})), async (c) => openDemoSocket(c.get("scope"), c.req.raw.headers));
