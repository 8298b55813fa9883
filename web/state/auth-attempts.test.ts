import { beforeEach, expect, spyOn, test } from "bun:test";
import { apiServer, ok, refuse } from "../test/api-server.ts";
import { trader } from "../test/trader.ts";
import {
  clearError,
  error,
  forgotPassword,
  isLoading,
  logIn,
  message,
  resendCode,
  resetPassword,
  signUp,
  verifyEmail,
  verifySecondStep,
} from "./auth-attempts.ts";
import { check, isAuthenticated, logOut, user } from "./session.ts";

const context = apiServer();
const details = { email: "a@b.co", password: "p", firstName: "A", lastName: "B", username: "ab" };

beforeEach(async () => {
  clearError();
  await check();
});

test("log-in stores the person; a refusal has the API's message and field", async () => {
  context.server.on("POST /api/auth/login", () => refuse("invalid_credentials", "Invalid email or password"));
  expect(await logIn({ email: "sokha@example.com", password: "wrong" })).toBe("refused");
  expect(error.value).toEqual({
    message: "Invalid email or password",
    field: undefined,
    code: "invalid_credentials",
  });
  context.server.on("POST /api/auth/login", () => ok({ message: "Logged in", user: trader(), token: "token-1" }));
  expect(await logIn({ email: "sokha@example.com", password: "right" })).toBe("signed_in");
  expect(isAuthenticated.value).toBe(true);
  expect(error.value).toBeNull();
});

test.each([
  ["Error logging in", () => logIn({ email: "sokha@example.com", password: "right" })],
  ["Error logging in", () => verifySecondStep("123456")],
  ["Error signing up", () => signUp(details)],
  ["Error verifying email", () => verifyEmail("ABC234")],
  ["Error sending reset password email", () => forgotPassword("a@b.co")],
  ["Error resetting password", () => resetPassword("some-token", "a new password")],
])("without a response the message is the text for that attempt: %s", async (words, attempt) => {
  await context.server.stop();
  await attempt();
  expect([error.value, isLoading.value]).toEqual([{ message: words, field: undefined }, false]);
  context.server.start();
});

test("sign-up sends the browser's time zone, signs nobody in and keeps the API's message", async () => {
  const apiMessage = "Account created successfully! Please check your email to verify your account.";
  context.server.on("POST /api/auth/signup", () => ok({ message: apiMessage }));
  expect(await signUp(details)).toBe(true);
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  expect(context.server.callsOf("POST /api/auth/signup")[0]?.body).toEqual({ ...details, timeZone });
  expect(message.value).toBe(apiMessage);
  expect(isAuthenticated.value).toBe(false);
});

test("a code that is requested too soon reports how long to wait", async () => {
  context.server.on("POST /api/auth/resend-verification", () =>
    refuse("too_many_requests", "Too many requests. Please try again later.", { retryAfterS: 42 }),
  );
  expect(await resendCode()).toEqual({ waitS: 42 });
});

test("the API's message is cleared when the user leaves", async () => {
  context.server.on("POST /api/auth/login", () => ok({ message: "Logged in", user: trader(), token: "token-1" }));
  await logIn({ email: "sokha@example.com", password: "right" });
  expect([message.value, user.value?._id]).toEqual(["Logged in", "trader-1"]);
  const assign = spyOn(location, "assign").mockImplementation(() => {});
  await logOut();
  expect(message.value).toBeNull();
  assign.mockRestore();
});
