import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import * as z from "zod";
import { openDatabase } from "../db/client.ts";
import { LANGUAGES } from "../worker/contract/languages.ts";
import { announceNews } from "../worker/notifications/announce-news.ts";
import { assertTyped, databaseName } from "./backup/live-target.ts";
import { localSettings } from "./local-settings.ts";

/**
 * `bun run news FILE`: shows news of the product, and how many accounts they go to. `--send` tells them: a row in each list of
 * notifications, and a mail to those who have turned that on. Before it, `--send` asks for the database's host, or takes it from
 * `--live NAME`. What was sent is sent to nobody again, so that an interrupted run is repeated.
 *
 * The file is JSON: an `id`, and in each language a `title` and a `text`. Uses the database that `DATABASE_URL` names, or the local
 * one (`PORT`, default 8787).
 */

const options = { send: { type: "boolean" }, live: { type: "string" } } as const;
const { positionals, values } = parseArgs({ options, allowPositionals: true });
const [path, ...more] = positionals;
if (path === undefined || more.length > 0) {
  console.error("usage: bun run news FILE [--send] [--live NAME]");
  process.exit(2);
}

const inEach = z.record(z.enum(LANGUAGES), z.string().trim().min(1).max(280));
const newsFile = z.strictObject({ id: z.string().regex(/^[a-z0-9-]{3,60}$/), title: inEach, text: inEach });

try {
  const news = newsFile.parse(JSON.parse(readFileSync(path, "utf8")));
  const local = localSettings(Number(process.env.PORT ?? 8787));
  const url = process.env.DATABASE_URL ?? local.DATABASE_URL ?? "";
  const db = openDatabase({ url, authToken: process.env.DATABASE_AUTH_TOKEN ?? local.DATABASE_AUTH_TOKEN });
  for (const language of LANGUAGES) console.info(`${language}  ${news.title[language]}: ${news.text[language]}`);
  const isDry = values.send !== true;
  const { accounts } = await announceNews(db, news, { nowMs: Date.now(), isDry: true });
  console.info(`${accounts} accounts in ${databaseName(url)}`);
  if (!isDry) {
    const what = "Each of its accounts is told, and nobody can take that back.";
    assertTyped({ url }, { typed: values.live, reason: "it is to be told of news", what });
    const { told } = await announceNews(db, news, { nowMs: Date.now(), isDry: false });
    console.info(`${told} told`);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
