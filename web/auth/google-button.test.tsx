import { expect, setDefaultTimeout, test } from "bun:test";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { GOOGLE_REFUSALS } from "../../worker/contract/google-refusals.ts";
import { ROUTE } from "../state/routes.ts";
import { apiServer, ok } from "../test/api-server.ts";
import { BROWSER_ZONE } from "../test/clock.ts";
import { openApp } from "../test/open-app.tsx";
import { trader } from "../test/trader.ts";
import { authText } from "./auth-text.ts";
import { backFromGoogle } from "./log-in-page.tsx";

setDefaultTimeout(600_000);

const context = apiServer();

test.each([ROUTE.login, ROUTE.signUp])("%s offers Google where it is configured", async (at) => {
  context.server.on("GET /api/auth/options", () => ok({ google: true }));
  await openApp(context.server, { at, as: null });
  const link = await screen.findByRole("link", { name: "Continue with Google" });
  expect(link.getAttribute("href")).toBe(`/api/auth/google?${new URLSearchParams({ timeZone: BROWSER_ZONE })}`);
});

test("there is no Google button where it is not configured", async () => {
  await openApp(context.server, { at: ROUTE.login, as: null });
  await waitFor(() => expect(context.server.callsOf("GET /api/auth/options")).not.toHaveLength(0));
  await context.callsArrive();
  expect(screen.queryByText("Continue with Google")).toBeNull();
});

test("every refusal has a text, and an unknown query value is ignored", () => {
  for (const reason of GOOGLE_REFUSALS) {
    expect(backFromGoogle(`?google=${reason}`)).toEqual({ refusal: reason, wantsCode: false });
    expect(authText.google.refusals[reason].length).toBeGreaterThan(20);
  }
  expect(backFromGoogle("?google=constructor&step=")).toEqual({ refusal: null, wantsCode: false });
  expect(backFromGoogle("?step=code")).toEqual({ refusal: null, wantsCode: true });
});

test("an account without a password is offered a mailed link to set one and is not asked for a password", async () => {
  const person = trader({ balance: 0, security: { ...trader().security, hasPassword: false, google: true } });
  context.server.on("GET /api/auth/sessions", () => ok({ sessions: [] }));
  context.server.on("POST /api/auth/forgot-password", () => ok({ message: "on its way" }));
  await openApp(context.server, { at: ROUTE.settings, as: person });
  fireEvent.click(await screen.findByRole("tab", { name: "Privacy" }));
  fireEvent.click(await screen.findByRole("button", { name: "Close account" }));
  await screen.findByText(/You log in with Google and have no password yet/);
  fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
  fireEvent.click(screen.getByRole("tab", { name: "Security" }));
  await screen.findByText("None yet: you log in with Google.");
  fireEvent.click(screen.getByRole("button", { name: "Set a password" }));
  fireEvent.click(await screen.findByRole("button", { name: "Send the link" }));
  await screen.findByText("The link is on its way to your e-mail address");
  expect(context.server.callsOf("POST /api/auth/forgot-password")).toMatchObject([{ body: { email: person.email } }]);
});
