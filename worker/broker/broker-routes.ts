import { Hono } from "hono";
import { readIdempotencyKey } from "../platform/idempotency.ts";
import { json, jsonRequest, jsonRequestWithRows } from "../platform/input.ts";
import { jsonRead } from "../platform/request/security-headers.ts";
import type { AppEnv } from "../platform/scope.ts";
import { addAccount, changeAccount, deleteAccount, listAccounts } from "./broker-accounts.ts";
import { cancelImport, openImport } from "./broker-imports.ts";
import { accountBody, accountPatch, commitBody, importBody, nothingBody, rowsBody } from "./broker-inputs.ts";
import { commitImport, reverseImport } from "./commit-broker-import.ts";
import { previewImport } from "./preview-broker-import.ts";
import { stageRows } from "./stage-broker-rows.ts";

/** The routes of a trader's broker accounts, and of the files of their trades. */
export const brokerRoutes = new Hono<AppEnv>()
  .get("/accounts", async (c) => jsonRead({ success: true as const, accounts: await listAccounts(c.get("scope")) }))
  .post("/accounts", jsonRequest, json(accountBody), async (c) => {
    const idempotencyKey = await readIdempotencyKey(c);
    const account = await addAccount(c.get("scope"), c.req.valid("json"), idempotencyKey);
    return c.json({ success: true as const, account }, 201);
  })
  .patch("/accounts/:number", jsonRequest, json(accountPatch), async (c) => {
    const account = await changeAccount(c.get("scope"), c.req.param("number"), c.req.valid("json"));
    return c.json({ success: true as const, account });
  })
  .delete("/accounts/:number", async (c) => {
    await deleteAccount(c.get("scope"), c.req.param("number"));
    return c.json({ success: true as const });
  })
  .post("/imports", jsonRequest, json(importBody), async (c) => {
    const idempotencyKey = await readIdempotencyKey(c);
    const opened = await openImport(c.get("scope"), c.req.valid("json"), idempotencyKey);
    return c.json({ success: true as const, import: opened }, 201);
  })
  .put("/imports/:id/rows", jsonRequestWithRows, json(rowsBody), async (c) => {
    const staged = await stageRows(c.get("scope"), c.req.param("id"), c.req.valid("json"));
    return c.json({ success: true as const, staged });
  })
  .get("/imports/:id/preview", async (c) => {
    const preview = await previewImport(c.get("scope"), c.req.param("id"));
    return jsonRead({ success: true as const, preview });
  })
  .post("/imports/:id/commit", jsonRequest, json(commitBody), async (c) => {
    const account = await commitImport(c.get("scope"), c.req.param("id"), c.req.valid("json"));
    return c.json({ success: true as const, account });
  })
  .post("/imports/:id/reverse", jsonRequest, json(nothingBody), async (c) => {
    const account = await reverseImport(c.get("scope"), c.req.param("id"));
    return c.json({ success: true as const, account });
  })
  .delete("/imports/:id", async (c) => {
    await cancelImport(c.get("scope"), c.req.param("id"));
    return c.json({ success: true as const });
  });
