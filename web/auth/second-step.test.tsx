import { beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { ROUTE } from "../state/routes.ts";
import { apiServer, ok, refuse } from "../test/api-server.ts";
import { openApp } from "../test/open-app.tsx";
import { trader } from "../test/trader.ts";

setDefaultTimeout(600_000);

const context = apiServer();
const VERIFY = "POST /api/auth/totp/verify";

const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });
const codesSent = () => context.server.callsOf(VERIFY).map(({ body }) => body);

/** Opens the log-in page and completes the first step. */
async function openSecondStep() {
  const result = await openApp(context.server, { at: ROUTE.login, as: null });
  await screen.findByRole("heading", { name: "Log in" });
  type("E-mail", "sokha@example.com");
  type("Password", "a long password");
  fireEvent.click(button("Log in"));
  await screen.findByRole("heading", { name: "Enter your code" });
  return result;
}

beforeEach(() => {
  const response = { message: "Enter the code from your authenticator app.", totpRequired: true };
  context.server
    .on("POST /api/auth/login", () => ok(response))
    .on(VERIFY, ({ body }) => {
      const { code } = body as { code: string };
      if (code !== "123456" && code !== "7K2M-Q9XA-40TB") return refuse("invalid_code", "Invalid or expired code");
      context.server.on("GET /api/auth/check", () => ok({ user: trader(), token: "token-1" }));
      return ok({ message: "Logged in", user: trader(), token: "token-1" });
    })
    .on("GET /api/user/balance", () => ok({ balance: 350.55 }));
});

test("the code field follows the password, takes the focus and offers one-time-code autofill", async () => {
  await openSecondStep();
  expect(screen.getByText("Your authenticator app shows six digits for Tonle.")).toBeTruthy();
  await waitFor(() => expect(document.activeElement === field("Code")).toBe(true));
  expect([field("Code").autocomplete, field("Code").inputMode]).toEqual(["one-time-code", "numeric"]);
  expect(button("Log in").disabled).toBe(true);
});

test("the sixth digit submits the code, and the dashboard opens", async () => {
  const { history } = await openSecondStep();
  type("Code", "123 4");
  expect(field("Code").value).toBe("1234");
  await context.callsArrive();
  expect(codesSent()).toEqual([]);
  type("Code", "123 456");
  await screen.findByRole("heading", { level: 1, name: "Dashboard" });
  expect(history.at(-1)).toBe(ROUTE.dashboard);
  expect(codesSent()).toEqual([{ code: "123456" }]);
});

test.each(["១២៣៤៥៦", "１２３４５６"])("the code may be typed in the digits of another keyboard: %s", async (code) => {
  await openSecondStep();
  type("Code", code.slice(0, 3));
  expect(field("Code").value).toBe("123");
  type("Code", code);
  await screen.findByRole("heading", { level: 1, name: "Dashboard" });
  expect(codesSent()).toEqual([{ code: "123456" }]);
});

test("a wrong code shows the API's message and empties the field, and the next digit clears the message", async () => {
  await openSecondStep();
  type("Code", "000000");
  const error = await screen.findByRole("alert");
  expect(error.textContent).toBe("Invalid or expired code");
  await waitFor(() => expect(field("Code").value).toBe(""));
  expect(document.activeElement).toBe(field("Code"));
  type("Code", "1");
  expect(screen.queryAllByRole("alert")).toHaveLength(0);
});

test.each([
  ["used", "Invalid or expired code. The code was already used. Wait for the next one in your app."],
  [
    "clock",
    "Invalid or expired code. The code is of another time. Set your phone's clock to automatic, then enter the next code.",
  ],
] as const)(
  "a refused code says what is known of it (%s), and the next one is typed into an empty field",
  async (reason, said) => {
    await openSecondStep();
    const right = context.server.answerOf(VERIFY);
    context.server.on(VERIFY, () => refuse("invalid_code", "Invalid or expired code", { field: "code", reason }));
    type("Code", "000000");
    expect((await screen.findByRole("alert")).textContent).toBe(said);
    expect([field("Code").value, document.activeElement === field("Code")]).toEqual(["", true]);
    context.server.on(VERIFY, right);
    type("Code", "123456");
    await screen.findByRole("heading", { level: 1, name: "Dashboard" });
  },
);

test("a code whose answer was lost stays selected, and is sent again by the button or by pasting it", async () => {
  await openSecondStep();
  const right = context.server.answerOf(VERIFY);
  context.server.on(VERIFY, () => refuse("busy", "Service temporarily unavailable."));
  type("Code", "123456");
  await screen.findByRole("alert");
  const { value, selectionStart, selectionEnd } = field("Code");
  expect([value, selectionStart, selectionEnd]).toEqual(["123456", 0, 6]);
  fireEvent.click(button("Log in"));
  await waitFor(() => expect(codesSent()).toHaveLength(2));
  await screen.findByRole("alert");
  context.server.on(VERIFY, right);
  fireEvent.paste(field("Code"));
  type("Code", "123456");
  await screen.findByRole("heading", { level: 1, name: "Dashboard" });
  expect(codesSent()).toEqual([{ code: "123456" }, { code: "123456" }, { code: "123456" }]);
});

test("a recovery code works without the phone", async () => {
  await openSecondStep();
  fireEvent.click(button("Use a recovery code"));
  expect(screen.getByText(/enter one of your recovery codes/)).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(field("Recovery code")));
  type("Recovery code", "７K២M-Q៩XA-៤០TB");
  expect(field("Recovery code").value).toBe("7K2M-Q9XA-40TB");
  await context.callsArrive();
  expect(codesSent()).toEqual([]);
  fireEvent.click(button("Log in"));
  await screen.findByRole("heading", { level: 1, name: "Dashboard" });
  expect(codesSent()).toEqual([{ code: "7K2M-Q9XA-40TB" }]);
});

test("a refused recovery code stays editable, and the authenticator's code is still accepted", async () => {
  await openSecondStep();
  fireEvent.click(button("Use a recovery code"));
  type("Recovery code", "7K2M");
  fireEvent.click(button("Log in"));
  await screen.findByRole("alert");
  expect(field("Recovery code").value).toBe("7K2M");
  fireEvent.click(button("Use the authenticator app"));
  expect(screen.queryAllByRole("alert")).toHaveLength(0);
  expect(field("Code").value).toBe("");
});

test("an expired first step returns to the password with an explanation", async () => {
  context.server.on(VERIFY, () => refuse("not_signed_in", "Your log-in took too long. Please log in again."));
  await openSecondStep();
  type("Code", "123456");
  await screen.findByRole("heading", { name: "Log in" });
  expect(await screen.findByText("Your log-in took too long. Please log in again.")).toBeTruthy();
  expect(field("E-mail").value).toBe("sokha@example.com");
  expect(field("Password").value).toBe("");
});

test("too many wrong codes are reported, and so is an unreachable API", async () => {
  context.server.on(VERIFY, () => refuse("too_many_requests", "Too many requests. Please try again later."));
  await openSecondStep();
  type("Code", "123456");
  expect((await screen.findByRole("alert")).textContent).toBe("Too many requests. Please try again later.");
  await context.server.stop();
  type("Code", "123456");
  await waitFor(() => expect(screen.getByRole("alert").textContent).toBe("Error logging in"));
});

test("the second step can return to the password", async () => {
  await openSecondStep();
  fireEvent.click(button("Back to the password"));
  await screen.findByRole("heading", { name: "Log in" });
  expect(field("Password").value).toBe("");
});
