import { Hono } from "hono";
import { z } from "zod";
import { query } from "../../http/input.ts";
import type { AppEnv } from "../../http/scope.ts";
import { findUsers } from "./find-users.ts";

const listQuery = z.strictObject({ search: z.string().min(1) });

export const deskUserRoutes = new Hono<AppEnv>().get("/", query(listQuery), async (c) => {
  const users = await findUsers(c.get("scope"), c.req.valid("query").search);
  return c.json({ success: true as const, users });
});
