import { Hono } from "hono";
import * as z from "zod";
import { journalChangesBody } from "../contract/trade-journal/journal-schema.ts";
import { json, jsonRequest, moment, query } from "../platform/input.ts";
import { jsonRead } from "../platform/request/security-headers.ts";
import type { AppEnv } from "../platform/scope.ts";
import { accountParameter, nameOfAccount } from "../trades/trade-account.ts";
import { changeJournal } from "./change-journal.ts";
import { countToReview, readEntries, readLabels } from "./read-journal.ts";

const noQuery = query(z.strictObject({}));
const entriesQuery = query(z.strictObject({ account: accountParameter, from: moment("from"), to: moment("to") }));

/** The routes of a trader's journal: only the caller's own can be named. */
export const journalRoutes = new Hono<AppEnv>()
  .get("/labels", noQuery, async (c) => {
    return jsonRead({ success: true as const, labels: await readLabels(c.get("scope")) });
  })
  .get("/entries", entriesQuery, async (c) => {
    const { account, ...span } = c.req.valid("query");
    return jsonRead({
      success: true as const,
      entries: await readEntries(c.get("scope"), nameOfAccount(account), span),
    });
  })
  .get("/to-review", entriesQuery, async (c) => {
    const { account, ...span } = c.req.valid("query");
    return jsonRead({
      success: true as const,
      trades: await countToReview(c.get("scope"), nameOfAccount(account), span),
    });
  })
  .post("/changes", jsonRequest, json(journalChangesBody), async (c) => {
    const answer = await changeJournal(c.get("scope"), c.req.valid("json").changes);
    return c.json({ success: true as const, ...answer });
  });
