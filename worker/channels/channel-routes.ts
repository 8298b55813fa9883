import { Hono } from "hono";
import * as z from "zod";
import { CHANNELS } from "../contract/channels.ts";
import { json, jsonRequest } from "../platform/input.ts";
import { jsonRead } from "../platform/request/security-headers.ts";
import type { AppEnv } from "../platform/scope.ts";
import { listChannels } from "./list-channels.ts";
import { recordShown } from "./record-shown.ts";
import { testChannel } from "./test-channel.ts";

const testBody = z
  .strictObject({
    channel: z.enum(CHANNELS, `channel must be one of ${CHANNELS.join(", ")}`),
    browser: z.int("browser must be a browser's ID").positive("browser must be a browser's ID").optional(),
  })
  .refine(({ channel, browser }) => (channel === "push") === (browser !== undefined), {
    path: ["browser"],
    error: "browser must be there for push, and for no other channel",
  });
const shownBody = z.strictObject({ receipt: z.string().min(1).max(1_000) });

/** The routes of how a person is reached: all channels together, tests of one, and receipts of pushes that were shown. */
export const channelRoutes = new Hono<AppEnv>()
  .get("/channels", async (c) => {
    return jsonRead({ success: true as const, ...(await listChannels(c.get("scope"))) });
  })
  .post("/channels/test", jsonRequest, json(testBody), async (c) => {
    return c.json({ success: true as const, id: await testChannel(c.get("scope"), c.req.valid("json")) });
  })
  .post("/shown", jsonRequest, json(shownBody), async (c) => {
    await recordShown(c.get("scope"), c.req.valid("json").receipt);
    return c.json({ success: true as const });
  });
