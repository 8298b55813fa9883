import { afterEach, expect, setDefaultTimeout, test } from "bun:test";
import { cleanup, fireEvent, screen } from "@testing-library/react";
import { AdminApi } from "../../test/admin-api.ts";
import { apiServer, ok, refuse } from "../../test/api-server.ts";
import { openApp } from "../../test/open-app.tsx";

setDefaultTimeout(600_000);
afterEach(cleanup);
const context = apiServer();

const CLEAN = {
  isClean: true,
  faults: [],
  accounts: 212,
  transfers: 3_120,
  entries: 6_240,
  total: 0,
  differing: [],
  unfounded: [],
  unbalanced: [],
  belowFloor: [],
  withdrawalsPausedSince: null,
};

async function runCheck(answer: () => Response): Promise<void> {
  const adminApi = new AdminApi(context.server);
  context.server.on("GET /api/admin/ledger", answer);
  await openApp(context.server, { at: "/admin/ledger", as: adminApi.admin });
  await screen.findByText("Not run yet");
  await context.callsArrive();
  expect(context.server.callsOf("GET /api/admin/ledger")).toHaveLength(0);
  fireEvent.click(screen.getByText("Run the check", { selector: "button" }));
}

function cellsBeside(name: string): (string | null)[] {
  const row = screen.getByText(name).closest("tr");
  return [...(row?.querySelectorAll("td") ?? [])].map(({ textContent }) => textContent);
}

test("a balanced ledger says so, with its totals", async () => {
  await runCheck(() => ok({ ledger: CLEAN }));
  await screen.findByText("Everything adds up");
  for (const figure of ["212", "3,120", "6,240", "$0.00"]) expect(screen.getByText(figure)).toBeTruthy();
});

test("accounts that differ are listed with the stored balance, the computed one and the difference", async () => {
  const differing = [{ accountId: "available:trader-1", balance: 350.55, entries: 340.55 }];
  const unfounded = [{ accountId: "held:trader-2", balance: 0, records: 80 }];
  const found = { isClean: false, differing, unfounded, unbalanced: ["transfer-9"] };
  const withdrawalsPausedSince = new Date().toISOString();
  await runCheck(() => ok({ ledger: { ...CLEAN, ...found, withdrawalsPausedSince } }));
  await screen.findByText("The ledger differs");
  expect(cellsBeside("available:trader-1")).toEqual(["$350.55", "$340.55", "+$10.00"]);
  expect(cellsBeside("held:trader-2")).toEqual(["$0.00", "$80.00", "−$80.00"]);
  expect(screen.getByText("Withdrawals are stopped")).toBeTruthy();
  expect(screen.getByText("transfer-9")).toBeTruthy();
});

test("a check that fails can be run again", async () => {
  await runCheck(() => refuse("service_down", "Service temporarily unavailable. Please try again."));
  await screen.findByText("The check could not be run");
  context.server.on("GET /api/admin/ledger", () => ok({ ledger: CLEAN }));
  fireEvent.click(screen.getByText("Try again", { selector: "button" }));
  await screen.findByText("Everything adds up");
});

/** The lines of the automatic checks, in order. */
async function automaticLines(change: (adminApi: AdminApi) => void): Promise<(string | null)[]> {
  const adminApi = new AdminApi(context.server);
  change(adminApi);
  await openApp(context.server, { at: "/admin/ledger", as: adminApi.admin });
  await screen.findByText("New entries, every five minutes");
  return [...document.querySelectorAll("[aria-live] section > ul > li")].map(({ textContent }) => textContent);
}
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

test("the automatic check says when it last finished, how long ago, and what it found", async () => {
  const fault = "available:trader-1: balance 35055 cents, entries 34055 cents";
  const lines = await automaticLines((adminApi) => {
    adminApi.ledgerChecks = {
      newEntries: { checkedAt: ago(3), faultCount: 0, faults: [] },
      whole: { checkedAt: ago(8 * 60), faultCount: 3, faults: [fault] },
      withdrawalsPausedSince: ago(8 * 60),
    };
  });
  expect(lines).toEqual([
    "New entries, every five minutesAdds upchecked 3\u00a0m ago",
    `Everything, once a night3 differenceschecked 8\u00a0h ago${fault}and 2 more`,
  ]);
  expect(screen.getByText("Withdrawals are stopped")).toBeTruthy();
});

test("a check that never finished, and one that is late, say so", async () => {
  const lines = await automaticLines((adminApi) => {
    adminApi.ledgerChecks.newEntries = { checkedAt: ago(16), faultCount: 0, faults: [] };
  });
  expect(lines).toEqual([
    "New entries, every five minutesAdds upchecked 16\u00a0m agoLate: it should finish every five minutes. The Worker's log says why it does not.",
    "Everything, once a nightNever runno check has finished yet",
  ]);
});

test("an automatic check that cannot be loaded is loaded on a retry", async () => {
  const adminApi = new AdminApi(context.server);
  context.server.on("GET /api/admin/ledger/checks", () => refuse("service_down", "Service temporarily unavailable."));
  await openApp(context.server, { at: "/admin/ledger", as: adminApi.admin });
  await screen.findByText("The automatic check could not be loaded");
  context.server.on("GET /api/admin/ledger/checks", () => ok({ checks: adminApi.ledgerChecks }));
  fireEvent.click(screen.getByText("Try again", { selector: "button" }));
  expect(await screen.findAllByText("Never run")).toHaveLength(2);
});
