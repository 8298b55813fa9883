import { Hono } from "hono";
import { z } from "zod";
import { pageQuery } from "../admin/desk/desk-page.ts";
import { readOnceKey } from "../http/idempotency.ts";
import { json, jsonRequest, query } from "../http/input.ts";
import type { AppEnv } from "../http/scope.ts";
import { findIdentity } from "./find-identity.ts";
import { listIdentities } from "./list-identities.ts";
import { rejectIdentity } from "./reject-identity.ts";
import { verifyIdentity } from "./verify-identity.ts";

const listQuery = z.strictObject({
  id: z.uuid().optional(),
  status: z.enum(["pending", "verified", "rejected"]).optional(),
  ...pageQuery,
});
const verifyBody = z.strictObject({ version: z.number().int() });
const rejectBody = z.strictObject({
  version: z.number().int(),
  reason: z.enum(["unclear", "not_accepted", "expired", "name_differs", "other"]),
  note: z.string().default(""),
});

export const deskIdentityRoutes = new Hono<AppEnv>()
  .get("/", query(listQuery), async (c) => {
    const list = await listIdentities(c.get("scope"), c.req.valid("query"));
    return c.json({ success: true as const, ...list });
  })
  .get("/:userId", async (c) => {
    const found = await findIdentity(c.get("scope"), c.req.param("userId"));
    return c.json({ success: true as const, ...found });
  })
  .post("/:userId/verify", jsonRequest, json(verifyBody), async (c) => {
    const once = await readOnceKey(c);
    const result = await verifyIdentity(c.get("scope"), c.req.param("userId"), c.req.valid("json"), once);
    return c.json({ success: true as const, ...result });
  })
  .post("/:userId/reject", jsonRequest, json(rejectBody), async (c) => {
    const once = await readOnceKey(c);
    const result = await rejectIdentity(c.get("scope"), c.req.param("userId"), c.req.valid("json"), once);
    return c.json({ success: true as const, ...result });
  });
