import { afterAll, afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LOCAL_BOT, startTelegram } from "../telegram/server.ts";
import { openSetup, type Setup } from "./setup-context.ts";
import { telegramStep } from "./telegram-step.ts";

const telegram = startTelegram({ port: 0 });
afterAll(() => telegram.stop());

let folder: string;
let setup: Setup;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "tonle-telegram-step-"));
  setup = openSetup({
    stage: "production",
    isDryRun: false,
    folder,
    database: "tonle",
    group: "default",
    location: "aws-ap-northeast-1",
    wrangler: undefined,
    turso: "turso",
    replaceSecrets: undefined,
    ask: null,
    liveWithinMs: 0,
  });
  write({
    APP_ORIGIN: "https://tonle.example",
    TELEGRAM_BOT_TOKEN: LOCAL_BOT.token,
    TELEGRAM_BOT_NAME: LOCAL_BOT.name,
    TELEGRAM_WEBHOOK_SECRET: "a".repeat(64),
    TELEGRAM_API_URL: telegram.url,
  });
  await call("deleteWebhook");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (values: Record<string, string>) => {
  for (const [name, value] of Object.entries(values)) setup.file.set(name, value);
};
const call = async (method: string) =>
  ((await (await fetch(`${telegram.url}/bot${LOCAL_BOT.token}/${method}`)).json()) as { result: { url: string } })
    .result;

/** Looks, and does what is missing. @returns what was found at first */
async function run(): Promise<string> {
  const found = await telegramStep.look(setup);
  if (found.state === "missing") for (const line of await found.make()) expect(line).not.toContain(LOCAL_BOT.token);
  expect(JSON.stringify(found)).not.toContain(LOCAL_BOT.token);
  return `${found.state}: ${found.what}${found.state === "blocked" ? `. ${found.help.join(" ")}` : ""}`;
}

const WEBHOOK = "https://tonle.example/api/telegram/webhook";
const MISSING = `missing: let @${LOCAL_BOT.name} send to ${WEBHOOK}`;
const DONE = `done: @${LOCAL_BOT.name} sends to ${WEBHOOK}`;

test("the bot's webhook is set once", async () => {
  expect(await run()).toBe(MISSING);
  expect(await call("getWebhookInfo")).toMatchObject({ url: WEBHOOK, allowed_updates: ["message", "my_chat_member"] });
  expect(await call("getMyCommands")).toEqual([expect.objectContaining({ command: "stop" })] as never);
  expect(await run()).toBe(DONE);
});

test("another secret, and another domain, are told to Telegram", async () => {
  await run();
  write({ TELEGRAM_WEBHOOK_SECRET: "b".repeat(64) });
  expect(await run()).toBe(MISSING);
  expect(await run()).toBe(DONE);
  write({ APP_ORIGIN: "https://other.example" });
  expect(await run()).toEndWith(`send to https://other.example/api/telegram/webhook instead of ${WEBHOOK}`);
});

test("without a token nothing is called", async () => {
  write({ TELEGRAM_BOT_TOKEN: "", TELEGRAM_API_URL: "http://127.0.0.1:1" });
  expect(await run()).toBe("done: off: there is no TELEGRAM_BOT_TOKEN");
});

test("a token that is not accepted, and a name of another bot, stop the set-up", async () => {
  write({ TELEGRAM_BOT_NAME: "another_bot" });
  expect(await run()).toContain(`TELEGRAM_BOT_NAME is "another_bot", and the token is that of ${LOCAL_BOT.name}`);
  write({ TELEGRAM_BOT_TOKEN: "1:another" });
  expect(await run()).toContain("TELEGRAM_BOT_TOKEN is not accepted");
});

test("a service that this machine does not reach stops nothing", async () => {
  write({ TELEGRAM_API_URL: "http://127.0.0.1:1" });
  expect(await run()).toBe("done: could not be checked");
});
