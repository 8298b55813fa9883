import { afterEach, beforeEach, describe, expect, setDefaultTimeout, spyOn, test } from "bun:test";
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { check } from "../state/session.ts";
import { apiServer, ok, refuse } from "../test/api-server.ts";
import { render } from "../test/render.tsx";
import { trader } from "../test/trader.ts";
import { StatementPage } from "./statement-page.tsx";

const STATEMENT = "GET /api/statement";
const AT = "/account/statement?from=2026-10-01&to=2026-10-31";

setDefaultTimeout(600_000);
afterEach(cleanup);
const context = apiServer();

beforeEach(async () => {
  context.server.on("GET /api/auth/check", () => ok({ user: trader(), token: "token-1" }));
  await act(check);
});

/** A statement with so many deposits of a dollar. */
function statement(count: number) {
  const movements = Array.from({ length: count }, (_, index) => ({
    at: new Date(Date.UTC(2026, 9, 2) + index * 60_000).toISOString(),
    kind: "deposit",
    reference: `D${index}`,
    change: { available: 1, held: 0 },
    after: { available: 100 + index + 1, held: 20 },
  }));
  return {
    holder: "Sokha Chan",
    email: "sokha@example.com",
    timeZone: "Asia/Phnom_Penh",
    from: "2026-10-01",
    to: "2026-10-31",
    madeAt: "2026-11-21T15:04:18.000Z",
    opening: { available: 100, held: 20 },
    movements,
    closing: { available: 100 + count, held: 20 },
    totals: { deposits: count, withdrawals: 0, trading: 0, corrections: 0 },
  };
}

const rowCount = () => document.querySelectorAll("tbody tr").length;

describe("a statement", () => {
  test("has its period, opening balance, movements and closing balance", async () => {
    context.server.on(STATEMENT, () => ok({ statement: statement(2) }));
    render(<StatementPage />, { at: AT });
    await screen.findByText("Oct 1, 2026 – Oct 31, 2026");
    const cells = [...document.querySelectorAll("tbody tr")].map((row) =>
      [...row.children].map((one) => one.textContent),
    );
    expect(cells).toEqual([
      ["Oct 1, 2026", "Opening balance", "", "", "$100.00", "", "$20.00"],
      ["Oct 2, 2026, 7:00 AM", "DepositOct 2, 2026, 7:00 AM, D0", "D0", "+$1.00", "$101.00", "", "$20.00"],
      ["Oct 2, 2026, 7:01 AM", "DepositOct 2, 2026, 7:01 AM, D1", "D1", "+$1.00", "$102.00", "", "$20.00"],
      ["Oct 31, 2026", "Closing balance", "", "", "$102.00", "", "$20.00"],
    ]);
    const link = screen.getByRole("link", { name: "Download CSV" });
    expect(link.getAttribute("href")).toBe("/api/statement/export?from=2026-10-01&to=2026-10-31");
  });

  test("says that nothing moved, and keeps both balances", async () => {
    context.server.on(STATEMENT, () => ok({ statement: statement(0) }));
    render(<StatementPage />, { at: AT });
    await screen.findByText("No money moved in this period. The balance stayed as it was.");
    expect(rowCount()).toBe(3);
  });

  test("prints all rows, of which the screen shows the first ones until it is asked", async () => {
    context.server.on(STATEMENT, () => ok({ statement: statement(450) }));
    const counts: number[] = [];
    window.print = () => {
      window.dispatchEvent(new Event("beforeprint"));
      counts.push(rowCount());
    };
    render(<StatementPage />, { at: AT });
    await screen.findByRole("button", { name: "Show all 450 movements" });
    expect([rowCount(), document.querySelector("tbody")?.textContent?.includes("Closing balance")]).toEqual([
      201,
      false,
    ]);
    fireEvent.click(screen.getByRole("button", { name: "Print or save as PDF" }));
    expect(counts).toEqual([452]);
  });

  test("that could not be loaded is loaded by the next try", async () => {
    spyOn(console, "error").mockImplementation(() => {});
    context.server.on(STATEMENT, () => refuse("internal", "Something went wrong"));
    render(<StatementPage />, { at: AT });
    await screen.findByText("Could not load the statement");
    context.server.on(STATEMENT, () => ok({ statement: statement(1) }));
    fireEvent.click(screen.getByRole("button", { name: "Try again" }));
    await screen.findByText("D0");
  });

  test("of a period that is refused says why", async () => {
    context.server.on(STATEMENT, () =>
      refuse("invalid_input", "A statement holds 20,000 movements. Choose a shorter period."),
    );
    render(<StatementPage />, { at: AT });
    await screen.findByText("A statement holds 20,000 movements. Choose a shorter period.");
  });
});

describe("the period", () => {
  const asked = () => context.server.callsOf(STATEMENT).map(({ query }) => `${query.get("from")} ${query.get("to")}`);
  const period = () => screen.getByLabelText<HTMLSelectElement>("Period");
  const fileHref = () => screen.getByRole("link", { name: "Download CSV" }).getAttribute("href");

  beforeEach(() => {
    context.server.on(STATEMENT, () => ok({ statement: statement(0) }));
  });

  test.each(["/account/statement", "/account/statement?from=2026-02-30&to=2026-03-01"])(
    "at %s is the last whole month, and each month of the account can be chosen",
    async (at) => {
      const { history } = render(<StatementPage />, { at });
      await screen.findByText("Closing balance", { selector: "th" });
      const options = within(period()).getAllByRole<HTMLOptionElement>("option");
      expect([options.at(-2)?.textContent, options.at(-1)?.textContent]).toEqual(["Aug 2025", "Another period"]);
      expect(period().value).toBe(options[1]?.value ?? "");
      fireEvent.change(period(), { target: { value: "2025-09" } });
      await waitFor(() => expect(asked().at(-1)).toBe("2025-09-01 2025-09-30"));
      expect(history.at(-1)).toBe("/account/statement?from=2025-09-01&to=2025-09-30");
      expect(fileHref()).toBe("/api/statement/export?from=2025-09-01&to=2025-09-30");
    },
  );

  test("of two dates has an end that is not before its beginning", async () => {
    render(<StatementPage />, { at: "/account/statement?from=2025-09-03&to=2025-09-30" });
    await screen.findByText("Closing balance", { selector: "th" });
    expect(period().value).toBe("another");
    fireEvent.change(screen.getByLabelText("From"), { target: { value: "2025-10-15" } });
    await waitFor(() => expect(asked().at(-1)).toBe("2025-10-15 2025-10-15"));
    // A date that is being typed is none yet.
    fireEvent.change(screen.getByLabelText("To"), { target: { value: "" } });
    expect(fileHref()).toBe("/api/statement/export?from=2025-10-15&to=2025-10-15");
    fireEvent.change(screen.getByLabelText("To"), { target: { value: "2025-01-02" } });
    await waitFor(() => expect(asked().at(-1)).toBe("2025-01-02 2025-01-02"));
  });

  test("keeps its beginning while the end is typed, whose year is 202 for a moment", async () => {
    const { history } = render(<StatementPage />, { at: "/account/statement?from=2025-09-03&to=2025-10-31" });
    await screen.findByText("Closing balance", { selector: "th" });
    const end = screen.getByLabelText("To");
    act(() => end.focus());
    for (const value of ["0202-10-31", "2025-10-31", "2025-01-31", "2025-11-30"]) {
      fireEvent.change(end, { target: { value } });
    }
    expect(history.at(-1)).toBe("/account/statement?from=2025-09-03&to=2025-11-30");
  });

  test("has its dates as fields while they are typed, also when they are those of a month", async () => {
    render(<StatementPage />, { at: "/account/statement?from=2025-09-01&to=2025-09-29" });
    await screen.findByText("Closing balance", { selector: "th" });
    const end = screen.getByLabelText("To");
    act(() => end.focus());
    fireEvent.change(end, { target: { value: "2025-09-30" } });
    await waitFor(() => expect(asked().at(-1)).toBe("2025-09-01 2025-09-30"));
    expect(document.activeElement).toBe(screen.getByLabelText("To"));
    fireEvent.change(period(), { target: { value: "2025-09" } });
    await waitFor(() => expect(screen.queryByLabelText("To")).toBeNull());
  });

  test("of an account of this month is this month", async () => {
    context.server.on("GET /api/auth/check", () =>
      ok({ user: trader({ createdAt: new Date().toISOString() }), token: "token-1" }),
    );
    await act(check);
    render(<StatementPage />, { at: "/account/statement" });
    await screen.findByText("Closing balance", { selector: "th" });
    expect(within(period()).getAllByRole("option")).toHaveLength(2);
  });
});
