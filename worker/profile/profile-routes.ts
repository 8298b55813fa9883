import { Hono } from "hono";
import * as z from "zod";
import { dollarsFromCents } from "../contract/money.ts";
import { saidIn } from "../contract/translated.ts";
import { selectAvailableOfSession } from "../ledger/ledger-store.ts";
import { json, jsonRequest, jsonRequestWithImages } from "../platform/input.ts";
import { jsonRead } from "../platform/request/security-headers.ts";
import type { AppEnv } from "../platform/scope.ts";
import { authorizedRow } from "../platform/session.ts";
import { hideFirstSteps } from "./hide-first-steps.ts";
import { PROFILE_TEXT } from "./profile-answers.ts";
import { saveProfile } from "./save-profile.ts";
import { userView } from "./user-view.ts";
import { selectUserOfSession } from "./user-view-store.ts";

/** An empty text clears an optional field; omitted fields stay unchanged. Images are data URLs. */
const profileBody = z.strictObject({
  firstName: z.string().optional(),
  lastName: z.string().optional(),
  username: z.string().optional(),
  phone: z.string().optional(),
  address: z.string().optional(),
  timeZone: z.string().optional(),
  profileImage: z.string().optional(),
  idCardImage: z.string().optional(),
});

/** The routes of a user's own profile. */
export const profileRoutes = new Hono<AppEnv>()
  .get("/profile", async (c) => {
    const scope = c.get("scope");
    const row = await authorizedRow(scope, (isOwn) => selectUserOfSession(scope.db.query, isOwn));
    return jsonRead({ success: true as const, user: userView(row, row.sessionKind, scope) });
  })
  .put("/profile", jsonRequestWithImages, json(profileBody), async (c) => {
    const scope = c.get("scope");
    const user = await saveProfile(scope, c.req.valid("json"));
    return c.json({ success: true as const, user, message: saidIn(scope.language, PROFILE_TEXT.saved) });
  })
  .post("/first-steps/hide", jsonRequest, json(z.strictObject({})), async (c) => {
    await hideFirstSteps(c.get("scope"));
    return c.json({ success: true as const });
  })
  .get("/balance", async (c) => {
    const scope = c.get("scope");
    const { balanceCents } = await authorizedRow(scope, (isOwn) => selectAvailableOfSession(scope.db.query, isOwn));
    return jsonRead({ success: true as const, balance: dollarsFromCents(balanceCents ?? 0) });
  });
