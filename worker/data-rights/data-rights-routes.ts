import { Hono } from "hono";
import * as z from "zod";
import { clearSessionCookie } from "../auth/auth-cookies.ts";
import { passwordText, secondFactorCode } from "../auth/auth-inputs.ts";
import { saidIn } from "../contract/translated.ts";
import { json, jsonRequest, query } from "../platform/input.ts";
import type { AppEnv } from "../platform/scope.ts";
import { closeAccount } from "./close-account.ts";
import { CLOSING_TEXT } from "./closing-answers.ts";
import { exportData } from "./export-data.ts";

const exportQuery = z.strictObject({ format: z.enum(["json", "csv"], "format must be json or csv").default("json") });
const closeBody = z.strictObject({ password: passwordText, code: secondFactorCode.optional() });

/** The routes with which users export their data or close their account. */
export const dataRightsRoutes = new Hono<AppEnv>()
  .get("/export", query(exportQuery), async (c) => {
    const { format } = c.req.valid("query");
    const file = await exportData(c.get("scope"), format);
    c.header("Content-Type", format === "json" ? "application/json" : "application/zip");
    c.header("Content-Disposition", `attachment; filename="tonle-data.${format === "json" ? "json" : "zip"}"`);
    return c.body(file);
  })
  .post("/close", jsonRequest, json(closeBody), async (c) => {
    const scope = c.get("scope");
    await closeAccount(scope, c.req.valid("json"));
    clearSessionCookie(c);
    return c.json({ success: true as const, message: saidIn(scope.language, CLOSING_TEXT.closed) });
  });
