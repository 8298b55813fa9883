import { afterEach, beforeEach, describe, expect, setDefaultTimeout, spyOn, test } from "bun:test";
import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { Route } from "wouter";
import { depositReceiptPath, ROUTE_PATTERN } from "../state/routes.ts";
import { check } from "../state/session.ts";
import { apiServer, ok, refuse } from "../test/api-server.ts";
import { render } from "../test/render.tsx";
import { trader } from "../test/trader.ts";
import { ReceiptPage } from "./receipt-page.tsx";

const RECEIPT = "GET /api/deposit/receipt/D2345678901";
let reversedAt: string | null;
const HASH = `8a0c41f2${"0".repeat(48)}9be07d13`;

setDefaultTimeout(600_000);
afterEach(cleanup);
const context = apiServer();

beforeEach(async () => {
  reversedAt = null;
  context.server
    .on("GET /api/auth/check", () => ok({ user: trader(), token: "token-1" }))
    .on(RECEIPT, () =>
      ok({
        receipt: {
          billNumber: "D2345678901",
          amount: 1234.5,
          currency: "USD",
          paidAt: "2026-11-21T15:04:18.000Z",
          reversedAt,
          settlementHash: HASH,
          accountId: "tonle_trading@aclb",
          name: "Sokha Chan",
        },
      }),
    );
  await act(check);
});

function open() {
  return render(
    <Route path={ROUTE_PATTERN.depositReceipt}>
      <ReceiptPage />
    </Route>,
    { at: depositReceiptPath("D2345678901") },
  );
}

// Returns a boolean because a failing `expect` on a DOM node takes a minute to print it.
function shows(text: string): boolean {
  return screen.queryAllByText(text).length > 0;
}

describe("the receipt", () => {
  test("shows the amount, the time in the trader's time zone, the payer and the recipient", async () => {
    open();
    await screen.findByText("$1,234.50");
    for (const text of ["D2345678901", "Nov 21, 2026, 10:04 PM", "Sokha Chan", "tonle_trading@aclb"]) {
      expect([text, shows(text)]).toEqual([text, true]);
    }
    expect(shows("Times are in the time zone Asia/Phnom Penh.")).toBe(true);
  });

  test("shows a shortened settlement hash on the screen, copies the whole one and prints the whole one", async () => {
    const copied = spyOn(navigator.clipboard, "writeText").mockResolvedValue(undefined);
    open();
    await screen.findByText("8a0c41f2…9be07d13");
    fireEvent.click(screen.getByLabelText("Copy settlement hash"));
    await waitFor(() => expect(copied.mock.calls).toEqual([[HASH]]));
    expect(screen.getByText(HASH).getAttribute("data-for")).toBe("paper");
  });

  test("of a deposit that the bank took back is no longer one of a payment, and says when that was", async () => {
    reversedAt = "2026-11-25T02:00:00.000Z";
    open();
    await screen.findByText("The bank took this payment back.");
    // A badge and a fact.
    expect(screen.getAllByText("Reversed")).toHaveLength(2);
    expect(shows("Nov 25, 2026, 9:00 AM")).toBe(true);
    // When it was paid is still a fact of it.
    expect(screen.getAllByText("Paid").map(({ tagName }) => tagName)).toEqual(["DT"]);
  });

  test("is printed by the browser", async () => {
    let printed = 0;
    window.print = () => {
      printed += 1;
    };
    open();
    fireEvent.click(await screen.findByText("Print"));
    expect(printed).toBe(1);
  });
});

test("an unknown receipt explains that only paid deposits of the user have one", async () => {
  context.server.on(RECEIPT, () => refuse("not_found", "Not found"));
  open();
  await screen.findByText("No receipt here");
  expect(shows("Only your own paid deposits have a receipt.")).toBe(true);
});

test.each([
  [
    "refused by the server",
    () => refuse("service_down", "Service temporarily unavailable."),
    /deposit and your balance are safe\. Try again/,
  ],
  ["without a connection", () => new Response("bad gateway", { status: 502 }), /^The server cannot be reached/],
])("a receipt request %s can be retried", async (_, reply, text) => {
  const answer = () =>
    ok({
      receipt: {
        billNumber: "D2345678901",
        amount: 5,
        currency: "USD",
        paidAt: "2026-11-21T15:04:18.000Z",
        settlementHash: null,
        accountId: null,
        name: "Sokha Chan",
      },
    });
  context.server.on(RECEIPT, reply);
  open();
  await screen.findByText("Failed to load the receipt");
  expect(screen.queryAllByText(text)).toHaveLength(1);
  context.server.on(RECEIPT, answer);
  fireEvent.click(screen.getByText("Try again"));
  await screen.findByText("$5.00");
});
