import { afterEach, expect, setDefaultTimeout, setSystemTime, test } from "bun:test";
import type { ErrorCode } from "../../worker/contract/errors.ts";
import { ApiError, NetworkError } from "./api.ts";
import { Attempt } from "./attempt.ts";
import { setOwner } from "./owner.ts";

setDefaultTimeout(600_000);
afterEach(() => setOwner(null));

const refusal = (status: number, code: ErrorCode) => new ApiError(status, { code, message: "no", requestId: "id" });
const lost = new NetworkError("down");

/** What a person wants, one thing after another, and the keys that were sent. */
function sender() {
  const keys: string[] = [];
  let last: Attempt<string, string> | null = null;
  async function send(intent: string, outcome: string | Error, sameForMs?: number): Promise<Attempt<string, string>> {
    const attempt = Attempt.of<string, string>(last, intent, () => `body of ${intent}`, sameForMs);
    last = attempt;
    await attempt
      .send(async (_, key) => {
        keys.push(key);
        if (outcome instanceof Error) throw outcome;
        return outcome;
      })
      .catch(() => {});
    return attempt;
  }
  return { keys, send };
}

const refused = refusal(400, "invalid_input");

for (const [name, outcome, isUnanswered] of [
  ["is done", "stored", false],
  ["is refused", refused, false],
  ["is refused because the session has ended", refusal(401, "not_signed_in"), false],
  ["gets no answer", lost, true],
  ["gets a server error", refusal(500, "internal"), true],
  ["gets an outage", refusal(503, "service_down"), true],
  ["is refused because of a pause", refusal(503, "paused"), false],
] as const) {
  test(`what ${name} has ${isUnanswered ? "the same key" : "another key"} when it is sent again`, async () => {
    const { keys, send } = sender();
    expect((await send("a", outcome)).isUnanswered).toBe(isUnanswered);
    await send("a", "stored");
    expect(keys[0] === keys[1]).toBe(isUnanswered);
  });
}

test("a changed intent is a new one, and so is the one before after it", async () => {
  const { keys, send } = sender();
  await send("a", lost);
  await send("b", lost);
  await send("a", "stored");
  expect(new Set(keys).size).toBe(3);
});

test("what may have been done stays unanswered when only the caller is refused, until a refusal of it", async () => {
  const { keys, send } = sender();
  await send("a", lost);
  for (const [code, status] of [
    ["not_signed_in", 401],
    ["too_many_requests", 429],
    ["paused", 503],
  ] as const) {
    expect((await send("a", refusal(status, code))).isUnanswered).toBe(true);
  }
  expect((await send("a", refused)).isUnanswered).toBe(false);
  expect(new Set(keys).size).toBe(1);
});

test("the same intent of another person is another one", async () => {
  const { keys, send } = sender();
  for (const person of ["ana", "ben"]) {
    setOwner(person);
    await send("a", lost);
  }
  expect(keys[0]).not.toBe(keys[1] ?? "");
});

test("the same intent much later is another one, and its body is made anew", async () => {
  const { keys, send } = sender();
  await send("a", lost, 1_000);
  setSystemTime(new Date(Date.now() + 999));
  await send("a", lost, 1_000);
  setSystemTime(new Date(Date.now() + 2));
  await send("a", lost, 1_000);
  expect([keys[0] === keys[1], keys[1] === keys[2]]).toEqual([true, false]);
});

test("what is sent again has the body of the first time", async () => {
  const bodies: number[] = [];
  let price = 1;
  let last: Attempt<number, void> | null = null;
  for (const _ of ["first", "again"]) {
    last = Attempt.of<number, void>(last, "buy", () => price++);
    await last
      .send(async (body) => {
        bodies.push(body);
        throw lost;
      })
      .catch(() => {});
  }
  expect(bodies).toEqual([1, 1]);
});

test("two presses send one request, and both have its reply", async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  let requests = 0;
  const request = () => {
    requests += 1;
    return promise;
  };
  const first = Attempt.of<string, string>(null, "a", () => "a");
  const replies = [first, Attempt.of(first, "a", () => "a")].map((attempt) => attempt.send(request));
  resolve("stored");
  expect([await Promise.all(replies), requests]).toEqual([["stored", "stored"], 1]);
});

test("an attempt of before a reload has its key, and may have been done", async () => {
  const attempt = Attempt.unanswered<string, string>("body", "key-1");
  expect(attempt.isUnanswered).toBe(true);
  expect(await attempt.send(async (body, key) => `${body} ${key}`)).toBe("body key-1");
  expect(attempt.isUnanswered).toBe(false);
});
