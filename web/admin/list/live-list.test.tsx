import { afterEach, beforeEach, expect, setDefaultTimeout, setSystemTime, spyOn, test } from "bun:test";
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { AdminApi } from "../../test/admin-api.ts";
import { adminWithdrawal } from "../../test/admin-records.ts";
import { apiServer, refuse } from "../../test/api-server.ts";
import { openApp } from "../../test/open-app.tsx";

setDefaultTimeout(600_000);
afterEach(cleanup);
const context = apiServer();
let adminApi: AdminApi;
beforeEach(() => {
  adminApi = new AdminApi(context.server);
});

const LIST = "GET /api/admin/withdrawals";

/** The amounts of the rows, in display order. */
const sums = () =>
  [...document.querySelectorAll("[data-queue] li")].map((row) => /\$\d+\.\d\d/.exec(row.textContent ?? "")?.[0]);
const rowOf = (sum: string) =>
  screen
    .getAllByText(sum)
    .map((cell) => cell.closest("li button"))
    .find(Boolean);

async function open(...amounts: number[]) {
  const added = adminApi.addWithdrawals(...amounts.map((amount) => ({ amount })));
  await openApp(context.server, { at: "/admin/withdrawals", as: adminApi.admin });
  await waitFor(() => expect(sums()).toHaveLength(amounts.length));
  return added;
}

/** A page that becomes visible polls at once, without waiting for the interval. */
async function pollNow() {
  const callsBefore = context.server.callsOf(LIST).length;
  fireEvent.focus(window);
  await waitFor(() => expect(context.server.callsOf(LIST).length).toBeGreaterThan(callsBefore));
}

test("a new request is below the others, and in the count of the bar", async () => {
  await open(101, 102);
  await screen.findByRole("link", { name: "Withdrawals 2" });
  adminApi.addWithdrawals({ amount: 103 });
  await pollNow();
  await waitFor(() => expect(sums()).toEqual(["$101.00", "$102.00", "$103.00"]));
  await screen.findByRole("link", { name: "Withdrawals 3" });
});

test("rows that belong above are counted without moving the list, and shown on request", async () => {
  await open(101, 102);
  const above = [104, 103].map((amount) => adminWithdrawal({ _id: `new-${amount}`, amount }));
  adminApi.withdrawals = [...above, ...adminApi.withdrawals];
  await pollNow();
  const news = await screen.findByRole("button", { name: "2 new" });
  expect(sums()).toEqual(["$101.00", "$102.00"]);
  fireEvent.click(news);
  await waitFor(() => expect(sums()).toEqual(["$104.00", "$103.00", "$101.00", "$102.00"]));
  await waitFor(() => expect(screen.queryByRole("button", { name: "2 new" })).toBeNull());
});

test("a request that another admin has decided disappears, but not under the pointer", async () => {
  const [first] = await open(101, 102, 103);
  const row = rowOf("$102.00");
  const list = row?.closest("ul")?.parentElement;
  if (!first || !row || !list) throw new Error("no rows");
  fireEvent.pointerEnter(list);
  adminApi.change(first._id, { status: "rejected", decidedBy: "Dara Kim" });
  await pollNow();
  await waitFor(() => expect(rowOf("$101.00")?.getAttribute("data-tone")).toBe("muted"));
  expect(sums()).toEqual(["$101.00", "$102.00", "$103.00"]);
  fireEvent.pointerLeave(list);
  await waitFor(() => expect(sums()).toEqual(["$102.00", "$103.00"]));
});

test("a hidden page does not poll, and polls once it is visible again", async () => {
  await open(101);
  await pollNow();
  const callsBefore = context.server.callsOf(LIST).length;
  const sent = spyOn(globalThis, "fetch");
  Object.defineProperty(document, "visibilityState", { configurable: true, value: "hidden" });
  fireEvent.focus(window);
  // Every request would have been sent by the next task.
  await new Promise((nextTurn) => setTimeout(nextTurn));
  expect(sent).not.toHaveBeenCalled();
  sent.mockRestore();
  // Removes the override of the document's own property.
  Reflect.deleteProperty(document, "visibilityState");
  fireEvent(document, new Event("visibilitychange"));
  await waitFor(() => expect(context.server.callsOf(LIST)).toHaveLength(callsBefore + 1));
});

test("rows that could not be refreshed stay, below a line that says how old they are", async () => {
  await open(101);
  expect(screen.queryByRole("alert")).toBeNull();
  context.server.on(LIST, () => refuse("internal", "Something went wrong"));
  setSystemTime(Date.now() + 3 * 60_000);
  await pollNow();
  const line = (await screen.findByRole("alert")).parentElement;
  await waitFor(() => expect(line?.textContent).toMatch(/3\sm old$/));
  expect(sums()).toEqual(["$101.00"]);
});
