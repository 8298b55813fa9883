import { expect, setDefaultTimeout, spyOn, test } from "bun:test";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import type { VerifiedLogIn } from "../../worker/contract/verified-log-in.ts";
import { forgetVerifiedAddress, keepVerifiedAddress, verifiedAddress } from "../state/storage/verified-address.ts";
import { apiServer, ok, refuse } from "../test/api-server.ts";
import { render } from "../test/render.tsx";
import { trader } from "../test/trader.ts";
import { VerifiedStrip } from "./verified-strip.tsx";

setDefaultTimeout(600_000);

const context = apiServer();
const EMAIL = "sokha@example.com";
const NAME = { firstName: "Sokha", lastName: "Chan" };
const SIGN_IN = "POST /api/auth/sign-in";
const LOG_IN = "POST /api/auth/login";

function open(asks: VerifiedLogIn, isKnown = true) {
  forgetVerifiedAddress();
  if (isKnown) keepVerifiedAddress({ email: EMAIL, name: NAME });
  const went = spyOn(location, "assign").mockImplementation(() => {});
  let isClosed = false;
  render(<VerifiedStrip asks={asks} onClose={() => (isClosed = true)} />);
  return { went, isClosed: () => isClosed };
}

const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

test("one press logs in where the browser may, and the address is forgotten", async () => {
  context.server.on(SIGN_IN, () => ok({ message: "Logged in", user: trader(), token: "bearer" }));
  const { went } = open("press");
  expect(screen.getByText(EMAIL)).toBeTruthy();
  expect(screen.queryByLabelText("Password")).toBe(null);
  press("Continue as Sokha");
  await waitFor(() => expect(went).toHaveBeenCalledWith("/dashboard"));
  expect(context.server.callsOf(SIGN_IN)[0]?.body).toEqual({});
  expect(verifiedAddress()).toBe(null);
});

test("asks for the password once the press is refused, says why, and keeps the address", async () => {
  const message = "This log-in has ended. Log in with your password.";
  context.server
    .on(SIGN_IN, () => refuse("not_signed_in", message))
    .on(LOG_IN, () => ok({ message: "Logged in", user: trader(), token: "bearer" }));
  const { went } = open("press");
  press("Continue as Sokha");
  expect((await screen.findByRole("alert")).textContent).toBe(message);
  type("Password", "a long password");
  expect(screen.queryByRole("alert")).toBe(null);
  press("Log in");
  await waitFor(() => expect(went).toHaveBeenCalledWith("/dashboard"));
  expect(context.server.callsOf(LOG_IN)[0]?.body).toEqual({ email: EMAIL, password: "a long password" });
});

test("an outage is said at the button, and the press can be repeated", async () => {
  context.server.on(SIGN_IN, () => refuse("service_down", "Service temporarily unavailable. Please try again."));
  open("press");
  press("Continue as Sokha");
  expect((await screen.findByRole("alert")).textContent).toContain("temporarily unavailable");
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Continue as Sokha" }).disabled).toBe(false);
});

test("a wrong password is said under its field, and the address stays", async () => {
  context.server.on(LOG_IN, () => refuse("invalid_credentials", "Invalid email or password"));
  const { went } = open("password");
  press("Log in");
  expect(document.activeElement).toBe(screen.getByLabelText("Password"));
  await context.callsArrive();
  expect(context.server.callsOf(LOG_IN)).toEqual([]);
  type("Password", "a wrong password");
  press("Log in");
  expect((await screen.findByRole("alert")).textContent).toBe("Invalid email or password");
  expect(screen.getByText(EMAIL)).toBeTruthy();
  expect(went).not.toHaveBeenCalled();
});

test("asks for the address where this tab does not know it, or after 'Not you?'", async () => {
  context.server.on(LOG_IN, () => ok({ totpRequired: true, message: "Enter the code" }));
  const { went } = open("password");
  type("Password", "typed for the other");
  press("Not you?");
  expect(screen.getByLabelText<HTMLInputElement>("Password").value).toBe("");
  type("E-mail", " dara@example.com ");
  type("Password", "a long password");
  press("Log in");
  await waitFor(() => expect(went).toHaveBeenCalledWith("/login?step=code"));
  expect(context.server.callsOf(LOG_IN)[0]?.body).toEqual({ email: "dara@example.com", password: "a long password" });
});

test("continues without a name where the sign-up was in another tab", () => {
  open("press", false);
  expect(screen.getByText("The account that you have just verified")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Continue" })).toBeTruthy();
});

test("sends an address that is not verified to its code", async () => {
  context.server.on(LOG_IN, () => refuse("email_not_verified", "Verify your e-mail address first."));
  const { went } = open("password", false);
  type("E-mail", "other@example.com");
  type("Password", "a long password");
  press("Log in");
  await waitFor(() => expect(went).toHaveBeenCalledWith("/verify-email"));
});

test("can be closed", () => {
  const { isClosed } = open("press");
  press("Close");
  expect(isClosed()).toBe(true);
});
