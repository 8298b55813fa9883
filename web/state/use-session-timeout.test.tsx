import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { cleanup, screen, waitFor } from "@testing-library/react";
import { AdminApi } from "../test/admin-api.ts";
import { apiServer, ok } from "../test/api-server.ts";
import { openApp } from "../test/open-app.tsx";
import { trader } from "../test/trader.ts";

setDefaultTimeout(600_000);
afterEach(cleanup);
const context = apiServer();
let adminApi: AdminApi;

beforeEach(() => {
  adminApi = new AdminApi(context.server);
  context.server.on("POST /api/auth/logout", () => ok());
});

const MINUTE_MS = 60_000;
/** Simulates the last input this many minutes ago, by a user with a timeout of two hours. */
function leaveFor(minutes: number, userId: string): void {
  localStorage.setItem("last-input-at", String(Date.now() - minutes * MINUTE_MS));
  localStorage.setItem(`settings:${userId}`, JSON.stringify({ security: { sessionTimeoutMin: 120 } }));
}
const logOuts = () => context.server.callsOf("POST /api/auth/logout").length;

test("an admin is signed out after thirty minutes, whatever their setting", async () => {
  leaveFor(30, adminApi.admin._id);
  await openApp(context.server, { at: "/admin", as: adminApi.admin });
  await waitFor(() => expect(logOuts()).toBe(1));
  await screen.findByRole("dialog", { name: "Log in to continue" });
});

test("an admin with input in that time is not", async () => {
  leaveFor(29, adminApi.admin._id);
  await openApp(context.server, { at: "/admin", as: adminApi.admin });
  await screen.findByRole("heading", { level: 1, name: "Overview" });
  await context.callsArrive();
  expect(logOuts()).toBe(0);
});

test("a trader is signed out after the time in their settings", async () => {
  const person = trader();
  leaveFor(31, person._id);
  await openApp(context.server, { at: "/profile", as: person });
  await screen.findByText(/^Member since/);
  await context.callsArrive();
  expect(logOuts()).toBe(0);
});
