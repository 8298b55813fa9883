import { describe, expect, setDefaultTimeout, spyOn, test } from "bun:test";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { App } from "../app.tsx";
import { notice, showNotice } from "../state/notice.ts";
import { ROUTE } from "../state/routes.ts";
import { check, hasSessionEnded } from "../state/session.ts";
import { apiServer, ok, refuse } from "../test/api-server.ts";
import { blankCanvases } from "../test/canvas.ts";
import { openApp } from "../test/open-app.tsx";
import { render } from "../test/render.tsx";
import { trader } from "../test/trader.ts";
import { toast } from "../ui/toast/toast.ts";

setDefaultTimeout(600_000);

const context = apiServer();
blankCanvases();
const CHECK = "GET /api/auth/check";

/** Opens the application with the session check pending. @returns responds to the check */
function openUnanswered(at: string) {
  const answered = Promise.withResolvers<Response>();
  context.server.on(CHECK, () => answered.promise);
  void check();
  render(<App />, { at });
  return answered.resolve;
}

const nobody = () => refuse("not_signed_in", "Please log in");
const form = (title: string) => screen.findByRole("heading", { name: title });

describe.each([
  [ROUTE.login, "Log in", () => import("../auth/log-in-page.tsx")],
  [ROUTE.signUp, "Create your account", () => import("../auth/sign-up-page.tsx")],
])("%s", (at, title, code) => {
  test("shows a spinner until the check finds no session, and then its form", async () => {
    // First: a check that waits for code to be compiled is repeated, and the page says so.
    await code();
    const answer = openUnanswered(at);
    expect(screen.getByText("Loading")).toBeTruthy();
    expect(screen.queryByRole("heading", { name: title })).toBeNull();
    answer(nobody());
    await form(title);
  });

  test("shows no form to a signed-in user", async () => {
    // First: a check that waits for code to be compiled is repeated, and the page says so.
    await code();
    const answer = openUnanswered(at);
    const person = trader();
    context.server.on("GET /api/user/balance", () => ok({ balance: person.balance }));
    answer(ok({ user: person, token: "token-1" }));
    await screen.findByRole("heading", { level: 1, name: "Dashboard" });
  });

  test("shows its form when the check is slow, and keeps the typed text when it responds", async () => {
    const answer = openUnanswered(at);
    await form(title);
    const email = screen.getByLabelText<HTMLInputElement>("E-mail");
    fireEvent.change(email, { target: { value: "sokha@example.com" } });
    answer(nobody());
    await waitFor(() => expect(context.server.callsOf(CHECK).length).toBeGreaterThan(0));
    expect(screen.getByLabelText<HTMLInputElement>("E-mail").value).toBe("sokha@example.com");
  });

  test("shows its form while the API is unreachable", async () => {
    spyOn(console, "info").mockImplementation(() => {});
    await context.server.stop();
    void check();
    render(<App />, { at });
    await form(title);
    context.server.start();
  });
});

test("a log-out leaves the page at once, before the API has responded", async () => {
  const answered = Promise.withResolvers<Response>();
  context.server.on("POST /api/auth/logout", () => answered.promise).on("POST /api/auth/activity", () => ok());
  const assign = spyOn(location, "assign").mockImplementation(() => {});
  await openApp(context.server, { at: ROUTE.profile, as: trader() });
  await screen.findByRole("heading", { level: 1, name: "Profile" });
  fireEvent.click(screen.getByRole("button", { name: "Logout" }));
  expect(await screen.findByText("Loading")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Logout" })).toBeNull();
  expect(assign).not.toHaveBeenCalled();
  answered.resolve(ok());
  await waitFor(() => expect(assign).toHaveBeenCalledWith("/"));
  assign.mockRestore();
});

describe("a session that ends elsewhere", () => {
  const ENDED = "Your session has ended. Log in to continue; an order that you typed is kept.";

  test("leads to the log-in page, which says so until somebody has logged in", async () => {
    await openApp(context.server, { at: ROUTE.settings, as: trader() });
    await screen.findByRole("heading", { level: 1, name: "Settings" });
    context.server.on(CHECK, nobody);
    await check();
    await form("Log in");
    expect(screen.getByText(ENDED)).toBeTruthy();
    context.server
      .on("GET /api/user/balance", () => ok({ balance: 1 }))
      .on("POST /api/auth/login", () => ok({ message: "Logged in", user: trader(), token: "token-2" }));
    fireEvent.change(screen.getByLabelText("E-mail"), { target: { value: "sokha@example.com" } });
    fireEvent.change(screen.getByLabelText("Password"), { target: { value: "a long password" } });
    fireEvent.click(screen.getByRole("button", { name: "Log in" }));
    await screen.findByRole("heading", { level: 1, name: "Dashboard" });
    expect(hasSessionEnded.value).toBe(false);
  });

  test("is said once: refusals that found it are not left over the log-in page", async () => {
    await openApp(context.server, { at: ROUTE.profile, as: trader() });
    await screen.findByRole("heading", { level: 1, name: "Profile" });
    act(() => {
      toast.error("Please log in", { duration: Number.POSITIVE_INFINITY });
      showNotice({ type: "error", title: "Update Failed", message: "Please log in" });
    });
    expect(await screen.findAllByText("Please log in")).toHaveLength(2);
    context.server.on(CHECK, nobody);
    await check();
    await screen.findByText(ENDED);
    expect(notice.value).toBeNull();
    await waitFor(() => expect(screen.queryByText("Please log in")).toBeNull());
    await context.callsArrive();
  });

  test("is not said to somebody who had none", async () => {
    await openApp(context.server, { at: ROUTE.settings, as: null });
    await form("Log in");
    expect(screen.queryByText(ENDED)).toBeNull();
  });
});
