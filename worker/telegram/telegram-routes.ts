import { Hono, type MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import * as z from "zod";
import { AppError } from "../contract/errors.ts";
import { BODY_BYTES_MAX } from "../contract/limits.ts";
import { ERROR_TEXT } from "../platform/api-text.ts";
import { json, jsonRequest } from "../platform/input.ts";
import type { AppEnv } from "../platform/scope.ts";
import { equalHashes, sha256Hex } from "../platform/secrets.ts";
import { chooseSums } from "./choose-sums.ts";
import { confirmChat } from "./confirm-chat.ts";
import { dropDeepLink, endOwnLink } from "./end-link.ts";
import { makeDeepLink } from "./make-deep-link.ts";
import { receiveUpdate } from "./receive-update.ts";
import { telegramBot } from "./telegram-bot.ts";
import { readUpdate } from "./telegram-update.ts";

/** Lets Telegram alone pass. To everybody else the path does not exist. @throws AppError `not_found` | `paused` */
const fromTelegram: MiddlewareHandler<AppEnv> = async (c, next) => {
  const { settings } = c.get("scope");
  const bot = telegramBot(settings);
  const given = c.req.header("X-Telegram-Bot-Api-Secret-Token") ?? "";
  // Hashes have one length, so that the time of the comparison says nothing.
  const isFromTelegram = bot !== null && equalHashes(await sha256Hex(given), await sha256Hex(bot.secret));
  if (!isFromTelegram) throw new AppError("not_found", ERROR_TEXT.not_found);
  // What people write waits for the end of the pause: Telegram sends it again.
  if (settings.PAUSED.has("writes")) throw new AppError("paused", ERROR_TEXT.paused);
  await next();
};

/** An update that nobody can read would be sent again and again, so it is answered as one that says nothing. */
const shortBody = bodyLimit({ maxSize: BODY_BYTES_MAX.json, onError: (c) => c.json({}) });

/** The id of a deep link: the hash of its token. */
const linkId = z.string().regex(/^[0-9a-f]{64}$/, "id must be that of a link");

/** The routes of a person's Telegram chat, and the one that Telegram calls. */
export const telegramRoutes = new Hono<AppEnv>()
  .put("/", jsonRequest, json(z.strictObject({ showsSums: z.boolean() })), async (c) => {
    const chosen = await chooseSums(c.get("scope"), c.req.valid("json").showsSums);
    return c.json({ success: true as const, ...chosen });
  })
  .post("/link", async (c) => c.json({ success: true as const, ...(await makeDeepLink(c.get("scope"))) }))
  .delete("/link", async (c) => {
    await endOwnLink(c.get("scope"));
    return c.json({ success: true as const });
  })
  .delete("/pending", async (c) => {
    await dropDeepLink(c.get("scope"));
    return c.json({ success: true as const });
  })
  .post("/confirm", jsonRequest, json(z.strictObject({ id: linkId })), async (c) => {
    const link = await confirmChat(c.get("scope"), c.req.valid("json").id);
    return c.json({ success: true as const, link });
  })
  .post("/webhook", fromTelegram, shortBody, async (c) => {
    const update = readUpdate(parsed(await c.req.text()));
    const reply = update ? await receiveUpdate(c.get("scope"), update) : null;
    c.get("scope").note({ update: update?.kind ?? "none" });
    return c.json(reply ?? {});
  });

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
