import { Hono } from "hono";
import * as z from "zod";
import { csvHeaders } from "../../platform/csv.ts";
import { requireIdempotencyKey } from "../../platform/idempotency.ts";
import { json, jsonRequest, query } from "../../platform/input.ts";
import { type FilterSchemas, pageQuery, periodQuery } from "../../platform/paging.ts";
import type { AppEnv } from "../../platform/scope.ts";
import { exportBody } from "../lists/export-list.ts";
import { userQuery } from "../lists/person-search.ts";
import { correctCard } from "./correct-card.ts";
import { findIdentity } from "./find-identity.ts";
import type { IdentityFilter } from "./identity-admin-store.ts";
import { exportIdentities, listIdentities } from "./list-identities.ts";
import { rejectIdentity } from "./reject-identity.ts";
import { reopenIdentity } from "./reopen-identity.ts";
import { verifyIdentity } from "./verify-identity.ts";

const filterFields = {
  ...periodQuery,
  ...userQuery,
  status: z.enum(["pending", "verified", "rejected"]).optional(),
  stage: z.enum(["waiting", "client", "expiring"]).optional(),
} satisfies FilterSchemas<Omit<IdentityFilter, "id">>;
const listQuery = z.strictObject({ ...pageQuery, ...filterFields, id: z.uuid().optional() });
const exportQuery = z.strictObject({ ...filterFields, sort: pageQuery.sort });
const cardFields = {
  version: z.number().int(),
  cardName: z.string().default(""),
  cardNumber: z.string().default(""),
  birthDate: z.string().default(""),
  expiresOn: z.string().default(""),
  hasNoExpiry: z.boolean().default(false),
  cardReason: z.string().default(""),
};
const verifyBody = z.strictObject(cardFields);
const cardBody = z.strictObject({ ...cardFields, readAt: z.iso.datetime().nullable(), reason: z.string() });
const rejectBody = z.strictObject({
  version: z.number().int(),
  reason: z.enum(["unclear", "not_accepted", "expired", "name_differs", "other"]),
  note: z.string().default(""),
});

const reopenBody = z.strictObject({ version: z.number().int(), reason: z.string() });

/** The admin routes of identities. */
export const adminIdentityRoutes = new Hono<AppEnv>()
  .get("/", query(listQuery), async (c) => {
    const list = await listIdentities(c.get("scope"), c.req.valid("query"));
    return c.json({ success: true as const, ...list });
  })
  .post("/export", jsonRequest, query(exportQuery), json(exportBody), async (c) => {
    const scope = c.get("scope");
    const file = await exportIdentities(scope, c.req.valid("query"), c.req.valid("json").reason);
    return c.body(file, 200, csvHeaders("identities", scope.now(), scope.settings.OPERATION_TIME_ZONE));
  })
  .get("/:userId", async (c) => {
    const found = await findIdentity(c.get("scope"), c.req.param("userId"));
    return c.json({ success: true as const, ...found });
  })
  .post("/:userId/verify", jsonRequest, json(verifyBody), async (c) => {
    const idempotencyKey = await requireIdempotencyKey(c);
    const result = await verifyIdentity(c.get("scope"), c.req.param("userId"), c.req.valid("json"), idempotencyKey);
    return c.json({ success: true as const, ...result });
  })
  .post("/:userId/card", jsonRequest, json(cardBody), async (c) => {
    const idempotencyKey = await requireIdempotencyKey(c);
    const result = await correctCard(c.get("scope"), c.req.param("userId"), c.req.valid("json"), idempotencyKey);
    return c.json({ success: true as const, ...result });
  })
  .post("/:userId/reject", jsonRequest, json(rejectBody), async (c) => {
    const idempotencyKey = await requireIdempotencyKey(c);
    const result = await rejectIdentity(c.get("scope"), c.req.param("userId"), c.req.valid("json"), idempotencyKey);
    return c.json({ success: true as const, ...result });
  })
  .post("/:userId/reopen", jsonRequest, json(reopenBody), async (c) => {
    const idempotencyKey = await requireIdempotencyKey(c);
    const result = await reopenIdentity(c.get("scope"), c.req.param("userId"), c.req.valid("json"), idempotencyKey);
    return c.json({ success: true as const, ...result });
  });
