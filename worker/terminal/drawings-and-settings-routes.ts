import { Hono } from "hono";
import * as z from "zod";
import { AppError } from "../contract/errors.ts";
import { isFeedSymbol } from "../contract/symbols.ts";
import { terminalChangesBody } from "../contract/terminal/terminal-schema.ts";
import { ERROR_TEXT } from "../platform/api-text.ts";
import { json, jsonRequest, query } from "../platform/input.ts";
import { ownAccount } from "../platform/own-account.ts";
import { jsonRead } from "../platform/request/security-headers.ts";
import type { AppEnv } from "../platform/scope.ts";
import { changeTerminal } from "./change-drawings-and-settings.ts";

const noQuery = query(z.strictObject({}));

/** The routes of what a trader keeps of the terminal: only the caller's own can be named. */
export const terminalRoutes = new Hono<AppEnv>()
  .get("/settings", noQuery, async (c) => {
    const account = await ownAccount(c.get("scope"));
    return jsonRead({ success: true as const, ...(await account.terminalSettings()) });
  })
  .get("/drawings/:symbol", noQuery, async (c) => {
    const account = await ownAccount(c.get("scope"));
    const symbol = c.req.param("symbol");
    if (!isFeedSymbol(symbol)) throw new AppError("not_found", ERROR_TEXT.not_found);
    return jsonRead({ success: true as const, ...(await account.drawings(symbol)) });
  })
  .post("/changes", jsonRequest, json(terminalChangesBody), async (c) => {
    const answer = await changeTerminal(c.get("scope"), c.req.valid("json").changes);
    return c.json({ success: true as const, ...answer });
  });
