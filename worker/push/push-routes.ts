import { Hono } from "hono";
import * as z from "zod";
import { json, jsonRequest } from "../platform/input.ts";
import type { AppEnv } from "../platform/scope.ts";
import { browserKeys } from "./browser-keys.ts";
import { subscribePush } from "./subscribe-push.ts";
import { unsubscribePush } from "./unsubscribe-push.ts";

/** Longer than any push service's: those of Windows have some 500 characters. */
const ENDPOINT_MAX = 2_000;

const endpoint = z.string().min(1).max(ENDPOINT_MAX);
const subscription = z.strictObject({ endpoint, keys: browserKeys, before: endpoint.optional() });
const id = z.int("id must be a browser's ID").positive("id must be a browser's ID");

/** The routes of the browsers that show a person's notifications. */
export const pushRoutes = new Hono<AppEnv>()
  .post("/push", jsonRequest, json(subscription), async (c) => {
    return c.json({ success: true as const, id: await subscribePush(c.get("scope"), c.req.valid("json")) });
  })
  .delete("/push", jsonRequest, json(z.strictObject({ id })), async (c) => {
    await unsubscribePush(c.get("scope"), c.req.valid("json").id);
    return c.json({ success: true as const });
  });
