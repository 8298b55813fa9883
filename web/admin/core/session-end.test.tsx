import { afterEach, beforeEach, describe, expect, setDefaultTimeout, spyOn, test } from "bun:test";
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { User } from "../../state/api.ts";
import { adminLogInPath } from "../../state/routes.ts";
import { check, user } from "../../state/session.ts";
import { AdminApi } from "../../test/admin-api.ts";
import { apiServer, ok, refuse } from "../../test/api-server.ts";
import { manualCountdowns } from "../../test/countdowns.ts";
import { openApp } from "../../test/open-app.tsx";
import { trader } from "../../test/trader.ts";
import { toast } from "../../ui/toast/toaster.tsx";
import { steppedUpUntilMs } from "./step-up.ts";

setDefaultTimeout(600_000);
afterEach(cleanup);
const context = apiServer();
manualCountdowns();
let adminApi: AdminApi;

beforeEach(() => {
  toast.remove();
  adminApi = new AdminApi(context.server);
});

const press = (key: string) => fireEvent.keyDown(document.body, { key });
const opens = (sum: string) =>
  waitFor(() => {
    expect(document.querySelector("[data-item-heading]")?.textContent).toBe(sum);
    expect(document.querySelectorAll('[aria-busy="true"]').length).toBe(0);
    // Until it is known, a decision asks for a code.
    expect(steppedUpUntilMs.value).not.toBeNull();
  });
const logInDialog = () => screen.findByRole("dialog", { name: "Log in to continue" });
const isOver = () =>
  waitFor(() => expect(screen.queryAllByRole("dialog", { name: "Log in to continue" })).toHaveLength(0));

async function openQueue(): Promise<string> {
  const [first] = adminApi.addWithdrawals({ amount: 101 }, { amount: 102 });
  await openApp(context.server, { at: "/admin/withdrawals", as: adminApi.admin });
  await opens("$101.00");
  return first?._id ?? "";
}

async function approve(sum: string): Promise<void> {
  press("a");
  const dialog = await screen.findByRole("dialog", { name: `Approve ${sum}` });
  fireEvent.click(within(dialog).getByText(`Approve ${sum}`, { selector: "button" }));
}

/** Ends the session on the server, and makes a call that finds out. */
async function endSession(): Promise<void> {
  context.server.on("GET /api/auth/check", () => refuse("not_signed_in", "Please log in"));
  await check();
}

/** Logs in through the dialog over the page. */
async function logIn(as: User): Promise<void> {
  context.server
    .on("POST /api/admin/login", () => ok({ message: "Logged in", user: as }))
    .on("GET /api/auth/check", () => ok({ user: as, token: "token-2" }));
  const dialog = within(await logInDialog());
  fireEvent.change(dialog.getByLabelText("E-mail"), { target: { value: as.email } });
  fireEvent.change(dialog.getByLabelText("Password"), { target: { value: "a fine sentence" } });
  fireEvent.change(dialog.getByLabelText("Six-digit code"), { target: { value: "123456" } });
  fireEvent.click(dialog.getByText("Log in", { selector: "button" }));
}

test("an admin whose account has another language gets the page of the log-in in it", async () => {
  const replace = spyOn(location, "replace").mockImplementation(() => {});
  await openApp(context.server, { at: adminLogInPath("/admin/users"), as: null });
  const admin = { ...adminApi.admin, language: "km" as const };
  context.server.on("POST /api/admin/login", () => ok({ message: "Logged in", user: admin }));
  fireEvent.change(await screen.findByLabelText("E-mail"), { target: { value: admin.email } });
  fireEvent.change(screen.getByLabelText("Password"), { target: { value: "a fine sentence" } });
  fireEvent.change(screen.getByLabelText("Six-digit code"), { target: { value: "123456" } });
  fireEvent.click(screen.getByText("Log in", { selector: "button" }));
  await waitFor(() => expect(replace).toHaveBeenCalledWith("/admin/users"));
});

describe("when the session ends", () => {
  test("a log-in dialog covers the page, and text typed there is kept", async () => {
    await openQueue();
    press("r");
    await screen.findByRole("dialog", { name: "Reject $101.00" });
    const notes = screen.getByLabelText("Notes for the trader");
    fireEvent.change(notes, { target: { value: "Half a sentence" } });
    notes.focus();
    await endSession();
    const dialog = within(await logInDialog());
    expect(dialog.getByLabelText("E-mail")).toHaveProperty("value", adminApi.admin.email);
    // Keys that are being typed must not end up in the password field.
    expect(document.activeElement).not.toBe(dialog.getByLabelText("Password"));
    fireEvent.keyDown(document, { key: "Escape" });
    expect(await logInDialog()).toBeTruthy();
    await logIn(adminApi.admin);
    await isOver();
    expect(screen.getByLabelText("Notes for the trader")).toHaveProperty("value", "Half a sentence");
    expect(document.activeElement).toBe(screen.getByLabelText("Notes for the trader"));
  });

  test("the search for a person stays open with its text", async () => {
    await openQueue();
    press("/");
    const search = await screen.findByRole("combobox", { name: "Person, phone, account or ID" });
    fireEvent.change(search, { target: { value: "bo" } });
    await endSession();
    await logInDialog();
    // On narrow screens the closed search is hidden, and hidden elements take no focus.
    expect([document.activeElement === search, search.closest("[data-field]")?.getAttribute("data-field")]).toEqual([
      false,
      "shown",
    ]);
    await logIn(adminApi.admin);
    await isOver();
    expect([document.activeElement === search, Reflect.get(search, "value")]).toEqual([true, "bo"]);
  });

  test("a waiting decision says that it is not sent, and is sent once the same admin is back", async () => {
    const id = await openQueue();
    await approve("$101.00");
    await opens("$102.00");
    await endSession();
    const dialog = within(await logInDialog());
    expect(dialog.getByText(/This decision has not been sent yet/)).toBeTruthy();
    expect(dialog.getByText("Approve $101.00")).toBeTruthy();
    expect(screen.getByText(", not sent: your session has ended")).toBeTruthy();
    await context.callsArrive();
    expect(adminApi.actionCalls(id, "approve")).toEqual([]);
    await logIn(adminApi.admin);
    await isOver();
    expect(await screen.findByText(/^, in \d s/)).toBeTruthy();
    press("s");
    await screen.findByText("Approved $101.00 for Bopha Keo");
    const [call] = adminApi.actionCalls(id, "approve");
    expect(call?.headers.get("Acting-User")).toBe(adminApi.admin._id);
  });

  test("a decision whose sending finds the session ended is not lost, and can be undone after the log-in", async () => {
    const id = await openQueue();
    const path = `POST /api/admin/withdrawals/${id}/approve`;
    context.server
      .on(path, () => refuse("not_signed_in", "Please log in"))
      .on("GET /api/auth/check", () => refuse("not_signed_in", "Please log in"));
    await approve("$101.00");
    await opens("$102.00");
    press("s");
    await logInDialog();
    await screen.findByText(", not sent: your session has ended");
    await logIn(adminApi.admin);
    await isOver();
    await screen.findByText(/^, in \d s/);
    press("z");
    await opens("$101.00");
    await context.callsArrive();
    expect(context.server.callsOf(path)).toHaveLength(1);
  });

  test("an image that failed to load without a session is loaded again after the log-in", async () => {
    adminApi.addIdentity("Bopha Keo");
    await openApp(context.server, { at: "/admin/identities", as: adminApi.admin });
    fireEvent.click(await screen.findByRole("button", { name: "Show ID card" }));
    fireEvent.error(await screen.findByAltText("ID card of Bopha Keo"));
    await screen.findByText(/this can only be rejected/);
    await endSession();
    await logIn(adminApi.admin);
    await isOver();
    fireEvent.load(await screen.findByAltText("ID card of Bopha Keo"));
    await waitFor(() => expect(screen.getByRole("button", { name: "Verify" })).toHaveProperty("disabled", false));
  });

  test("another admin who logs in over the page sends none of the earlier admin's decisions, and gets a notice", async () => {
    const id = await openQueue();
    await approve("$101.00");
    await opens("$102.00");
    await endSession();
    await logIn({ ...adminApi.admin, _id: "admin-2", email: "maly@example.com", name: "Maly Sok" });
    await isOver();
    await screen.findByText(/A decision by the previous admin was not sent/);
    await screen.findByText("2 requests, $203.00");
    press("s");
    expect(screen.queryByText(/^, in|^, sending|^, not sent/)).toBeNull();
    await context.callsArrive();
    expect(adminApi.actionCalls(id, "approve")).toEqual([]);
    expect(user.value?._id).toBe("admin-2");
  });

  test("when another tab logs in another user, nothing is sent and the page waits for its own admin", async () => {
    const id = await openQueue();
    await approve("$101.00");
    await opens("$102.00");
    const other = new BroadcastChannel("session");
    other.postMessage({ kind: "signed_in", userId: "trader-9", sender: "another tab" });
    other.close();
    const dialog = within(await logInDialog());
    expect(dialog.getByText(/Another log-in in this browser has replaced your session/)).toBeTruthy();
    await context.callsArrive();
    expect(adminApi.actionCalls(id, "approve")).toEqual([]);
  });

  test("leaving instead drops the unsent decisions, and goes to the landing page", async () => {
    const id = await openQueue();
    await approve("$101.00");
    await opens("$102.00");
    await endSession();
    const assign = spyOn(location, "assign").mockImplementation(() => {});
    fireEvent.click(within(await logInDialog()).getByText("Leave without sending"));
    await waitFor(() => expect(assign).toHaveBeenCalledWith("/"));
    await context.callsArrive();
    expect(adminApi.actionCalls(id, "approve")).toEqual([]);
  });
});

describe("an admin screen without an admin's session", () => {
  const heading = (name: string) => screen.findByRole("heading", { level: 1, name });

  test.each([
    ["nobody", null],
    ["an admin with a trader's session", trader({ _id: "admin-1", isAdmin: true })],
  ])("%s is sent to the admin log-in, and back to the requested page", async (_, as) => {
    const at = "/admin/withdrawals?status=approved&item=w-1";
    const { history } = await openApp(context.server, { at, as });
    await heading("Admin log-in");
    context.server.on("POST /api/admin/login", () => ok({ message: "Logged in", user: adminApi.admin }));
    fireEvent.change(screen.getByLabelText("E-mail"), { target: { value: adminApi.admin.email } });
    fireEvent.change(screen.getByLabelText("Password"), { target: { value: "a fine sentence" } });
    fireEvent.change(screen.getByLabelText("Six-digit code"), { target: { value: "123456" } });
    fireEvent.click(screen.getByRole("button", { name: "Log in" }));
    await heading("Withdrawals");
    expect(history.at(-1)).toBe(at);
  });

  test("a refused log-in leaves the code's empty field the focus, says what is known, and the next code is sent", async () => {
    await openApp(context.server, { at: "/admin/withdrawals", as: null });
    await heading("Admin log-in");
    const LOG_IN = "POST /api/admin/login";
    context.server.on(LOG_IN, () =>
      refuse("invalid_credentials", "Invalid email, password or code", { reason: "clock" }),
    );
    const code = screen.getByLabelText<HTMLInputElement>("Six-digit code");
    fireEvent.change(screen.getByLabelText("E-mail"), { target: { value: adminApi.admin.email } });
    fireEvent.change(screen.getByLabelText("Password"), { target: { value: "a fine sentence" } });
    fireEvent.change(code, { target: { value: "000000" } });
    fireEvent.submit(code);
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toStartWith("Invalid email, password or code. The code is of another time.");
    expect([code.value, document.activeElement === code]).toEqual(["", true]);
    context.server.on(LOG_IN, () => ok({ message: "Logged in", user: adminApi.admin }));
    fireEvent.change(code, { target: { value: "123456" } });
    fireEvent.submit(code);
    await heading("Withdrawals");
    const bodies = context.server.callsOf(LOG_IN).map(({ body }) => body);
    expect(bodies).toMatchObject([{ code: "000000" }, { password: "a fine sentence", code: "123456" }]);
  });

  test("a trader is sent to their dashboard", async () => {
    context.server.on("GET /api/deposit/history", () => ok({ deposits: [], nextCursor: null }));
    const { history } = await openApp(context.server, { at: "/admin/ledger", as: trader() });
    await heading("Dashboard");
    expect(history.at(-1)).toBe("/dashboard");
  });
});
