import { expect, test } from "bun:test";
import { waitFor } from "@testing-library/react";
import { ApiError, answer, api, bearerHeaders, NetworkError, setBearerToken } from "./api.ts";
import { isReachable } from "./state/connection.ts";
import { apiServer, ok, refuse } from "./test/api-server.ts";

const context = apiServer();

async function refusalOf(request: Promise<unknown>): Promise<unknown> {
  return await request.then(
    () => null,
    (error: unknown) => error,
  );
}

test("a refusal is an ApiError with its status, code, words, field and pause", async () => {
  context.server.on("POST /api/auth/login", () =>
    refuse("too_many_requests", "Too many requests. Please try again later.", { field: "email", retryAfterS: 7 }),
  );
  const error = await refusalOf(answer(api.auth.login.$post({ json: { email: "a@b.co", password: "x" } })));
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({
    status: 429,
    code: "too_many_requests",
    message: "Too many requests. Please try again later.",
    field: "email",
    retryAfterS: 7,
  });
});

test("no answer is a NetworkError, and the API counts as away until its health is good again", async () => {
  await context.server.stop();
  const error = await refusalOf(answer(api.auth.check.$get()));
  expect(error).toBeInstanceOf(NetworkError);
  expect(isReachable.value).toBe(false);
  context.server.start();
  await waitFor(() => expect(isReachable.value).toBe(true));
});

test("an answer without the envelope is no answer of the API", async () => {
  context.server.on("GET /api/auth/check", () => new Response("<h1>Bad gateway</h1>", { status: 502 }));
  expect(await refusalOf(answer(api.auth.check.$get()))).toBeInstanceOf(NetworkError);
  await waitFor(() => expect(isReachable.value).toBe(true));
});

test("the bearer token goes with the calls that take it and with no other", async () => {
  context.server.on("GET /api/user/balance", () => ok({ balance: 5 })).on("POST /api/auth/activity", () => ok());
  setBearerToken("token-1");
  await answer(api.user.balance.$get({}, { headers: bearerHeaders() }));
  await answer(api.auth.activity.$post());
  setBearerToken(null);
  await answer(api.user.balance.$get({}, { headers: bearerHeaders() }));
  expect(context.server.calls.map(({ headers }) => headers.get("Authorization"))).toEqual([
    "Bearer token-1",
    null,
    null,
  ]);
});
