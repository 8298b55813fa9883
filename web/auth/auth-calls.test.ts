import { beforeEach, expect, test } from "bun:test";
import { check, isAuthenticated, user } from "../state/session.ts";
import { apiServer, ok, refuse } from "../test/api-server.ts";
import { BROWSER_ZONE } from "../test/clock.ts";
import { trader } from "../test/trader.ts";
import { logIn, resendCode, signUp } from "./auth-calls.ts";

const context = apiServer();
const details = { email: "a@b.co", password: "p", firstName: "A", lastName: "B", username: "ab" };

beforeEach(check);

test("a log-in stores the person, and a refused one nobody", async () => {
  context.server.on("POST /api/auth/login", () => refuse("invalid_credentials", "Invalid email or password"));
  const refused = logIn({ email: "sokha@example.com", password: "wrong" });
  await expect(refused).rejects.toMatchObject({ code: "invalid_credentials", message: "Invalid email or password" });
  expect(isAuthenticated.value).toBe(false);
  context.server.on("POST /api/auth/login", () => ok({ message: "Logged in", user: trader(), token: "token-1" }));
  expect(await logIn({ email: "sokha@example.com", password: "right" })).toBe("signed_in");
  expect(user.value?._id).toBe("trader-1");
});

test("a sign-up sends the browser's time zone, signs nobody in and returns the API's message", async () => {
  const message = "Account created successfully! Please check your email to verify your account.";
  context.server.on("POST /api/auth/signup", () => ok({ message }));
  expect(await signUp(details)).toBe(message);
  expect(context.server.callsOf("POST /api/auth/signup")[0]?.body).toEqual({ ...details, timeZone: BROWSER_ZONE });
  expect(isAuthenticated.value).toBe(false);
});

test("a code that is requested too soon reports how long to wait", async () => {
  context.server.on("POST /api/auth/resend-verification", () =>
    refuse("too_many_requests", "Too many requests. Please try again later.", { retryAfterS: 42 }),
  );
  await expect(resendCode()).rejects.toMatchObject({ retryAfterS: 42 });
});
