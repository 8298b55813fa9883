import { Hono } from "hono";
import * as z from "zod";
import { csvHeaders } from "../../platform/csv.ts";
import { json, jsonRequest, query } from "../../platform/input.ts";
import { amountQuery, type FilterSchemas, pageQuery, periodQuery } from "../../platform/paging.ts";
import type { AppEnv } from "../../platform/scope.ts";
import { exportBody } from "../lists/export-list.ts";
import { userQuery } from "../lists/person-search.ts";
import { checkLedgerNow } from "./check-ledger-now.ts";
import { exportAccountEntries, listAccountEntries } from "./list-account-entries.ts";
import { exportAccounts, listAccounts } from "./list-accounts.ts";
import { exportTransfers, listTransfers } from "./list-transfers.ts";
import { showLedgerChecks } from "./show-ledger-checks.ts";
import { showTransfer } from "./show-transfer.ts";
import { TRANSFER_KINDS, type TransferFilter } from "./transfer-admin-store.ts";

const { sort, ...ageQuery } = pageQuery;
const { minAmount, maxAmount } = amountQuery;
const transferFields = {
  ...periodQuery,
  ...userQuery,
  sort,
  minAmount,
  maxAmount,
  kind: z.enum(TRANSFER_KINDS, "kind must be a kind of transfer").optional(),
  search: z.string().min(1).optional(),
} satisfies FilterSchemas<TransferFilter> & { sort: unknown };
/** No index has the sums of everybody's transfers: each one would be written there, for a question about one person. */
const sumsAreOfOne = ({ user, minAmount, maxAmount }: { user?: unknown; minAmount?: unknown; maxAmount?: unknown }) =>
  user !== undefined || (minAmount === undefined && maxAmount === undefined);
const SUMS_OF_WHOM = { path: ["user"], error: "Amounts narrow the transfers of one person: name the user too" };
const transferQuery = z.strictObject({ ...ageQuery, ...transferFields }).refine(sumsAreOfOne, SUMS_OF_WHOM);
const transferFileQuery = z.strictObject(transferFields).refine(sumsAreOfOne, SUMS_OF_WHOM);
const accountQuery = z.strictObject({ search: z.string().min(1).optional() });
const entryFields = { ...periodQuery, sort };
const entryQuery = z.strictObject({ ...ageQuery, ...entryFields });
const entryFileQuery = z.strictObject(entryFields);

/** The admin routes of the ledger, all read-only: nothing here moves money. */
export const ledgerRoutes = new Hono<AppEnv>()
  .get("/", async (c) => {
    const ledger = await checkLedgerNow(c.get("scope"));
    return c.json({ success: true as const, ledger });
  })
  .get("/checks", async (c) => {
    const checks = await showLedgerChecks(c.get("scope"));
    return c.json({ success: true as const, checks });
  })
  .get("/transfers", query(transferQuery), async (c) => {
    const list = await listTransfers(c.get("scope"), c.req.valid("query"));
    return c.json({ success: true as const, ...list });
  })
  .post("/transfers/export", jsonRequest, query(transferFileQuery), json(exportBody), async (c) => {
    const scope = c.get("scope");
    const file = await exportTransfers(scope, c.req.valid("query"), c.req.valid("json").reason);
    return c.body(file, 200, csvHeaders("transfers", scope.now(), scope.settings.OPERATION_TIME_ZONE));
  })
  .get("/transfers/:id", async (c) => {
    const transfer = await showTransfer(c.get("scope"), c.req.param("id"));
    return c.json({ success: true as const, transfer });
  })
  .get("/accounts", query(accountQuery), async (c) => {
    const accounts = await listAccounts(c.get("scope"), c.req.valid("query").search);
    return c.json({ success: true as const, accounts });
  })
  .post("/accounts/export", jsonRequest, query(accountQuery), json(exportBody), async (c) => {
    const scope = c.get("scope");
    const file = await exportAccounts(scope, c.req.valid("query").search, c.req.valid("json").reason);
    return c.body(file, 200, csvHeaders("accounts", scope.now(), scope.settings.OPERATION_TIME_ZONE));
  })
  .get("/accounts/:id/entries", query(entryQuery), async (c) => {
    const filter = { ...c.req.valid("query"), accountId: c.req.param("id") };
    const list = await listAccountEntries(c.get("scope"), filter);
    return c.json({ success: true as const, ...list });
  })
  .post("/accounts/:id/entries/export", jsonRequest, query(entryFileQuery), json(exportBody), async (c) => {
    const scope = c.get("scope");
    const file = await exportAccountEntries(
      scope,
      { ...c.req.valid("query"), accountId: c.req.param("id") },
      c.req.valid("json").reason,
    );
    return c.body(file, 200, csvHeaders("entries", scope.now(), scope.settings.OPERATION_TIME_ZONE));
  });
