import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { AdminApi } from "../test/admin-api.ts";
import { apiServer, ok, refuse } from "../test/api-server.ts";
import { expectRetyped } from "../test/expect-retyped.ts";
import { openApp } from "../test/open-app.tsx";
import { pollNow } from "./core/admin-polling.ts";
import type { ListedUser } from "./users/user-calls.ts";

setDefaultTimeout(600_000);
afterEach(cleanup);
const context = apiServer();
let adminApi: AdminApi;

beforeEach(() => {
  adminApi = new AdminApi(context.server);
});

function listed(firstName: string): ListedUser {
  return {
    _id: `id-${firstName}`,
    name: `${firstName} Lim`,
    username: firstName,
    email: `${firstName}@example.com`,
    frozenAt: null,
    closedAt: null,
    role: "trader",
    isVerified: true,
    timeZone: "Asia/Phnom_Penh",
    createdAt: "2026-01-14T00:00:00.000Z",
    balance: 10,
  };
}

async function openAdmin() {
  const found = ["bopha", "borey"].map(listed);
  context.server.on("GET /api/admin/users", ({ query }) => {
    const search = query.get("search") ?? "";
    return ok({ users: found.filter(({ username }) => username.startsWith(search)), nextCursor: null });
  });
  const opened = await openApp(context.server, { at: "/admin", as: adminApi.admin });
  await screen.findByRole("heading", { level: 1, name: "Overview" });
  return opened;
}

/** Opens the search with its shortcut: on a narrow screen, such as this one, the field is not rendered before. */
async function openSearch() {
  const field = await screen.findByRole<HTMLInputElement>("combobox", { name: "Person, phone, account or ID" });
  // Keys are listened to by an effect, which runs after the page is there.
  await waitFor(() => {
    fireEvent.keyDown(document.body, { key: "/" });
    expect(document.activeElement === field).toBe(true);
  });
  return field;
}

test("a person is found with the keyboard alone, and Enter opens their page", async () => {
  const { history } = await openAdmin();
  const field = await openSearch();
  fireEvent.change(field, { target: { value: "bo" } });
  const options = await screen.findAllByRole("option");
  expect(field.getAttribute("aria-expanded")).toBe("true");
  expect(field.getAttribute("aria-activedescendant")).toBeNull();

  fireEvent.keyDown(field, { key: "ArrowUp" });
  expect(field.getAttribute("aria-activedescendant")).toBe(options[1]?.id ?? "");
  fireEvent.keyDown(field, { key: "ArrowDown" });
  expect(field.getAttribute("aria-activedescendant")).toBe(options[0]?.id ?? "");
  expect(options[0]?.getAttribute("aria-selected")).toBe("true");
  fireEvent.keyDown(field, { key: "ArrowDown" });
  fireEvent.keyDown(field, { key: "Enter" });
  await waitFor(() => expect(history.at(-1)).toBe("/admin/users?item=id-borey"));
  expect(field.value).toBe("");
});

test("a withdrawal is found by its number, by its id, and by the bank's payment ID", async () => {
  const [first] = adminApi.addWithdrawals(
    {
      _id: "3b6ff4be-7c1c-4d2e-9a52-0d6c2f1f7a11",
      number: "WD-2275",
      amount: 40,
      status: "completed",
      paymentId: "FT26-001",
    },
    { amount: 50, number: "WD-2290" },
  );
  const { history } = await openAdmin();
  for (const typed of ["WD-2275", " wd2275 ", first?._id ?? "", " 3B6FF4BE ", "ft26-001"]) {
    const field = await openSearch();
    fireEvent.change(field, { target: { value: typed } });
    const option = await screen.findByRole("option", { name: /^Withdrawal WD-2275/ });
    expect(option.textContent).toBe("Withdrawal WD-2275$40.00Bopha Keo, FT26-001Completed");
    expect(screen.getAllByRole("option")).toHaveLength(1);
    fireEvent.keyDown(field, { key: "Enter" });
    await waitFor(() => expect(history.at(-1)).toBe(`/admin/withdrawals?status=all&item=${first?._id}`));
  }
});

const goTo = (letter: string) => {
  for (const key of ["g", letter]) fireEvent.keyDown(document.body, { key });
};

test("a section's keys and its link open the same list, of what waits for this admin", async () => {
  adminApi.addWithdrawals({ amount: 40 });
  adminApi.addException();
  adminApi.waitingImports = 1;
  const { history } = await openAdmin();
  const bar = within(screen.getByRole("navigation", { name: "Admin" }));
  for (const [key, name, href] of [
    ["w", "Withdrawals 1", "/admin/withdrawals?status=open&stage=waiting"],
    ["e", "Exceptions 1", "/admin/exceptions?stage=waiting"],
    ["m", "Imports 1", "/admin/imports?status=waiting"],
  ] as const) {
    const link = await bar.findByRole("link", { name });
    expect(link.getAttribute("href")).toBe(href);
    goTo(key);
    await waitFor(() => expect(history.at(-1)?.startsWith(href)).toBe(true));
    goTo("o");
    await waitFor(() => expect(history.at(-1)).toBe("/admin"));
  }
});

test("Esc closes the results, then clears the text; a search without a hit says so", async () => {
  await openAdmin();
  const field = await openSearch();
  fireEvent.change(field, { target: { value: "bo" } });
  await screen.findAllByRole("option");
  fireEvent.keyDown(field, { key: "Escape" });
  expect(field.getAttribute("aria-expanded")).toBe("false");
  expect(field.value).toBe("bo");
  fireEvent.keyDown(field, { key: "Escape" });
  expect(field.value).toBe("");
  await openSearch();
  fireEvent.change(field, { target: { value: "xy" } });
  await screen.findByText("No match for “xy”", { selector: "p" });
});

test("the bar counts down until actions on money need a code, and a code restarts it", async () => {
  adminApi.stepUpLeftS = 0;
  await openAdmin();
  fireEvent.click(await screen.findByRole("button", { name: "Step-up ended. Renew" }));
  fireEvent.change(await screen.findByLabelText("Six-digit code"), { target: { value: adminApi.validCode } });
  adminApi.stepUpLeftS = 702;
  const clock = await screen.findByRole("button", { name: /^Step-up \d+:\d\d$/ });
  const first = clock.textContent;
  await waitFor(() => expect(clock.textContent).not.toBe(first));
});

test("a refused code leaves its empty field the focus and says why; one without an answer is sent again by the button", async () => {
  adminApi.stepUpLeftS = 0;
  const STEP_UP = "POST /api/admin/step-up";
  await openAdmin();
  const right = context.server.answerOf(STEP_UP);
  context.server.on(STEP_UP, () =>
    refuse("invalid_code", "Invalid or expired code", { field: "code", reason: "used" }),
  );
  fireEvent.click(await screen.findByRole("button", { name: "Step-up ended. Renew" }));
  const code = await screen.findByLabelText<HTMLInputElement>("Six-digit code");
  fireEvent.change(code, { target: { value: "000000" } });
  await screen.findByText("Invalid or expired code. The code was already used. Wait for the next one in your app.");
  expect([code.value, document.activeElement === code]).toEqual(["", true]);
  context.server.on(STEP_UP, () => refuse("busy", "Service temporarily unavailable."));
  fireEvent.change(code, { target: { value: adminApi.validCode } });
  await screen.findByText("Service temporarily unavailable.");
  expectRetyped(code);
  context.server.on(STEP_UP, right);
  fireEvent.submit(code);
  await waitFor(() => expect(screen.queryAllByRole("dialog")).toHaveLength(0));
});

test("a section's link keeps the focus when its count arrives and changes its address", async () => {
  await openAdmin();
  const bar = within(screen.getByRole("navigation", { name: "Admin" }));
  const link = bar.getByRole("link", { name: "Imports" });
  link.focus();
  adminApi.waitingImports = 3;
  await act(() => pollNow());
  expect(link.getAttribute("href")).toBe("/admin/imports?status=waiting");
  expect(bar.getByRole("link", { name: "Imports 3" })).toBe(link);
  expect(document.activeElement).toBe(link);
});
