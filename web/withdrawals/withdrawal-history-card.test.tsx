import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { balance } from "../state/balance.ts";
import { invalidate, loadQuery } from "../state/query.ts";
import { check } from "../state/session.ts";
import { apiServer, ok, refuse } from "../test/api-server.ts";
import { render } from "../test/render.tsx";
import { WithdrawalApi } from "../test/withdrawal-api.ts";
import { Toaster, toast } from "../ui/toast/toaster.tsx";
import { OpenWithdrawals } from "./open-withdrawals.tsx";
import { useWithdrawalWatch } from "./use-withdrawal-watch.ts";
import { WITHDRAWALS } from "./withdrawal-calls.ts";
import { WithdrawalHistoryCard } from "./withdrawal-history-card.tsx";

const HISTORY = "GET /api/withdrawal/history";
const CANCEL = "POST /api/withdrawal/cancel";
const ZONE = "Asia/Phnom_Penh";
const COMPLETED = {
  status: "completed",
  reviewedAt: "2025-11-12T07:02:00Z",
  approvedAt: "2025-11-12T08:31:00Z",
  processedAt: "2025-11-12T08:31:00Z",
  completedAt: "2025-11-12T08:49:00Z",
  paymentId: "ACL-8841-2207-61",
  adminNotes: "Sent to your ACLEDA account. Thank you.",
  proofOfPayment: { filename: "proof.png", adminMessage: "Receipt", uploadedAt: "2025-11-12T08:49:00Z" },
} as const;
const REJECTED = { status: "rejected", rejectedAt: "2025-11-12T03:58:00Z", rejectReason: "wrong_details" } as const;

// A busy machine can be slow; each wait in a test has its own timeout.
setDefaultTimeout(600_000);
// Unmounts before the server stops, so that no request goes to a stopped server.
afterEach(cleanup);
const context = apiServer();
let api: WithdrawalApi;

beforeEach(async () => {
  toast.remove();
  api = new WithdrawalApi(context.server);
  await act(check);
});

function Screen({ pollMs = 60_000 }: { pollMs?: number }) {
  useWithdrawalWatch({ pollMs });
  return (
    <>
      <WithdrawalHistoryCard timeZone={ZONE} />
      <Toaster />
    </>
  );
}

function shows(text: string | RegExp): boolean {
  return screen.queryAllByText(text).length > 0;
}

/** The tracker's steps with their accessible state and their caption. */
function steps(): string[] {
  return [...document.querySelectorAll('ol[aria-label="Progress of the request"] > li')].map(
    ({ textContent }) => textContent ?? "",
  );
}

function openRow(date: string): void {
  fireEvent.click(screen.getByText(date, { selector: "button" }));
}

describe("the history", () => {
  test("shows a placeholder without any withdrawal", async () => {
    render(<Screen />);
    await screen.findByText("No withdrawals yet");
    expect(screen.getByText("Withdraw").closest("a")?.getAttribute("href")).toBe("/account/withdraw");
  });

  test.each([
    [
      "refused by the server",
      () => refuse("service_down", "Service temporarily unavailable."),
      "Failed to fetch withdrawal history",
      true,
    ],
    [
      "without a connection",
      () => new Response("bad gateway", { status: 502 }),
      "Failed to load withdrawal history",
      false,
    ],
  ])("%s shows an error, with the request id where there was a response, and can be retried", async (...of) => {
    const [, reply, title, hasNumber] = of;
    context.server.on(HISTORY, reply);
    render(<Screen />);
    await screen.findByText(title);
    expect(shows(/^Request [0-9a-f-]{36}$/)).toBe(hasNumber);
    context.server.on(HISTORY, () => ok({ withdrawals: api.withdrawals }));
    fireEvent.click(screen.getByText("Try again"));
    await screen.findByText("No withdrawals yet");
  });

  test("stays visible when a refresh fails", async () => {
    api.add(COMPLETED);
    render(<Screen />);
    await screen.findByText("Completed");
    context.server.on(HISTORY, () => refuse("internal", "Something went wrong. Please try again."));
    fireEvent.click(screen.getByLabelText("Refresh withdrawal history"));
    await screen.findByText("Failed to fetch withdrawal history");
    expect(shows("Completed")).toBe(true);
  });

  test("shows each status, and a sign only where the money has left", async () => {
    api.add({ ...REJECTED, amount: 10, cancelledByUser: true, rejectReason: null });
    api.add({ ...REJECTED, amount: 20 });
    api.add({ ...COMPLETED, amount: 30 });
    api.add({ status: "approved", amount: 40 });
    api.add({ reviewedAt: "2025-11-12T07:02:00Z", amount: 50 });
    api.add({ amount: 60 });
    render(<Screen />);
    await screen.findByText("Cancelled");
    for (const status of ["Pending", "Rejected", "Completed"]) expect(shows(status)).toBe(true);
    // The badges, beside the tracker steps of the same name.
    expect(screen.getAllByText("In review").length).toBeGreaterThan(1);
    expect(screen.getAllByText("Approved").length).toBeGreaterThan(1);
    expect(shows("−$30.00")).toBe(true);
    expect(shows("$20.00")).toBe(true);
    expect(shows("−$20.00")).toBe(false);
    expect(shows("$10.00")).toBe(true);
  });

  test("shows a long list one page at a time", async () => {
    for (let count = 0; count < 23; count += 1) api.add({ ...COMPLETED, amount: 100 + count });
    render(<Screen />);
    fireEvent.click(await screen.findByText("Show 3 more"));
    expect(shows("−$100.00")).toBe(true);
    expect(shows(/^Show \d+ more$/)).toBe(false);
  });
});

describe("an open request", () => {
  test("shows its steps, what it waits for, where its money is and its message", async () => {
    api.add({ approvableAt: "2099-11-13T03:00:00Z", approvals: { have: 0, need: 2 } });
    render(<Screen />);
    await screen.findByText("Pending");
    expect(steps()).toEqual([
      "Requested, doneNov 12, 2025, 10:21 AM",
      "In review, nowWaiting for an admin",
      "Approved, to comeWe send the money",
      "Completed, to comeProof of payment appears here",
    ]);
    expect(shows(/cannot be approved before Nov 13, 2099, 10:00 AM/)).toBe(true);
    expect(shows(/need the approval of 2 different admins; 0 of 2 so far/)).toBe(true);
    expect(shows("$80.00 is on hold until it is decided.")).toBe(true);
    expect(shows("For rent")).toBe(true);
  });

  test("is cancelled after one confirmation, and its money is back at once", async () => {
    Object.assign(api, { balanceUsd: 270.55, heldUsd: 80 });
    api.add();
    await act(check);
    render(<Screen />);
    fireEvent.click(await screen.findByLabelText("Cancel request of $80.00"));
    expect(shows("$80.00 goes back to your available balance at once.")).toBe(true);
    fireEvent.click(screen.getByText("Keep request"));
    await context.callsArrive();
    expect(context.server.callsOf(CANCEL)).toEqual([]);

    fireEvent.click(screen.getByLabelText("Cancel request of $80.00"));
    const dialog = document.querySelector('[role="alertdialog"]');
    fireEvent.click([...(dialog?.querySelectorAll("button") ?? [])].at(-1) ?? document.body);
    await screen.findByText("Cancelled");
    await waitFor(() => expect(balance.value).toBe(350.55));
    const [call] = context.server.callsOf(CANCEL);
    expect(call?.body).toEqual({ id: "withdrawal-1" });
    expect(call?.headers.get("Idempotency-Key")).toMatch(/^[0-9a-f-]{36}$/);
    expect(shows("Request cancelled. $80.00 is available again.")).toBe(true);
  });

  test("that can no longer be cancelled shows the reason", async () => {
    api.add();
    render(<Screen />);
    fireEvent.click(await screen.findByLabelText("Cancel request of $80.00"));
    api.change("withdrawal-1", { status: "approved", approvedAt: "2025-11-12T08:31:00Z" });
    fireEvent.click(screen.getByText("Cancel request", { selector: '[role="alertdialog"] button' }));
    await screen.findByText("This withdrawal is already approved");
    await waitFor(() => expect(shows("Approved")).toBe(true));
  });

  test("that is decided while its question is open says so there, and has no button to cancel it", async () => {
    api.add();
    render(<Screen />);
    fireEvent.click(await screen.findByLabelText("Cancel request of $80.00"));
    api.change("withdrawal-1", { status: "approved", approvedAt: "2025-11-12T08:31:00Z" });
    await act(() => invalidate(WITHDRAWALS.key));
    const dialog = screen.getByRole("alertdialog");
    await waitFor(() => expect(dialog.textContent).toContain("Withdrawal of $80.00: Approved"));
    expect([...dialog.querySelectorAll("button")].map(({ textContent }) => textContent)).not.toContain(
      "Cancel request",
    );
    await context.callsArrive();
    expect(context.server.callsOf(CANCEL)).toEqual([]);
  });

  test("that cannot be cancelled during a pause shows that, and not that it may have been cancelled", async () => {
    const paused = "This is paused at the moment. Nothing is lost; please try again later.";
    api.add();
    context.server.on(CANCEL, () => refuse("paused", paused));
    render(<Screen />);
    fireEvent.click(await screen.findByLabelText("Cancel request of $80.00"));
    fireEvent.click(screen.getByText("Cancel request", { selector: '[role="alertdialog"] button' }));
    await screen.findByText(paused);
    expect(shows(/It may already be cancelled/)).toBe(false);
  });

  test("is cancelled again with the same idempotency key after a lost response", async () => {
    api.add();
    context.server.on(CANCEL, () => new Response("bad gateway", { status: 502 }));
    render(<Screen />);
    fireEvent.click(await screen.findByLabelText("Cancel request of $80.00"));
    const confirm = () =>
      fireEvent.click(screen.getByText("Cancel request", { selector: '[role="alertdialog"] button' }));
    confirm();
    await screen.findByText("No answer came. It may already be cancelled; trying again is safe.");
    confirm();
    await waitFor(() => expect(context.server.callsOf(CANCEL)).toHaveLength(2));
    expect(new Set(context.server.callsOf(CANCEL).map(({ headers }) => headers.get("Idempotency-Key"))).size).toBe(1);
    await screen.findByText("No answer came. It may already be cancelled; trying again is safe.");
  });

  test("cannot be kept while its cancellation is being sent", async () => {
    const sent = Promise.withResolvers<void>();
    api.add();
    context.server.on(CANCEL, async () => {
      await sent.promise;
      return refuse("wrong_state", "This withdrawal is already approved");
    });
    render(<Screen />);
    fireEvent.click(await screen.findByLabelText("Cancel request of $80.00"));
    fireEvent.click(screen.getByText("Cancel request", { selector: '[role="alertdialog"] button' }));
    expect(screen.getByText<HTMLButtonElement>("Keep request", { selector: "button" }).disabled).toBe(true);
    fireEvent.keyDown(document, { key: "Escape" });
    expect(shows("Keep request")).toBe(true);
    sent.resolve();
    await screen.findByText("This withdrawal is already approved");
    fireEvent.click(screen.getByText("Keep request"));
    expect(shows("Keep request")).toBe(false);
  });

  test("that was cancelled closes its dialog even if the balance cannot be loaded", async () => {
    api.add();
    render(<Screen />);
    fireEvent.click(await screen.findByLabelText("Cancel request of $80.00"));
    const checked = Promise.withResolvers<void>();
    context.server.on("GET /api/auth/check", async () => {
      await checked.promise;
      return ok({ user: api.person(), token: "token-1" });
    });
    fireEvent.click(screen.getByText("Cancel request", { selector: '[role="alertdialog"] button' }));
    await screen.findByText("Request cancelled. $80.00 is available again.");
    expect(shows("Keep request")).toBe(false);
    await act(async () => checked.resolve());
  });

  test("cannot be cancelled once it is approved", async () => {
    api.add({ status: "approved", approvedAt: "2025-11-12T08:31:00Z" });
    render(<Screen />);
    await screen.findByText("$80.00 is sent to you next. The request can no longer be cancelled.");
    expect(screen.queryAllByLabelText(/^Cancel request/)).toHaveLength(0);
  });

  test("changes on the screen when an admin decides, with a toast and without a reload", async () => {
    api.add();
    render(<Screen pollMs={50} />);
    await screen.findByText("Pending");
    api.change("withdrawal-1", COMPLETED);
    await screen.findByText("Withdrawal of $80.00: Completed");
    expect(shows("Pending")).toBe(false);
    // Nothing is open any more: the polling has stopped.
    const callCount = context.server.callsOf(HISTORY).length;
    window.dispatchEvent(new Event("focus"));
    fireEvent.click(screen.getByLabelText("Refresh withdrawal history"));
    await waitFor(() => expect(context.server.callsOf(HISTORY).length).toBeGreaterThan(callCount));
    await context.callsArrive();
    expect(context.server.callsOf(HISTORY)).toHaveLength(callCount + 1);
  });

  test("is polled again when the page becomes visible", async () => {
    api.add();
    render(<Screen />);
    await screen.findByText("Pending");
    api.change("withdrawal-1", { reviewedAt: "2025-11-12T07:02:00Z" });
    window.dispatchEvent(new Event("focus"));
    await screen.findByText("Withdrawal of $80.00: In review");
  });
});

describe("an ended request", () => {
  test("that was completed expands to its times, the payment, the note and the proof", async () => {
    api.add(COMPLETED);
    render(<Screen />);
    await screen.findByText("Completed");
    expect(shows("5 h 28 m")).toBe(true);
    expect(steps()).toEqual([]);
    openRow("Nov 12, 2025, 10:21 AM");
    expect(steps()).toEqual([
      "Requested, doneNov 12, 2025, 10:21 AM",
      "In review, doneNov 12, 2025, 2:02 PM",
      "Approved, doneNov 12, 2025, 3:31 PM",
      "Completed, doneNov 12, 2025, 3:49 PM",
    ]);
    expect(shows("ACL-8841-2207-61")).toBe(true);
    expect(shows("Sent to your ACLEDA account. Thank you.")).toBe(true);
    expect(shows("ACLEDA Bank, 0123454471")).toBe(true);
    expect(screen.getByAltText("Receipt").getAttribute("src")).toBe("/api/withdrawal/user/proof/proof.png");
    openRow("Nov 12, 2025, 10:21 AM");
    expect(steps()).toEqual([]);
  });

  test.each([
    ["from its line", () => screen.getByText("View")],
    [
      "by its small picture",
      () => {
        openRow("Nov 12, 2025, 10:21 AM");
        return screen.getByAltText("Receipt");
      },
    ],
  ])("shows its proof in full screen, %s", async (_, proof) => {
    api.add(COMPLETED);
    render(<Screen />);
    await screen.findByText("Completed");
    fireEvent.click(proof());
    await waitFor(() => {
      const viewer = screen.getByText("Receipt", { selector: "h2" }).closest('[role="dialog"]');
      expect(viewer?.querySelector("img")?.getAttribute("src")).toBe("/api/withdrawal/user/proof/proof.png");
    });
    fireEvent.click(screen.getByLabelText("Close"));
    expect(document.querySelector('[role="dialog"]')).toBeNull();
  });

  test("that was rejected shows the reason, the note, where the money is and a link to resolve it", async () => {
    api.add({ ...REJECTED, adminNotes: "ABA shows another name." });
    render(<Screen />);
    await screen.findByText("Rejected");
    openRow("Nov 12, 2025, 10:21 AM");
    expect(steps()).toEqual([
      "Requested, doneNov 12, 2025, 10:21 AM",
      "Rejected in review, endedNov 12, 2025, 10:58 AM",
    ]);
    expect(shows("The payment details do not match your account")).toBe(true);
    expect(shows("ABA shows another name.")).toBe(true);
    expect(shows("$80.00 is back in your available balance.")).toBe(true);
    expect(screen.getByText("Payment methods").closest("a")?.getAttribute("href")).toBe("/profile");
  });

  test("shows the images that an admin has attached", async () => {
    const adminImages = [{ message: "Your bank's answer", filename: "answer.png", uploadedAt: "2025-11-12T08:31:00Z" }];
    api.add({ ...REJECTED, adminImages });
    render(<Screen />);
    await screen.findByText("Rejected");
    openRow("Nov 12, 2025, 10:21 AM");
    const image = screen.getByAltText("Your bank's answer");
    expect(image.getAttribute("src")).toBe("/api/withdrawal/admin/image/answer.png");
  });
});

test("a pending request shows that the identity must be verified first, an approved one does not", async () => {
  api.limits = { ...api.limits, wantsVerifiedIdentity: true };
  api.add();
  render(<OpenWithdrawals timeZone={ZONE} isExpected />);
  await act(() => loadQuery(WITHDRAWALS));
  const sentence = "Your identity must be verified before a withdrawal is approved.";
  expect(shows(sentence)).toBe(true);
  expect(screen.getByRole("link", { name: "Verify identity" }).getAttribute("href")).toBe("/profile");
  api.withdrawals = [];
  api.add({ status: "approved" });
  await act(() => loadQuery(WITHDRAWALS));
  expect(shows(sentence)).toBe(false);
});
