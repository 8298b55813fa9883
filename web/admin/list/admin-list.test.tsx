import { afterEach, beforeEach, expect, setDefaultTimeout, spyOn, test } from "bun:test";
import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { AdminApi } from "../../test/admin-api.ts";
import { apiServer, refuse } from "../../test/api-server.ts";
import { NO_SUMS, paste, WAYS } from "../../test/number-forms.ts";
import { openApp } from "../../test/open-app.tsx";
import * as blobs from "../../ui/image/download-blob.ts";

setDefaultTimeout(600_000);
afterEach(cleanup);
const context = apiServer();
let adminApi: AdminApi;

beforeEach(() => {
  adminApi = new AdminApi(context.server);
});

const ROUTE = "GET /api/admin/withdrawals";
const EXPORT = "POST /api/admin/withdrawals/export";

/** Fills in the dialog of a download and sends it. */
async function download(reason = "For the accountant") {
  fireEvent.click(await screen.findByRole("button", { name: "Download CSV" }));
  fireEvent.change(await screen.findByLabelText("Reason"), { target: { value: reason } });
  fireEvent.click(screen.getByRole("button", { name: "Download" }));
}

async function openQueue(at = "/admin/withdrawals") {
  adminApi.addWithdrawals({ amount: 10 }, { amount: 20 });
  const result = await openApp(context.server, { at, as: adminApi.admin });
  await screen.findByRole("heading", { level: 1, name: "Withdrawals" });
  return result;
}

/** The last list query; requests for one item have an id. */
function lastQuery(): string {
  const lists = context.server.callsOf(ROUTE).filter(({ query }) => !query.has("id"));
  return lists.at(-1)?.query.toString() ?? "";
}
const alerts = () => [...document.querySelectorAll('[role="alert"]')].map(({ textContent }) => textContent);
const expectQuery = (query: string) => waitFor(() => expect(lastQuery()).toBe(query));

test("the column heads sort the queue, show the order, and the address keeps it", async () => {
  const { history } = await openQueue();
  await expectQuery("status=pending&limit=50");
  fireEvent.click(await screen.findByRole("button", { name: "Amount" }));
  await expectQuery("status=pending&sort=largest&limit=50");
  fireEvent.click(screen.getByRole("button", { name: "Amount , largest first" }));
  await expectQuery("status=pending&sort=smallest&limit=50");
  expect(history.at(-1)).toContain("sort=smallest");
  // The default order of a queue is not in the address.
  fireEvent.click(screen.getByRole("button", { name: "Age" }));
  await expectQuery("status=pending&limit=50");
  expect(history.at(-1)).not.toContain("sort");
});

test("a shortcut moves to the search; the filter counts its conditions and is kept for another status", async () => {
  const { history } = await openQueue();
  await expectQuery("status=pending&limit=50");
  fireEvent.keyDown(document.body, { key: "l" });
  const trader = await screen.findByRole<HTMLInputElement>("searchbox", { name: "Search" });
  expect(document.activeElement).toBe(trader);
  fireEvent.click(screen.getByRole("button", { name: "Filter" }));
  fireEvent.change(trader, { target: { value: " ana@example.com " } });
  await expectQuery("status=pending&user=ana%40example.com&limit=50");
  fireEvent.change(screen.getByLabelText("At least"), { target: { value: "12.345" } });
  await screen.findByText(/^At most 2 decimals/);
  fireEvent.change(screen.getByLabelText("At least"), { target: { value: "12.34" } });
  await expectQuery("status=pending&user=ana%40example.com&minAmount=12.34&limit=50");
  fireEvent.change(screen.getByLabelText("Method"), { target: { value: "KHQR" } });
  fireEvent.change(screen.getByLabelText("To"), { target: { value: "2026-11-20" } });
  await waitFor(() => expect(lastQuery()).toMatch(/&to=2026-11-20T17%3A00%3A00.000Z&.*&method=KHQR&/));
  expect(screen.getByRole("button", { name: "Filter (3)" })).toBeTruthy();
  const approved = screen.getByRole("link", { name: "Approved" }).getAttribute("href") ?? "";
  expect(approved).toContain("user=ana%40example.com");
  fireEvent.click(screen.getByRole("link", { name: "Approved" }));
  await waitFor(() => expect(lastQuery()).toStartWith("status=approved&user=ana%40example.com"));
  // What is typed next takes its place.
  act(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  fireEvent.keyDown(document.body, { key: "l" });
  const again = await screen.findByRole<HTMLInputElement>("searchbox", { name: "Search" });
  expect(again.value.slice(again.selectionStart ?? 0, again.selectionEnd ?? 0).trim()).toBe("ana@example.com");
  fireEvent.click(screen.getByRole("button", { name: "Clear" }));
  await expectQuery("status=approved&limit=50");
  expect(history.at(-1)).toBe("/admin/withdrawals?status=approved");
});

test.each(WAYS)("a sum of the filter that is %s asks for what it is, or is refused in words", async (_, enter) => {
  await openQueue();
  await expectQuery("status=pending&limit=50");
  fireEvent.click(await screen.findByRole("button", { name: "Filter" }));
  const least = await screen.findByLabelText<HTMLInputElement>("At least");
  const before = context.server.callsOf(ROUTE).length;
  // What has no beginning that is a number, which a pause in typing would ask for.
  const refused = NO_SUMS.filter(([text]) => enter === paste || !/^[\d០-៩]/.test(text));
  for (const [text, words] of refused) {
    await enter(least, text);
    await waitFor(() => expect([text, ...alerts()]).toEqual([text, words]));
    expect(least.value).toBe(text);
  }
  await enter(least, "");
  await context.callsArrive();
  expect(context.server.callsOf(ROUTE)).toHaveLength(before);
  for (const [text, query] of [
    ["10,000", "10000"],
    ["៥០.០០", "50.00"],
    ["$500", "500"],
    ["1 234.50", "1234.50"],
  ] as const) {
    await enter(least, text);
    await expectQuery(`status=pending&minAmount=${query}&limit=50`);
    expect([text, least.value, ...alerts()]).toEqual([text, text]);
  }
  await enter(least, "1,000,000,000");
  await waitFor(() => expect(alerts()).toEqual(["At most $999,999,999.99"]));
});

test("Esc closes an empty filter, keeps one that is set, and moves the focus out of its field", async () => {
  await openQueue();
  fireEvent.click(await screen.findByRole("button", { name: "Filter" }));
  fireEvent.keyDown(await screen.findByRole("searchbox", { name: "Search" }), { key: "Escape" });
  const button = screen.getByRole("button", { name: "Filter" });
  expect([button.getAttribute("aria-expanded"), document.activeElement === button]).toEqual(["false", true]);

  fireEvent.keyDown(button, { key: "l" });
  const trader = screen.getByRole("searchbox", { name: "Search" });
  fireEvent.change(trader, { target: { value: "ana@example.com" } });
  await expectQuery("status=pending&user=ana%40example.com&limit=50");
  fireEvent.click(button);
  fireEvent.change(screen.getByLabelText("Method"), { target: { value: "KHQR" } });
  await expectQuery("status=pending&user=ana%40example.com&method=KHQR&limit=50");
  fireEvent.keyDown(trader, { key: "Escape" });
  expect([button.textContent, document.activeElement === button]).toEqual(["Filter (1)", true]);
  expect(screen.getByRole("searchbox", { name: "Search" })).toHaveProperty("value", "ana@example.com");
});

test("an address opens with its filter and order; invalid values are ignored", async () => {
  await openQueue("/admin/withdrawals?user=ana&maxAmount=20&sort=largest&method=Cheque&from=soon");
  await expectQuery("status=pending&user=ana&maxAmount=20&sort=largest&limit=50");
  expect((await screen.findByRole<HTMLInputElement>("searchbox", { name: "Search" })).value).toBe("ana");
  expect((await screen.findByRole("button", { name: "Filter (1)" })).getAttribute("aria-expanded")).toBe("true");
});

test("an empty list names the filter that emptied it", async () => {
  context.server.on(ROUTE, () => Response.json({ success: true, withdrawals: [], nextCursor: null }));
  await openApp(context.server, { at: "/admin/withdrawals?user=ana&maxAmount=20&method=KHQR", as: adminApi.admin });
  await screen.findByText("Nothing matches the filter");
  expect(
    screen.getByText(/^Search ana, At most \$20, Method KHQR\. A search looks at .*any part of e-mail addresses\.$/),
  ).toBeTruthy();
  // It offers the list of every status, and to clear what emptied this one.
  fireEvent.click(screen.getByRole("button", { name: "Search all of them" }));
  await expectQuery("status=all&user=ana&maxAmount=20&method=KHQR&limit=50");
  fireEvent.click(screen.getByRole("button", { name: "Clear search and filter" }));
  await expectQuery("status=all&limit=50");
});

test("the list is downloaded with its filter and order, under the file name of the response", async () => {
  const saved = spyOn(blobs, "downloadBlob").mockImplementation(() => {});
  context.server.on(EXPORT, () => {
    const headers = { "Content-Disposition": 'attachment; filename="tonle-withdrawals-2026-11-21.csv"' };
    return new Response("Request ID,Trader\r\n1,Ana\r\n2,Ana\r\n", { headers });
  });
  await openQueue("/admin/withdrawals?status=approved&user=ana&sort=largest");
  fireEvent.click(await screen.findByRole("button", { name: "Download CSV" }));
  fireEvent.click(await screen.findByRole("button", { name: "Download" }));
  await screen.findByText("Enter the reason: what the file is for");
  expect(context.server.callsOf(EXPORT)).toEqual([]);
  fireEvent.change(screen.getByLabelText("Reason"), { target: { value: " For the accountant " } });
  fireEvent.click(screen.getByRole("button", { name: "Download" }));
  await waitFor(() => expect(saved).toHaveBeenCalledTimes(1));
  const [file, name] = saved.mock.calls[0] ?? [];
  expect([await file?.text(), name]).toEqual([
    "Request ID,Trader\r\n1,Ana\r\n2,Ana\r\n",
    "tonle-withdrawals-2026-11-21.csv",
  ]);
  const call = context.server.callsOf(EXPORT).at(-1);
  expect([call?.query.toString(), call?.body]).toEqual([
    "status=approved&user=ana&sort=largest",
    { reason: "For the accountant" },
  ]);
  await screen.findByText("The file is saved");
});

test("a download shows its progress and can be stopped; then nothing is saved", async () => {
  const saved = spyOn(blobs, "downloadBlob").mockImplementation(() => {});
  context.server.on(EXPORT, () => {
    const rows = new TextEncoder().encode("Head\r\n1\r\n2\r\n3\r\n");
    return new Response(new ReadableStream({ start: (controller) => controller.enqueue(rows) }));
  });
  await openQueue();
  await download();
  fireEvent.click(await screen.findByRole("button", { name: "Stop at 3 rows" }));
  await screen.findByRole("button", { name: "Download CSV" });
  expect(saved).not.toHaveBeenCalled();
  expect(screen.queryByRole("alert")).toBeNull();
});

test("a refused download says why, and can be started again", async () => {
  const saved = spyOn(blobs, "downloadBlob").mockImplementation(() => {});
  context.server.on(EXPORT, () => refuse("too_many_requests", "Too many requests. Please try again later."));
  await openQueue();
  await download();
  await screen.findByText("Too many requests. Please try again later.");
  context.server.on(EXPORT, () => new Response("Head\r\n"));
  fireEvent.click(screen.getByRole("button", { name: "Download" }));
  await waitFor(() => expect(saved).toHaveBeenCalledTimes(1));
  expect(screen.queryByText("Too many requests. Please try again later.")).toBeNull();
});

test("a download asks for the second factor when the last one is older than 15 minutes", async () => {
  const saved = spyOn(blobs, "downloadBlob").mockImplementation(() => {});
  adminApi.stepUpLeftS = 0;
  context.server.on(EXPORT, () => new Response("Head\r\n"));
  await openQueue();
  fireEvent.click(await screen.findByRole("button", { name: "Download CSV" }));
  fireEvent.change(await screen.findByLabelText("Reason"), { target: { value: "For the accountant" } });
  fireEvent.change(screen.getByLabelText("Six-digit code"), { target: { value: adminApi.validCode } });
  adminApi.stepUpLeftS = 900;
  fireEvent.click(screen.getByRole("button", { name: "Download" }));
  await waitFor(() => expect(saved).toHaveBeenCalledTimes(1));
});
