import { expect, setDefaultTimeout, spyOn, test } from "bun:test";
import { waitFor } from "@testing-library/react";
import { apiServer, ok, refuse } from "../test/api-server.ts";
import { ApiError, answer, api, bearerHeaders, NetworkError, requestIdOf, setBearerToken } from "./api.ts";
import { isReachable } from "./network/connection.ts";

setDefaultTimeout(600_000);

const context = apiServer();

async function refusalOf(request: Promise<unknown>): Promise<unknown> {
  return await request.then(
    () => null,
    (error: unknown) => error,
  );
}

test("a refusal is an ApiError with its status, code, message, field and retry delay", async () => {
  context.server.on("POST /api/auth/login", () =>
    refuse("too_many_requests", "Too many requests. Please try again later.", { field: "email", retryAfterS: 7 }),
  );
  const error = await refusalOf(answer(api.auth.login.$post({ json: { email: "a@b.co", password: "x" } })));
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({
    status: 429,
    code: "too_many_requests",
    message: "Too many requests. Please try again in 7\u00a0s.",
    field: "email",
    retryAfterS: 7,
  });
  expect(requestIdOf(error)).toMatch(/^[0-9a-f-]{36}$/);
});

test.each([
  [59, "Too many requests. Please try again in 59\u00a0s."],
  [61, "Too many requests. Please try again in 2\u00a0m."],
  [3_600, "Too many requests. Please try again in 1\u00a0h."],
  [undefined, "Too many requests. Please try again later."],
])("too many requests say when to try again, as far as it is known: %p s", async (retryAfterS, message) => {
  context.server.on("POST /api/auth/login", () =>
    refuse("too_many_requests", "Too many requests. Please try again later.", retryAfterS ? { retryAfterS } : {}),
  );
  const error = await refusalOf(answer(api.auth.login.$post({ json: { email: "a@b.co", password: "x" } })));
  expect(error).toMatchObject({ message });
});

test("no response is a NetworkError, and the API counts as unreachable until its health check succeeds", async () => {
  await context.server.stop();
  const error = await refusalOf(answer(api.auth.check.$get()));
  expect(error).toBeInstanceOf(NetworkError);
  expect(requestIdOf(error)).toBeNull();
  expect(isReachable.value).toBe(false);
  context.server.start();
  await waitFor(() => expect(isReachable.value).toBe(true));
});

test("a response without the envelope is a NetworkError", async () => {
  context.server.on("GET /api/auth/check", () => new Response("<h1>Bad gateway</h1>", { status: 502 }));
  expect(await refusalOf(answer(api.auth.check.$get()))).toBeInstanceOf(NetworkError);
  await waitFor(() => expect(isReachable.value).toBe(true));
});

test("the bearer token is sent with the calls that take it, and with no others", async () => {
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

test("a call that sends an image has a longer timeout, as a slow link needs it", async () => {
  context.server
    .on("GET /api/auth/check", () => refuse("not_signed_in", "Please log in"))
    .on("PUT /api/user/profile", () => ok())
    .on("POST /api/user/payment-methods", () => ok());
  const timeout = spyOn(AbortSignal, "timeout");
  await refusalOf(answer(api.auth.check.$get()));
  await answer(api.user.profile.$put({ json: { idCardImage: "x".repeat(800_000) } }));
  const khqrImage = new File([new Uint8Array(80_000)], "code.jpg");
  await answer(api.user["payment-methods"].$post({ form: { bankName: "", accountId: "", khqrImage } }));
  const [plain, image, form] = timeout.mock.calls.map(([ms]) => Math.round(ms / 1_000));
  expect([plain, image, form]).toEqual([20, 120, 30]);
});

test("an aborted request is a NetworkError, and says nothing about the connection", async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  context.server.on("GET /api/auth/check", () => promise);
  const control = new AbortController();
  const error = refusalOf(answer(api.auth.check.$get({}, { init: { signal: control.signal } })));
  await waitFor(() => expect(context.server.calls).toHaveLength(1));
  control.abort();
  expect(await error).toBeInstanceOf(NetworkError);
  expect(isReachable.value).toBe(true);
  resolve(ok());
});

test("a request that can be aborted has the timeout of every other", async () => {
  context.server.on("GET /api/auth/check", () => ok());
  const timeout = spyOn(AbortSignal, "timeout").mockImplementation(() => AbortSignal.abort(new Error("too late")));
  const { signal } = new AbortController();
  expect(await refusalOf(answer(api.auth.check.$get({}, { init: { signal } })))).toBeInstanceOf(NetworkError);
  expect(isReachable.value).toBe(false);
  timeout.mockRestore();
  await waitFor(() => expect(isReachable.value).toBe(true));
});
