import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { answerOf, sendTelegram } from "./send-telegram.ts";

let answer: () => Response | Promise<Response> = () => Response.json({ ok: true });
let calls: { path: string; body: unknown }[] = [];
const api = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch: async (request) => {
    calls.push({ path: new URL(request.url).pathname, body: await request.json() });
    return answer();
  },
});
afterAll(() => api.stop(true));
beforeEach(() => {
  calls = [];
});

const bot = {
  TELEGRAM_BOT_TOKEN: "1:token",
  TELEGRAM_BOT_NAME: "tonle_bot",
  TELEGRAM_WEBHOOK_SECRET: "secret",
  TELEGRAM_API_URL: `http://127.0.0.1:${api.port}`,
};
const message = { text: "A deposit was paid", link: "https://tonle.example/a", button: "Open" };
const refusal = (error_code: number, description: string, parameters?: object) =>
  Response.json({ ok: false, error_code, description, ...(parameters && { parameters }) }, { status: error_code });

test("a message is sent once, as JSON to the bot's method", async () => {
  answer = () => Response.json({ ok: true, result: { message_id: 1 } });
  expect(await sendTelegram(bot, "7100000001", message)).toEqual({ outcome: "accepted", status: 200 });
  expect(calls).toEqual([
    {
      path: "/bot1:token/sendMessage",
      body: {
        chat_id: "7100000001",
        text: "A deposit was paid",
        link_preview_options: { is_disabled: true },
        reply_markup: { inline_keyboard: [[{ text: "Open", url: "https://tonle.example/a" }]] },
      },
    },
  ]);
});

describe("the answer", () => {
  test.each<[string, () => Response, object]>([
    ["a blocked bot", () => refusal(403, "Forbidden: bot was blocked by the user"), { outcome: "gone", status: 403 }],
    ["a deleted account", () => refusal(403, "Forbidden: user is deactivated"), { outcome: "gone", status: 403 }],
    ["no such chat", () => refusal(400, "Bad Request: chat not found"), { outcome: "gone", status: 400 }],
    ["a bad message", () => refusal(400, "Bad Request: message text is empty"), { outcome: "refused", status: 400 }],
    ["a wrong token", () => refusal(401, "Unauthorized"), { outcome: "refused", status: 401 }],
    ["no such bot", () => refusal(404, "Not Found"), { outcome: "refused", status: 404 }],
    ["too much", () => refusal(413, "Request Entity Too Large"), { outcome: "refused", status: 413 }],
    [
      "too many",
      () => refusal(429, "Too Many Requests: retry after 7", { retry_after: 7 }),
      { outcome: "busy", status: 429, retryAfterMs: 7_000 },
    ],
    ["too many, without a time", () => refusal(429, "Too Many Requests"), { outcome: "busy", status: 429 }],
    ["a defect of the service", () => refusal(500, "Internal Server Error"), { outcome: "failed", status: 500 }],
    ["a proxy's page", () => new Response("<html>", { status: 502 }), { outcome: "failed", status: 502 }],
    ["a gateway that waited too long", () => new Response("", { status: 504 }), { outcome: "unknown", status: 504 }],
    ["a cut connection", () => new Response("", { status: 520 }), { outcome: "unknown", status: 520 }],
    ["a service that is away", () => new Response("", { status: 503 }), { outcome: "busy", status: 503 }],
    ["a page instead of an answer", () => new Response("<html>"), { outcome: "unknown", status: 200 }],
    ["an answer that says no", () => Response.json({ ok: false }), { outcome: "unknown", status: 200 }],
    ["an endless answer", () => new Response("x".repeat(100_000)), { outcome: "unknown", status: 200 }],
    [
      "a redirect, which is not followed",
      () => new Response(null, { status: 307, headers: { Location: "/elsewhere" } }),
      { outcome: "refused", status: 307 },
    ],
  ])("of %s", async (_, response, expected) => {
    answer = response;
    expect(await sendTelegram(bot, "5", message)).toEqual(expected as Awaited<ReturnType<typeof sendTelegram>>);
    expect(calls).toHaveLength(1);
  });

  test("without one: nothing was sent to a closed port", async () => {
    const gone = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response() });
    const { port } = gone;
    await gone.stop(true);
    const away = { ...bot, TELEGRAM_API_URL: `http://127.0.0.1:${port}` };
    expect(await sendTelegram(away, "5", message)).toEqual({ outcome: "failed", status: 0 });
  });

  test("of a 200 that cannot be read is doubt", () => {
    expect(answerOf(200, null)).toEqual({ outcome: "unknown", status: 200 });
  });
});

test("an installation without a bot sends nothing", async () => {
  expect(await sendTelegram({ ...bot, TELEGRAM_BOT_TOKEN: "" }, "5", message)).toEqual({
    outcome: "refused",
    status: 0,
  });
  expect(calls).toEqual([]);
});
