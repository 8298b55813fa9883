import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { ROUTE } from "../state/routes.ts";
import { apiServer, ok, refuse } from "../test/api-server.ts";
import { expectRetyped } from "../test/expect-retyped.ts";
import { openApp } from "../test/open-app.tsx";

setDefaultTimeout(600_000);

const context = apiServer();

function type(label: string, value: string) {
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
}

describe("the forgot-password page", () => {
  test.each([
    ["knows the address", () => ok({ message: "If an account exists ..." })],
    ["refuses", () => refuse("too_many_requests", "Too many requests. Please try again later.")],
    ["does not answer", () => new Response("Bad gateway", { status: 502 })],
  ])("shows the same confirmation when the API %s", async (_, answer) => {
    context.server.on("POST /api/auth/forgot-password", answer);
    await openApp(context.server, { at: ROUTE.forgotPassword, as: null });
    await screen.findByRole("heading", { name: "Forgot your password?" });
    const field = screen.getByLabelText<HTMLInputElement>("E-mail");
    expect([field.type, field.required]).toEqual(["email", true]);
    expect(document.activeElement).toBe(field);
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Send Reset Link" }).disabled).toBe(true);
    type("E-mail", "sokha@example.com");
    fireEvent.click(screen.getByRole("button", { name: "Send Reset Link" }));
    const message = "If an account exists for sokha@example.com, you will receive a password reset link shortly.";
    expect(await screen.findByText(message)).toBeTruthy();
    expect(screen.getByRole("link", { name: "Back to Login" }).getAttribute("href")).toBe(ROUTE.login);
  });
});

describe("the reset-password page", () => {
  const CALL = "POST /api/auth/reset-password/token-1";

  async function open() {
    context.server.on("GET /api/auth/reset-password/token-1", () => ok());
    const result = await openApp(context.server, { at: "/reset-password/token-1", as: null });
    await screen.findByLabelText("New Password");
    return result;
  }

  function submit(password: string, repeated = password) {
    type("New Password", password);
    type("Confirm New Password", repeated);
    fireEvent.click(screen.getByRole("button", { name: "Set New Password" }));
  }

  test("cannot be submitted while a field is empty", async () => {
    await open();
    const button = screen.getByRole<HTMLButtonElement>("button", { name: "Set New Password" });
    expect(button.disabled).toBe(true);
    type("New Password", "a new password");
    expect(button.disabled).toBe(true);
    type("Confirm New Password", "another");
    expect(button.disabled).toBe(false);
  });

  test("reports an invalid link before showing a form, and offers a new link", async () => {
    const message = "This reset link is invalid or has expired. Request a new one.";
    context.server.on("GET /api/auth/reset-password/token-1", () => refuse("invalid_reset_token", message));
    await openApp(context.server, { at: "/reset-password/token-1", as: null });
    await screen.findByRole("heading", { name: "This link no longer works" });
    expect(screen.getByRole("alert").textContent).toBe(message);
    expect(screen.queryByLabelText("New Password")).toBe(null);
    expect(screen.getByRole("link", { name: "Request a new link" }).getAttribute("href")).toBe(ROUTE.forgotPassword);
  });

  test("reports two different entries without sending a request", async () => {
    await open();
    submit("a new password", "another password");
    expect((await screen.findByRole("alert")).textContent).toBe("Passwords do not match");
    await context.callsArrive();
    expect(context.server.callsOf(CALL)).toHaveLength(0);
    expectRetyped(screen.getByLabelText("Confirm New Password"));
    submit("a new password");
    await waitFor(() => expect(context.server.callsOf(CALL)).toHaveLength(1));
  });

  test("sets the password, confirms it and opens the log-in page after two seconds", async () => {
    const answered = Promise.withResolvers<Response>();
    context.server.on(CALL, () => answered.promise);
    const { history } = await open();
    submit("a new password");
    expect(await screen.findByRole("button", { name: "Resetting..." })).toBeTruthy();
    expect(history.at(-1)).toBe("/reset-password/token-1");
    // Not when the text is seen: a slow machine sees it when a part of the two seconds is over.
    const answeredAtMs = performance.now();
    answered.resolve(ok({ message: "Password reset successfully!" }));
    expect(await screen.findByText("Password reset successfully, redirecting to login page...")).toBeTruthy();
    await waitFor(() => expect(history.at(-1)).toBe(ROUTE.login));
    expect(performance.now() - answeredAtMs).toBeGreaterThan(1_900);
    expect(context.server.callsOf(CALL)[0]?.body).toEqual({ password: "a new password" });
  });

  test("a refused password is typed again into its field, and sent again", async () => {
    const message = "This password is too common. Choose another.";
    context.server.on(CALL, () => refuse("invalid_input", message, { field: "password" }));
    await open();
    submit("qwertyuiop");
    await screen.findByRole("alert");
    expectRetyped(screen.getByLabelText("New Password"));
    submit("a new password");
    await waitFor(() => expect(context.server.callsOf(CALL)).toHaveLength(2));
    expect(context.server.callsOf(CALL)[1]?.body).toEqual({ password: "a new password" });
    await screen.findByRole("alert");
  });

  test("reports an unreachable API in a toast and in red", async () => {
    await open();
    await context.server.stop();
    submit("a new password");
    await waitFor(() => expect(screen.getAllByText("Error resetting password")).toHaveLength(2));
  });

  test("reports an expired link in a toast and in red", async () => {
    const message = "This reset link is invalid or has expired. Request a new one.";
    context.server.on(CALL, () => refuse("invalid_reset_token", message));
    await open();
    submit("a new password");
    await waitFor(() => expect(screen.getAllByText(message)).toHaveLength(2));
  });
});
