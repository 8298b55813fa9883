import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { balance } from "../state/balance.ts";
import { tellAccountChange } from "../state/network/account-channel.ts";
import { check } from "../state/session.ts";
import { useQuery } from "../state/use-query.ts";
import { apiServer, ok, refuse } from "../test/api-server.ts";
import { DepositApi } from "../test/deposit-api.ts";
import { expectRetyped } from "../test/expect-retyped.ts";
import { NO_SUMS, SUMS, WAYS } from "../test/number-forms.ts";
import { render } from "../test/render.tsx";
import { formatMoney } from "../ui/format.ts";
import { Toaster, toast } from "../ui/toast/toaster.tsx";
import { DEPOSITS } from "./deposit-calls.ts";
import { DepositDialog } from "./deposit-dialog.tsx";

const PACE = { pollMs: 50, closeAfterPaidMs: 300 };
const VERIFY = "POST /api/deposit/verify-payment";
const CANCEL = "POST /api/deposit/cancel";
const GENERATE = "POST /api/deposit/generate-khqr";

// A busy machine can be slow; each wait in a test has its own timeout.
setDefaultTimeout(600_000);
// Unmounts before the server stops, so that no request goes to a stopped server.
afterEach(cleanup);
const context = apiServer();
let api: DepositApi;

beforeEach(async () => {
  toast.remove();
  api = new DepositApi(context.server);
  await act(check);
});

function Closable({ pace = PACE }: { pace?: typeof PACE }) {
  const [isOpen, setIsOpen] = useState(true);
  // The page below lists the deposits.
  useQuery(DEPOSITS);
  return (
    <>
      {isOpen && <DepositDialog pace={pace} onClose={() => setIsOpen(false)} />}
      <Toaster />
    </>
  );
}

// By text: a query by role computes the visibility of every element each time.
function button(name: string | RegExp): HTMLButtonElement {
  return screen.getByText(name, { selector: "button" });
}

function heading(title: string): Promise<HTMLElement> {
  return screen.findByText(title, { selector: "h3" });
}

// Returns a boolean because a failing `expect` on a DOM node takes a minute to print it.
function shows(text: string | RegExp): boolean {
  return screen.queryAllByText(text).length > 0;
}

function isOpen(): boolean {
  return document.querySelector('[role="dialog"]') !== null;
}

/** The text of the alert; null while there is none. */
function alert(): string | null {
  return document.querySelector('[role="alert"]')?.textContent ?? null;
}

/** The text of the alert, once there is one. */
function alertText(): Promise<string> {
  return waitFor(() => {
    const text = document.querySelector('[role="alert"]')?.textContent;
    if (!text) throw new Error("nothing is said yet");
    return text;
  });
}

function openAmount(pace = PACE): HTMLInputElement {
  render(<Closable pace={pace} />);
  fireEvent.click(screen.getByText("KHQR", { selector: "b" }));
  return screen.getByLabelText("Amount");
}

async function openPayment(amount = "100", pace = PACE): Promise<void> {
  fireEvent.change(openAmount(pace), { target: { value: amount } });
  fireEvent.click(button(/Show code/));
  await heading("Waiting for payment");
}

describe("the amount", () => {
  test("shows a warning that disappears after three seconds", async () => {
    const amount = openAmount();
    fireEvent.click(button("Show payment code"));
    const warnedAt = performance.now();
    expect(shows("Please enter an amount")).toBe(true);
    fireEvent.change(amount, { target: { value: "9.99" } });
    fireEvent.click(button("Show payment code"));
    expect(shows("Minimum deposit is $10 USD")).toBe(true);
    expectRetyped(screen.getByLabelText("Amount"));
    await waitFor(() => expect(shows("Minimum deposit is $10 USD")).toBe(false));
    expect(performance.now() - warnedAt).toBeGreaterThan(2_900);
    expect(context.server.callsOf(GENERATE)).toHaveLength(0);
  });

  test("clears its warning as soon as it is corrected", () => {
    const amount = openAmount();
    fireEvent.change(amount, { target: { value: "9.99" } });
    fireEvent.click(button("Show payment code"));
    expect(shows("Minimum deposit is $10 USD")).toBe(true);
    fireEvent.click(button("$50"));
    expect(shows("Minimum deposit is $10 USD")).toBe(false);
    expect(amount.getAttribute("aria-invalid")).not.toBe("true");
    fireEvent.change(amount, { target: { value: "10000.01" } });
    expect(shows("Minimum deposit is $10 USD")).toBe(false);
  });

  test("can be chosen from buttons, and shows the balance after the deposit", () => {
    const amount = openAmount();
    fireEvent.click(button("$500"));
    expect(amount).toHaveProperty("value", "500");
    expect(button("$500").getAttribute("aria-pressed")).toBe("true");
    expect(shows("$850.55")).toBe(true);
  });

  test.each(WAYS)("is what its %s text is, which stays as it is, and which the button says", async (_, enter) => {
    const amount = openAmount();
    for (const [text, dollars] of SUMS) {
      await enter(amount, text);
      expect([text, amount.value, alert()]).toEqual([text, text, null]);
      expect([text, button(/^Show code/).textContent]).toEqual([text, `Show code for ${formatMoney(dollars)}`]);
    }
    await enter(amount, "១០,០០០");
    fireEvent.click(button(/^Show code/));
    await heading("Waiting for payment");
    expect(context.server.callsOf(GENERATE).map(({ body }) => body)).toEqual([{ amount: 10_000 }]);
  });

  test.each(WAYS)(
    "that is %s in another form is refused in words, stays in the field, and arms nothing",
    async (_, enter) => {
      const amount = openAmount();
      for (const [text, words] of NO_SUMS) {
        await enter(amount, text);
        await waitFor(() => expect([text, alert()]).toEqual([text, words]));
        expect([text, amount.value]).toEqual([text, text]);
        expect(button("Show payment code").disabled).toBe(true);
        if (amount.form) fireEvent.submit(amount.form);
        expect([text, alert()]).toEqual([text, words]);
      }
      await context.callsArrive();
      expect(context.server.callsOf(GENERATE)).toEqual([]);
    },
  );

  test("on the way to its thousands is not refused", () => {
    const amount = openAmount();
    for (const text of ["1", "10", "10,", "10,0", "10,00", "10,000"]) {
      fireEvent.change(amount, { target: { value: text } });
      expect([text, alert()]).toEqual([text, null]);
    }
    expect(button("Show code for $10,000.00").disabled).toBe(false);
  });

  test("is refused at once by a button that is pressed on the way to its thousands", () => {
    const amount = openAmount();
    fireEvent.change(amount, { target: { value: "10,0" } });
    if (amount.form) fireEvent.submit(amount.form);
    expect(alert()).toStartWith("A comma separates thousands");
  });

  test("that is very long is above the maximum", () => {
    const amount = openAmount();
    fireEvent.change(amount, { target: { value: "9".repeat(400) } });
    fireEvent.click(button("Show payment code"));
    expect(alert()).toBe("Maximum deposit is $10,000 USD");
    expect(amount.value).toBe("9".repeat(400));
  });

  test("caps the balance after the deposit at the display cap", async () => {
    api.balanceUsd = 5e11;
    await act(check);
    fireEvent.change(openAmount(), { target: { value: "100" } });
    expect(screen.getAllByText("$999,999,999.00")).toHaveLength(2);
    fireEvent.click(button(/Show code/));
    await heading("Waiting for payment");
    expect(screen.getAllByText("$999,999,999.00")).toHaveLength(1);
  });

  test("above the maximum is refused in the browser", () => {
    fireEvent.change(openAmount(), { target: { value: "10000.01" } });
    fireEvent.click(button("Show payment code"));
    expect(shows("Maximum deposit is $10,000 USD")).toBe(true);
  });

  test("is sent to the API in dollars, once, however often it is submitted", async () => {
    fireEvent.change(openAmount(), { target: { value: "19.99" } });
    fireEvent.click(button(/Show code/));
    const form = screen.getByLabelText("Amount").closest("form");
    if (form) fireEvent.submit(form);
    await heading("Waiting for payment");
    expect(context.server.callsOf(GENERATE).map(({ body }) => body)).toEqual([{ amount: 19.99 }]);
  });
});

describe("a refused code request", () => {
  async function messageWhen(reply: () => Response): Promise<string> {
    context.server.on(GENERATE, reply);
    fireEvent.change(openAmount(), { target: { value: "50" } });
    fireEvent.click(button(/Show code/));
    return await alertText();
  }

  test("shows the API's message", async () => {
    expect(await messageWhen(() => refuse("too_many_open", "You have five open deposits"))).toBe(
      "You have five open deposits",
    );
  });

  test("shows the fallback text when the API sends no message", async () => {
    expect(await messageWhen(() => refuse("internal", ""))).toBe("Failed to generate deposit QR");
  });

  test("is shown beside a warning about the amount, which does not hide it", async () => {
    await messageWhen(() => refuse("too_many_open", "You have five open deposits"));
    fireEvent.change(screen.getByLabelText("Amount"), { target: { value: "" } });
    fireEvent.click(button("Show payment code"));
    expect(shows("Please enter an amount")).toBe(true);
    expect(shows("You have five open deposits")).toBe(true);
  });

  test("without a connection shows an error, and the next attempt can succeed", async () => {
    expect(await messageWhen(() => new Response("bad gateway", { status: 502 }))).toBe("Failed to connect to server");
    new DepositApi(context.server);
    fireEvent.click(button(/Show code/));
    await heading("Waiting for payment");
  });
});

describe("the idempotency key of an attempt", () => {
  async function keysOfTwoTries(first: () => Response): Promise<(string | null)[]> {
    context.server.on(GENERATE, first);
    fireEvent.change(openAmount(), { target: { value: "50" } });
    fireEvent.click(button(/Show code/));
    await alertText();
    new DepositApi(context.server);
    fireEvent.click(button(/Show code/));
    await heading("Waiting for payment");
    return context.server.callsOf(GENERATE).map(({ headers }) => headers.get("Idempotency-Key"));
  }

  test("is the same after a lost response, so that no second code is created", async () => {
    const [first, second] = await keysOfTwoTries(() => new Response("bad gateway", { status: 502 }));
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    expect(second).toBe(first ?? "");
  });

  test("is a new one after a refusal", async () => {
    const [first, second] = await keysOfTwoTries(() => refuse("too_many_open", "You have five open deposits"));
    expect(second).not.toBe(first ?? "");
  });
});

describe("a pending code", () => {
  test("shows the merchant, the amount and the bill number", async () => {
    await openPayment();
    screen.getByLabelText("KHQR code to pay $100.00 to Tonle Trading");
    expect(shows("D2345678901")).toBe(true);
    expect(shows("$450.55")).toBe(true);
    expect(shows(/Updates automatically, checked \d s ago/)).toBe(true);
    expect(shows("Check the name Tonle Trading and the amount.")).toBe(true);
  });

  test("is polled repeatedly by its own hash", async () => {
    await openPayment();
    await waitFor(() => expect(context.server.callsOf(VERIFY).length).toBeGreaterThan(2));
    const hash = api.deposits[0]?.md5Hash;
    for (const { body } of context.server.callsOf(VERIFY)) expect(body).toEqual({ md5Hash: hash });
  });

  test("stays pending while the payment network is slow, and says when it has recovered", async () => {
    await openPayment();
    api.isNetworkSlow = true;
    await screen.findByText("The payment network is slow to respond. Nothing you pay is lost.");
    expect(shows("Waiting for payment")).toBe(true);
    api.isNetworkSlow = false;
    await screen.findByText(/^Updates automatically/);
  });

  test("survives a temporary outage of the service", async () => {
    await openPayment();
    context.server.on(VERIFY, () => refuse("service_down", "Service temporarily unavailable. Please try again."));
    await heading("Can't reach Tonle");
    expect(shows("Still trying. Nothing you have paid is lost.")).toBe(true);
    new DepositApi(context.server).deposits.push(...api.deposits);
    await heading("Waiting for payment");
  });

  test("keeps polling without a connection, and notices a payment made meanwhile", async () => {
    await openPayment();
    context.server.on(VERIFY, () => new Response("bad gateway", { status: 502 }));
    await heading("Can't reach Tonle");
    api.end("paid");
    const paid = { status: "paid", review: null, userBalance: api.balanceUsd, providerDelayed: false, expiresAt: "" };
    context.server.on(VERIFY, () => ok(paid));
    await heading("Payment completed successfully");
  });
});

describe("a payment", () => {
  test("raises the balance, is confirmed, stops the polling and closes the modal", async () => {
    await openPayment();
    api.end("paid");
    await heading("Payment completed successfully");
    expect(shows("Funds have been added to your account")).toBe(true);
    expect(balance.value).toBe(450.55);
    const callCount = context.server.callsOf(VERIFY).length;
    await waitFor(() => expect(isOpen()).toBe(false));
    expect(context.server.callsOf(VERIFY)).toHaveLength(callCount);
    expect(context.server.callsOf(CANCEL)).toHaveLength(0);
  });

  test("is confirmed when the account's channel names deposits, without a poll", async () => {
    await openPayment("100", { ...PACE, pollMs: 3_600_000 });
    api.end("paid");
    // The dialog may listen a moment after it is shown. It would poll in an hour only.
    await waitFor(() => {
      act(() => tellAccountChange(new Set(["deposits"])));
      expect(context.server.callsOf(VERIFY).length).toBeGreaterThan(0);
    });
    await heading("Payment completed successfully");
  });

  test("keeps the modal open during hover or focus, then closes it", async () => {
    await openPayment();
    api.end("paid");
    await heading("Payment completed successfully");
    const dialog = screen.getByRole("dialog");
    const isClosed = () => {
      if (isOpen()) throw new Error("the dialog is open");
    };
    fireEvent.pointerEnter(dialog, { pointerType: "mouse" });
    expect(shows("Stays open while you are here")).toBe(true);
    // Three times the closing delay.
    await expect(waitFor(isClosed, { timeout: 3 * PACE.closeAfterPaidMs })).rejects.toThrow("is open");
    act(() => button("Done").focus());
    fireEvent.pointerLeave(dialog, { pointerType: "mouse" });
    expect(shows("Stays open while you are here")).toBe(true);
    act(() => button("Done").blur());
    expect(shows(/^Closes automatically in/)).toBe(true);
    await waitFor(isClosed);
  });

  test("closes the modal even after a touch on it", async () => {
    await openPayment();
    api.end("paid");
    await heading("Payment completed successfully");
    fireEvent.pointerEnter(screen.getByRole("dialog"), { pointerType: "touch" });
    expect(shows(/^Closes automatically in/)).toBe(true);
    await waitFor(() => expect(isOpen()).toBe(false));
  });

  test("can be closed at once", async () => {
    await openPayment();
    api.end("paid");
    fireEvent.click(await screen.findByText("Done"));
    expect(isOpen()).toBe(false);
  });

  test("that failed stops the polling, and another code for the same amount can be requested", async () => {
    await openPayment("25.50");
    api.end("failed");
    await screen.findByRole("heading", { name: "Payment failed. Please try again or contact support" });
    expect(screen.getByRole("link", { name: "contact support" }).getAttribute("href")).toBe("/support");
    expect(screen.getByLabelText(/KHQR code to pay/).getAttribute("aria-hidden")).toBe("true");
    fireEvent.click(button("Try again"));
    await heading("Waiting for payment");
    expect(context.server.callsOf(GENERATE).map(({ body }) => body)).toEqual([{ amount: 25.5 }, { amount: 25.5 }]);
  });

  test("that came too late leads to a new code, or to the reason why there is none", async () => {
    await openPayment();
    api.end("expired");
    await heading("Expired");
    context.server.on(GENERATE, () => refuse("too_many_requests", "Too many requests. Please try again later."));
    fireEvent.click(button("New code"));
    await screen.findByText("Too many requests. Please try again later.");
    new DepositApi(context.server);
    button("New code").focus();
    fireEvent.click(button("New code"));
    await heading("Waiting for payment");
    // Its button is gone.
    await waitFor(() => expect(document.activeElement?.getAttribute("aria-label")).toBe("Payment"));
  });
});

describe("a mismatched payment", () => {
  test("shows the requested and the paid amount, and closing does not cancel it", async () => {
    await openPayment();
    api.review({ reason: "wrong_currency", paidAmount: 390_000, paidCurrency: "KHR" });
    await heading("Payment under review");
    const message = "We received a payment that does not match this deposit. Our team will review it. Nothing is lost.";
    expect(shows(message)).toBe(true);
    expect(shows("You were asked to pay")).toBe(true);
    expect(shows("$100.00")).toBe(true);
    expect(shows("390,000 KHR")).toBe(true);
    expect(screen.queryByLabelText(/KHQR code to pay/)).toBeNull();
    const loads = () => context.server.callsOf("GET /api/deposit/history").length;
    const loadsBefore = loads();
    fireEvent.click(button("Done"));
    expect(isOpen()).toBe(false);
    await waitFor(() => expect(loads()).toBeGreaterThan(loadsBefore));
    expect(context.server.callsOf(CANCEL)).toHaveLength(0);
    expect(api.deposits[0]?.status).toBe("pending");
  });

  test("shows that an admin has credited it meanwhile, and the balance includes it", async () => {
    await openPayment();
    api.review({});
    await heading("Payment under review");
    api.review({ status: "matched", creditedAmount: 90 });
    await heading("Credited $90.00 after review");
    expect(balance.value).toBe(440.55);
  });
});

describe("closing the modal", () => {
  test("by Cancel Payment cancels the code without a confirmation", async () => {
    await openPayment();
    fireEvent.click(button("Cancel Payment"));
    expect(isOpen()).toBe(false);
    await waitFor(() => expect(api.deposits[0]?.status).toBe("cancelled"));
    await screen.findByText("Deposit cancelled. If you already paid, it will still be credited.");
  });

  test("by Esc cancels too, and the next deposit starts at the first step", async () => {
    await openPayment();
    fireEvent.keyDown(document.body, { key: "Escape" });
    await waitFor(() => expect(api.deposits[0]?.status).toBe("cancelled"));
    openAmount();
    expect(shows("Step 2 of 3")).toBe(true);
  });

  test("while the code is being created cancels it as soon as it exists", async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    fireEvent.change(openAmount(), { target: { value: "100" } });
    const made = api.add({ status: "pending" });
    context.server.on(GENERATE, async () => {
      await held;
      return ok({ deposit: { ...made, qrString: "", deeplink: null, qrCodeImage: "" } });
    });
    fireEvent.click(button(/Show code/));
    fireEvent.click(screen.getByLabelText("Close"));
    release();
    await waitFor(() => expect(made.status).toBe("cancelled"));
  });

  test("with the whole page cancels the code", async () => {
    await openPayment();
    // By then the effects of the new code have run.
    await waitFor(() => expect(context.server.callsOf(VERIFY).length).toBeGreaterThan(0));
    act(() => void window.dispatchEvent(new Event("pagehide")));
    await waitFor(() => expect(api.deposits[0]?.status).toBe("cancelled"));
  });

  test("just after the payment confirms it and updates the balance", async () => {
    await openPayment();
    // The payment arrives between the last poll and the cancellation.
    const verifiedAs = (status: string) =>
      ok({ status, review: null, userBalance: api.balanceUsd, providerDelayed: false, expiresAt: "" });
    context.server.on(VERIFY, () => verifiedAs("pending"));
    api.end("paid");
    context.server.on(CANCEL, () => {
      context.server.on(VERIFY, () => verifiedAs("paid"));
      return refuse("wrong_state", "This deposit is already paid");
    });
    fireEvent.click(button("Cancel Payment"));
    await screen.findByText("Payment completed successfully");
    expect(balance.value).toBe(450.55);
  });
});
