import { afterEach, expect, setDefaultTimeout, spyOn, test } from "bun:test";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { NO_GOOGLE_ATTRIBUTE } from "../../worker/contract/limits.ts";
import { ROUTE } from "../state/routes.ts";
import { apiServer, ok, refuse } from "../test/api-server.ts";
import { expectRetyped } from "../test/expect-retyped.ts";
import { openApp } from "../test/open-app.tsx";
import { trader } from "../test/trader.ts";

setDefaultTimeout(600_000);

const context = apiServer();
afterEach(() => document.documentElement.removeAttribute(NO_GOOGLE_ATTRIBUTE));

function type(label: string, value: string) {
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
}

const button = () => screen.getByRole<HTMLButtonElement>("button", { name: "Log in" });

async function open() {
  const result = await openApp(context.server, { at: ROUTE.login, as: null });
  await screen.findByRole("heading", { name: "Log in" });
  return result;
}

const dividers = () => screen.queryAllByText("or").length;

async function submit() {
  type("E-mail", "sokha@example.com");
  type("Password", "a long password");
  fireEvent.click(button());
}

test("the e-mail has the first focus, the password follows it, and the link to a new one comes after the field", async () => {
  await open();
  const order = [...(document.querySelector("form")?.querySelectorAll("input, a, button") ?? [])];
  const names = order.map((one) => one.getAttribute("name") ?? one.textContent);
  expect(names).toEqual(["email", "password", "Show", "Forgot password?", "Log in"]);
  expect(document.activeElement).toBe(order[0] ?? null);
});

test("the place of the Google button is kept until it is known whether there is one", async () => {
  const answered = Promise.withResolvers<Response>();
  context.server.on("GET /api/auth/options", () => answered.promise);
  await open();
  expect(dividers()).toBe(1);
  answered.resolve(ok({ google: true }));
  await screen.findByText("Continue with Google");
  expect(dividers()).toBe(1);
});

test("no place is kept where the document says that there is no Google button, in a new browser too", async () => {
  document.documentElement.setAttribute(NO_GOOGLE_ATTRIBUTE, "");
  const answered = Promise.withResolvers<Response>();
  context.server.on("GET /api/auth/options", () => answered.promise);
  await open();
  expect(dividers()).toBe(0);
  answered.resolve(ok({ google: false }));
});

test("the button is enabled only when both fields contain more than spaces", async () => {
  await open();
  for (const [email, password, isEnabled] of [
    ["", "", false],
    ["a@b.co", "", false],
    ["", "secret", false],
    ["   ", "secret", false],
    ["a@b.co", "   ", false],
    ["a@b.co", "secret", true],
  ] as const) {
    type("E-mail", email);
    type("Password", password);
    expect(button().disabled).toBe(!isEnabled);
  }
  expect(screen.getByLabelText("E-mail").getAttribute("type")).toBe("email");
});

test("an account in another language opens a document in it, and shows nothing in this one", async () => {
  const replace = spyOn(location, "replace").mockImplementation(() => {});
  const person = trader({ language: "km" });
  context.server
    .on("GET /api/user/balance", () => ok({ balance: person.balance }))
    .on("POST /api/auth/login", () => ok({ message: "Logged in", user: person, token: "token-1" }));
  const { history } = await open();
  await submit();
  await waitFor(() => expect(replace).toHaveBeenCalledWith(ROUTE.dashboard));
  expect(screen.getByText("Loading")).toBeTruthy();
  expect(history.at(-1)).toBe(ROUTE.login);
});

test("the button is disabled and busy while loading; then the dashboard opens", async () => {
  const answered = Promise.withResolvers<Response>();
  context.server.on("POST /api/auth/login", () => answered.promise);
  context.server.on("GET /api/user/balance", () => ok({ balance: 350.55 }));
  const { history } = await open();
  await submit();
  await waitFor(() => expect(button().getAttribute("aria-busy")).toBe("true"));
  expect(button().disabled).toBe(true);
  context.server.on("GET /api/auth/check", () => ok({ user: trader(), token: "token-1" }));
  answered.resolve(ok({ message: "Logged in", user: trader(), token: "token-1" }));
  await screen.findByRole("heading", { level: 1, name: "Dashboard" });
  expect(history.at(-1)).toBe(ROUTE.dashboard);
  expect(context.server.callsOf("POST /api/auth/login")[0]?.body).toEqual({
    email: "sokha@example.com",
    password: "a long password",
  });
});

test("the API's error message appears under the password, and the next keystroke clears it", async () => {
  context.server.on("POST /api/auth/login", () => refuse("invalid_credentials", "Invalid email or password"));
  await open();
  await submit();
  const error = await screen.findByRole("alert");
  expect(error.textContent).toBe("Invalid email or password");
  expect(screen.getByLabelText("Password").getAttribute("aria-describedby")).toBe(error.id);
  expect(screen.getByLabelText<HTMLInputElement>("E-mail").value).toBe("sokha@example.com");
  type("Password", "another");
  expect(screen.queryAllByRole("alert")).toHaveLength(0);
});

test("after a wrong password it is typed again into its field, and sent by Enter", async () => {
  context.server.on("POST /api/auth/login", () => refuse("invalid_credentials", "Invalid email or password"));
  await open();
  await submit();
  await screen.findByRole("alert");
  const password = screen.getByLabelText<HTMLInputElement>("Password");
  expectRetyped(password);
  type("Password", "the right password");
  fireEvent.submit(password);
  await waitFor(() => expect(context.server.callsOf("POST /api/auth/login")).toHaveLength(2));
  const [, second] = context.server.callsOf("POST /api/auth/login");
  expect(second?.body).toEqual({ email: "sokha@example.com", password: "the right password" });
  await screen.findByRole("alert");
});

test("while too many passwords wait to be checked the form says so, keeps its values and can be sent again", async () => {
  const busy = "Service temporarily unavailable. Please try again.";
  context.server.on("POST /api/auth/login", () => refuse("busy", busy));
  await open();
  await submit();
  expect((await screen.findByRole("alert")).textContent).toBe(busy);
  expect(screen.getByLabelText<HTMLInputElement>("Password").value).toBe("a long password");
  expect(button().disabled).toBe(false);
  context.server.on("POST /api/auth/login", () => refuse("email_not_verified", "Verify your e-mail address first."));
  fireEvent.click(button());
  await screen.findByRole("heading", { name: "Check your e-mail" });
});

test("an error about the e-mail appears under the e-mail, which takes the focus", async () => {
  context.server.on("POST /api/auth/login", () =>
    refuse("invalid_input", "Enter a valid e-mail address", { field: "email" }),
  );
  await open();
  await submit();
  const error = await screen.findByRole("alert");
  expect(screen.getByLabelText("E-mail").getAttribute("aria-describedby")).toBe(error.id);
  expect(document.activeElement).toBe(screen.getByLabelText("E-mail"));
});

test("without a response, the form says so and keeps what was typed", async () => {
  await open();
  await context.server.stop();
  await submit();
  expect((await screen.findByRole("alert")).textContent).toBe("Error logging in");
  expect(screen.getByLabelText<HTMLInputElement>("Password").value).toBe("a long password");
});

test("an earlier error is not shown before any input", async () => {
  context.server.on("POST /api/auth/login", () => refuse("invalid_credentials", "Invalid email or password"));
  await open();
  await submit();
  await screen.findByRole("alert");
  fireEvent.click(screen.getByRole("link", { name: "Sign up" }));
  await screen.findByRole("heading", { name: "Create your account" });
  expect(screen.queryAllByRole("alert")).toHaveLength(0);
});

test("an account with an unverified address is sent to the verification page", async () => {
  context.server.on("POST /api/auth/login", () =>
    refuse("email_not_verified", "Verify your e-mail address first. We have sent you a code."),
  );
  const { history } = await open();
  await submit();
  await screen.findByRole("heading", { name: "Check your e-mail" });
  expect(history.at(-1)).toBe(ROUTE.verifyEmail);
  expect(screen.getByText("sokha@example.com")).toBeTruthy();
});
