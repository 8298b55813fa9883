import { afterEach, expect, setDefaultTimeout, test } from "bun:test";
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { AdminApi } from "../../test/admin-api.ts";
import { apiServer, ok, refuse } from "../../test/api-server.ts";
import { openApp } from "../../test/open-app.tsx";
import type { AuditCheck, AuditEntry } from "./audit-calls.ts";

setDefaultTimeout(600_000);
afterEach(cleanup);
const context = apiServer();

function entry(sequence: number, change: Partial<AuditEntry> = {}): AuditEntry {
  return {
    _id: String(sequence),
    at: new Date(Date.UTC(2026, 10, 20, 3, sequence)).toISOString(),
    who: { id: "admin-1", email: "sophea@example.com", name: "Sophea Nov" },
    action: "withdrawal.approved",
    subject: "withdrawal:5e3f1c2a-aaaa",
    owner: { id: "trader-1", name: "Bopha Keo" },
    detail: { amountCents: 5_000, bankName: "ABA" },
    isSealed: true,
    ...change,
  };
}

/** @returns the addresses that the page has had */
async function openLog(entries: AuditEntry[], at = "/admin/audit"): Promise<string[]> {
  const adminApi = new AdminApi(context.server);
  context.server.on("GET /api/admin/audit", ({ query }) => {
    const from = query.get("cursor") === null ? 0 : Number(query.get("cursor"));
    const rows = entries.slice(from, from + 2);
    return ok({ entries: rows, nextCursor: from + 2 < entries.length ? String(from + 2) : null });
  });
  return (await openApp(context.server, { at, as: adminApi.admin })).history;
}

const queries = () => context.server.callsOf("GET /api/admin/audit").map(({ query }) => query.toString());

test("each action is a row: when, who, what, its subject, and whether it is sealed", async () => {
  await openLog([entry(2), entry(1, { who: { id: "system", email: null, name: null }, isSealed: false })]);
  const [first, second] = (await screen.findAllByRole("rowheader")).map((head) => head.closest("tr"));
  const cells = (row: HTMLElement | null | undefined) =>
    [...(row?.querySelectorAll("td, th") ?? [])].map(({ textContent }) => textContent);
  expect(cells(first).slice(1, 5)).toEqual([
    "Withdrawal approved",
    "Sophea Nov",
    "WithdrawalBopha Keo",
    "amount $50.00, bank name ABA",
  ]);
  expect(cells(second)[2]).toBe("system");
  expect(within(first as HTMLElement).getByRole("img", { name: "Sealed" })).toBeTruthy();
  expect(within(second as HTMLElement).getByRole("img", { name: "Waiting for its seal" })).toBeTruthy();
});

test("L moves the focus to the filters", async () => {
  await openLog([entry(1)]);
  await screen.findByRole("rowheader");
  fireEvent.keyDown(document.body, { key: "l" });
  expect(document.activeElement === screen.getByRole("searchbox", { name: "Who" })).toBe(true);
});

test("people and subjects are links to their pages, with the whole id as the title", async () => {
  await openLog([
    entry(3),
    entry(2, { subject: "user:trader-1", action: "user.frozen" }),
    entry(1, { who: { id: "system", email: null, name: null }, subject: "pause:withdrawals", owner: null }),
  ]);
  const links = (row: number) =>
    [...(screen.getAllByRole("rowheader")[row]?.closest("tr")?.querySelectorAll("a") ?? [])].map((link) => [
      link.textContent,
      link.getAttribute("href"),
    ]);
  await waitFor(() => expect(screen.getAllByRole("rowheader")).toHaveLength(2));
  const admin = ["Sophea Nov", "/admin/users?item=admin-1"];
  const trader = ["Bopha Keo", "/admin/users?item=trader-1"];
  expect(links(0)).toEqual([admin, ["Withdrawal", "/admin/withdrawals?item=5e3f1c2a-aaaa"], trader]);
  expect(links(1)).toEqual([admin, trader]);
  expect(screen.getAllByTitle("withdrawal:5e3f1c2a-aaaa")).toHaveLength(1);
  expect(screen.getByRole("button", { name: "Copy ID of the withdrawal" })).toBeTruthy();
  fireEvent.click(screen.getByText("Show older actions"));
  await waitFor(() => expect(links(2)).toEqual([]));
});

test("filters are stored in the address, sent to the server, and cleared at once", async () => {
  const history = await openLog([entry(1)]);
  await screen.findByText("Sophea Nov", { selector: "td *" });
  fireEvent.change(screen.getByLabelText("Who"), { target: { value: "sophea@example.com " } });
  await waitFor(() => expect(queries().at(-1)).toContain("who=sophea%40example.com&"));
  fireEvent.change(screen.getByLabelText("Action"), { target: { value: "withdrawal.approved" } });
  fireEvent.change(screen.getByLabelText("From"), { target: { value: "2026-11-20" } });
  fireEvent.change(screen.getByLabelText("To"), { target: { value: "2026-11-20" } });
  await waitFor(() => {
    const last = new URLSearchParams(queries().at(-1));
    expect(last.get("action")).toBe("withdrawal.approved");
    // The filter covers a whole day.
    expect(Date.parse(last.get("to") ?? "") - Date.parse(last.get("from") ?? "")).toBe(86_400_000);
  });
  expect(history.at(-1)).toBe(
    "/admin/audit?who=sophea%40example.com&action=withdrawal.approved&from=2026-11-20&to=2026-11-20",
  );
  fireEvent.click(screen.getByText("Clear"));
  await waitFor(() => expect(queries().at(-1)).toBe("limit=50"));
  expect([history.at(-1), (screen.getByLabelText("Who") as HTMLInputElement).value]).toEqual(["/admin/audit", ""]);
});

test("the column head of the times reverses the order, says so, and the address keeps it", async () => {
  const history = await openLog([entry(1)]);
  await screen.findByText("Sophea Nov", { selector: "td *" });
  const head = screen.getByRole("columnheader", { name: /^When/ });
  expect(head.getAttribute("aria-sort")).toBe("descending");
  fireEvent.click(within(head).getByRole("button", { name: "When , newest first" }));
  await waitFor(() => expect(queries().at(-1)).toBe("sort=oldest&limit=50"));
  expect([head.getAttribute("aria-sort"), history.at(-1)]).toEqual(["ascending", "/admin/audit?sort=oldest"]);
  fireEvent.click(within(head).getByRole("button"));
  await waitFor(() => expect(queries().at(-1)).toBe("limit=50"));
  expect(history.at(-1)).toBe("/admin/audit");
});

test("older actions load on demand, and an address with filters opens with them", async () => {
  await openLog([entry(3), entry(2), entry(1)], "/admin/audit?action=withdrawal.approved");
  fireEvent.click(await screen.findByText("Show older actions"));
  await waitFor(() => expect(screen.getAllByRole("rowheader")).toHaveLength(3));
  expect(screen.queryByText("Show older actions")).toBeNull();
  expect(queries()[0]).toBe("action=withdrawal.approved&limit=50");
  expect(queries().at(-1)).toBe("action=withdrawal.approved&limit=50&cursor=2");
});

test("no matching entries and a log that cannot be loaded each have a message", async () => {
  await openLog([]);
  await screen.findByText("No activity yet");
  cleanup();
  const adminApi = new AdminApi(context.server);
  context.server.on("GET /api/admin/audit", () => refuse("service_down", "Service temporarily unavailable."));
  await openApp(context.server, { at: "/admin/audit", as: adminApi.admin });
  await screen.findByText("The log could not be loaded");
  context.server.on("GET /api/admin/audit", () => ok({ entries: [entry(1)], nextCursor: null }));
  fireEvent.click(screen.getByText("Try again", { selector: "button" }));
  await screen.findByText("Sophea Nov", { selector: "td *" });
});

async function runCheck(ranges: Record<string, AuditCheck>): Promise<void> {
  await openLog([entry(1)]);
  context.server.on("GET /api/admin/audit/check", ({ query }) => {
    const check = ranges[query.get("after") ?? ""];
    return check ? ok({ check }) : refuse("service_down", "Service temporarily unavailable.");
  });
  fireEvent.click(await screen.findByText("Check the seals", { selector: "button" }));
}

test("the seals are checked range by range to the end", async () => {
  await runCheck({ 0: { checked: 2_000, faults: [], next: 2_000 }, 2000: { checked: 17, faults: [], next: null } });
  await screen.findByText("The log is intact");
  expect(screen.getByText(/^2,017 sealed rows/)).toBeTruthy();
});

test("rows that were tampered with are listed", async () => {
  const faults: AuditCheck["faults"] = [
    { sequence: 7, kind: "changed" },
    { sequence: 9, kind: "removed" },
  ];
  await runCheck({ 0: { checked: 12, faults, next: null } });
  await screen.findByText("The log was tampered with");
  expect(screen.getByText("Row 9 was removed")).toBeTruthy();
  expect(screen.getByText(/^Row 7 differs from what was sealed/)).toBeTruthy();
  expect(screen.queryByText("The log is intact")).toBeNull();
});

test("an interrupted check says that the result is unknown", async () => {
  await runCheck({ 0: { checked: 2_000, faults: [], next: 2_000 } });
  await screen.findByText("The check could not be finished");
  expect(screen.queryByText("The log is intact")).toBeNull();
});
