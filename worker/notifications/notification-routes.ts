import { Hono } from "hono";
import * as z from "zod";
import { CHANNELS, DIGESTS } from "../contract/channels.ts";
import { NOTIFICATION_KINDS, NOTIFICATIONS } from "../contract/notifications.ts";
import { json, jsonRequest, query } from "../platform/input.ts";
import { jsonRead } from "../platform/request/security-headers.ts";
import type { AppEnv } from "../platform/scope.ts";
import { confirmOwnLogIn } from "./confirm-log-in.ts";
import { listNotifications } from "./list-notifications.ts";
import { changeNotificationSettings, readNotificationSettings } from "./notification-settings.ts";
import { readNotifications } from "./read-notifications.ts";

const id = (name: string) =>
  z.int(`${name} must be a notification's ID`).positive(`${name} must be a notification's ID`);
const kind = z.enum(NOTIFICATION_KINDS, `kind must be one of ${NOTIFICATION_KINDS.join(", ")}`).optional();

const listQuery = z.strictObject({
  kind,
  unread: z.literal("true", "unread must be true").optional(),
  cursor: z
    .string()
    .regex(/^[1-9]\d{0,14}$/, "cursor must be one that an answer gave")
    .optional(),
});
const readBody = z.union(
  [
    z.strictObject({ ids: z.array(id("ids")).min(1).max(NOTIFICATIONS.readMax) }),
    z.strictObject({ upTo: id("upTo"), kind }),
  ],
  "ids or upTo is required",
);

const minute = (name: string) =>
  z
    .int(`${name} must be a minute of the day`)
    .min(0, `${name} must be from 0 to 1439`)
    .max(1439, `${name} must be from 0 to 1439`);
const isSomeGiven = (given: object) => Object.values(given).some((value) => value !== undefined);
const switches = z
  .strictObject({
    money: z.boolean().optional(),
    security: z.boolean().optional(),
    alert: z.boolean().optional(),
    order: z.boolean().optional(),
  })
  .refine(isSomeGiven, "a kind is required");
const channelsBody = z
  .strictObject({
    order: z
      .array(z.enum(CHANNELS, `order must name ${CHANNELS.join(", ")}`))
      .refine(
        (order) => order.length === CHANNELS.length && new Set(order).size === order.length,
        "order must name each channel once",
      )
      .optional(),
    push: switches.optional(),
    telegram: switches.optional(),
    digest: z.enum(DIGESTS, `digest must be one of ${DIGESTS.join(", ")}`).optional(),
  })
  .refine(isSomeGiven, "a setting is required");
const settingsBody = z
  .strictObject({
    email: z.boolean().optional(),
    money: z.boolean().optional(),
    alert: z.boolean().optional(),
    order: z.boolean().optional(),
    marketing: z.boolean().optional(),
    quietHours: z
      .strictObject({ from: minute("from"), to: minute("to") })
      .refine(({ from, to }) => from !== to, "quietHours must begin and end at two times")
      .nullable()
      .optional(),
    channels: channelsBody.optional(),
  })
  .refine(isSomeGiven, "a setting is required");

/** The routes of a person's notifications. */
export const notificationRoutes = new Hono<AppEnv>()
  .get("/", query(listQuery), async (c) => {
    const { kind, unread, cursor } = c.req.valid("query");
    const before = cursor === undefined ? null : Number(cursor);
    const page = await listNotifications(c.get("scope"), { kind, isUnread: unread === "true", before });
    return jsonRead({ success: true as const, ...page });
  })
  .post("/read", jsonRequest, json(readBody), async (c) => {
    const answer = await readNotifications(c.get("scope"), c.req.valid("json"));
    return c.json({ success: true as const, ...answer });
  })
  .post("/confirm", jsonRequest, json(z.strictObject({ id: id("id") })), async (c) => {
    await confirmOwnLogIn(c.get("scope"), c.req.valid("json").id);
    return c.json({ success: true as const });
  })
  .get("/settings", async (c) => {
    return jsonRead({ success: true as const, settings: await readNotificationSettings(c.get("scope")) });
  })
  .put("/settings", jsonRequest, json(settingsBody), async (c) => {
    const settings = await changeNotificationSettings(c.get("scope"), c.req.valid("json"));
    return c.json({ success: true as const, settings });
  });

/** The route of the profile by which optional mails are turned off or on as a whole. */
export const mailSwitchRoute = new Hono<AppEnv>().post(
  "/notifications",
  jsonRequest,
  json(z.strictObject({ email: z.boolean() })),
  async (c) => {
    const { email } = await changeNotificationSettings(c.get("scope"), c.req.valid("json"));
    return c.json({ success: true as const, email });
  },
);
