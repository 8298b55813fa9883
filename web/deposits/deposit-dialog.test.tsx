import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { balance } from "../state/balance.ts";
import { check } from "../state/session.ts";
import { apiServer, ok, refuse } from "../test/api-server.ts";
import { DepositApi } from "../test/deposit-api.ts";
import { render } from "../test/render.tsx";
import { Toaster, toast } from "../ui/toaster.tsx";
import { DepositDialog } from "./deposit-dialog.tsx";

const PACE = { pollMs: 50, closeAfterPaidMs: 300 };
const VERIFY = "POST /api/deposit/verify-payment";
const CANCEL = "POST /api/deposit/cancel";
const GENERATE = "POST /api/deposit/generate-khqr";

// A machine that does ten other things may be slow; what a test waits for has its own deadline.
setDefaultTimeout(600_000);
// Before the server stops, so that nothing asks a server that is gone.
afterEach(cleanup);
const context = apiServer();
let api: DepositApi;

beforeEach(async () => {
  toast.remove();
  api = new DepositApi(context.server);
  await act(check);
});

function Closable() {
  const [isOpen, setIsOpen] = useState(true);
  return (
    <>
      {isOpen && <DepositDialog pace={PACE} onClose={() => setIsOpen(false)} />}
      <Toaster />
    </>
  );
}

// By text: to look by role, the library judges the visibility of every element each time.
function button(name: string | RegExp): HTMLElement {
  return screen.getByText(name, { selector: "button" });
}

function heading(title: string): Promise<HTMLElement> {
  return screen.findByText(title, { selector: "h3" });
}

// Never a node inside `expect`: to print one, when it fails, takes a minute.
function shows(text: string | RegExp): boolean {
  return screen.queryAllByText(text).length > 0;
}

function isOpen(): boolean {
  return document.querySelector('[role="dialog"]') !== null;
}

/** What is said to be wrong, as soon as something is. */
function alertText(): Promise<string> {
  return waitFor(() => {
    const text = document.querySelector('[role="alert"]')?.textContent;
    if (!text) throw new Error("nothing is said yet");
    return text;
  });
}

function openAmount(): HTMLElement {
  render(<Closable />);
  fireEvent.click(screen.getByText("KHQR", { selector: "b" }));
  return screen.getByLabelText("Amount");
}

async function openPayment(amount = "100"): Promise<void> {
  fireEvent.change(openAmount(), { target: { value: amount } });
  fireEvent.click(button(/Show code/));
  await heading("Waiting for payment");
}

describe("the amount", () => {
  test("is asked for in words that go away after three seconds", async () => {
    const amount = openAmount();
    fireEvent.click(button("Show payment code"));
    const warnedAt = performance.now();
    expect(shows("Please enter an amount")).toBe(true);
    fireEvent.change(amount, { target: { value: "9.99" } });
    fireEvent.click(button("Show payment code"));
    expect(shows("Minimum deposit is $10 USD")).toBe(true);
    await waitFor(() => expect(shows("Minimum deposit is $10 USD")).toBe(false));
    expect(performance.now() - warnedAt).toBeGreaterThan(2_900);
    expect(context.server.callsOf(GENERATE)).toHaveLength(0);
  });

  test("that is mended takes its warning away at once", () => {
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

  test("can be chosen, and says what it makes of the balance", () => {
    const amount = openAmount();
    fireEvent.click(button("$500"));
    expect(amount).toHaveProperty("value", "500");
    expect(button("$500").getAttribute("aria-pressed")).toBe("true");
    expect(shows("$850.55")).toBe(true);
  });

  test("typed with a decimal comma is the sum that it says", () => {
    const amount = openAmount();
    fireEvent.change(amount, { target: { value: "19,99" } });
    expect(amount).toHaveProperty("value", "19.99");
    expect(shows("Show code for $19.99")).toBe(true);
  });

  test("on top of a balance beyond what the screen shows leaves it at the cap", async () => {
    api.balanceUsd = 5e11;
    await act(check);
    fireEvent.change(openAmount(), { target: { value: "100" } });
    expect(screen.getAllByText("$999,999,999.00")).toHaveLength(2);
    fireEvent.click(button(/Show code/));
    await heading("Waiting for payment");
    expect(screen.getAllByText("$999,999,999.00")).toHaveLength(1);
  });

  test("above the maximum is refused here", () => {
    fireEvent.change(openAmount(), { target: { value: "10000.01" } });
    fireEvent.click(button("Show payment code"));
    expect(shows("Maximum deposit is $10,000 USD")).toBe(true);
  });

  test("goes to the API as dollars, once, however often it is submitted", async () => {
    fireEvent.change(openAmount(), { target: { value: "19.99" } });
    fireEvent.click(button(/Show code/));
    const form = screen.getByLabelText("Amount").closest("form");
    if (form) fireEvent.submit(form);
    await heading("Waiting for payment");
    expect(context.server.callsOf(GENERATE).map(({ body }) => body)).toEqual([{ amount: 19.99 }]);
  });
});

describe("a code that the API does not give", () => {
  async function messageWhen(reply: () => Response): Promise<string> {
    context.server.on(GENERATE, reply);
    fireEvent.change(openAmount(), { target: { value: "50" } });
    fireEvent.click(button(/Show code/));
    return await alertText();
  }

  test("is explained in the API's own words", async () => {
    expect(await messageWhen(() => refuse("too_many_open", "You have five open deposits"))).toBe(
      "You have five open deposits",
    );
  });

  test("is explained by the fallback where it has none", async () => {
    expect(await messageWhen(() => refuse("internal", ""))).toBe("Failed to generate deposit QR");
  });

  test("is explained beside a warning about the amount, which does not hide it", async () => {
    await messageWhen(() => refuse("too_many_open", "You have five open deposits"));
    fireEvent.change(screen.getByLabelText("Amount"), { target: { value: "" } });
    fireEvent.click(button("Show payment code"));
    expect(shows("Please enter an amount")).toBe(true);
    expect(shows("You have five open deposits")).toBe(true);
  });

  test("because there is no connection says so, and the next try can succeed", async () => {
    expect(await messageWhen(() => new Response("bad gateway", { status: 502 }))).toBe("Failed to connect to server");
    new DepositApi(context.server);
    fireEvent.click(button(/Show code/));
    await heading("Waiting for payment");
  });
});

describe("the key of an attempt", () => {
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

  test("is the same when the answer was lost, so that no second code is made", async () => {
    const [first, second] = await keysOfTwoTries(() => new Response("bad gateway", { status: 502 }));
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    expect(second).toBe(first ?? "");
  });

  test("is another one after a refusal", async () => {
    const [first, second] = await keysOfTwoTries(() => refuse("too_many_open", "You have five open deposits"));
    expect(second).not.toBe(first ?? "");
  });
});

describe("a code that waits", () => {
  test("shows whom to pay, how much, and its bill number", async () => {
    await openPayment();
    screen.getByLabelText("KHQR code to pay $100.00 to Tonle Trading");
    expect(shows("D2345678901")).toBe(true);
    expect(shows("$450.55")).toBe(true);
    expect(shows(/Updates automatically, checked \d s ago/)).toBe(true);
    expect(shows("Check the name Tonle Trading and the amount.")).toBe(true);
  });

  test("is asked about again and again, by its own hash", async () => {
    await openPayment();
    await waitFor(() => expect(context.server.callsOf(VERIFY).length).toBeGreaterThan(2));
    const hash = api.deposits[0]?.md5Hash;
    for (const { body } of context.server.callsOf(VERIFY)) expect(body).toEqual({ md5Hash: hash });
  });

  test("stays calm while the payment network is slow, and says when it is not any more", async () => {
    await openPayment();
    api.isNetworkSlow = true;
    await screen.findByText("The payment network is slow to respond. Nothing you pay is lost.");
    expect(shows("Waiting for payment")).toBe(true);
    api.isNetworkSlow = false;
    await screen.findByText(/^Updates automatically/);
  });

  test("is kept while the service is down for a while", async () => {
    await openPayment();
    context.server.on(VERIFY, () => refuse("service_down", "Service temporarily unavailable. Please try again."));
    await heading("Can't reach Tonle");
    expect(shows("Still trying. Nothing you have paid is lost.")).toBe(true);
    new DepositApi(context.server).deposits.push(...api.deposits);
    await heading("Waiting for payment");
  });

  test("keeps trying without a connection, and sees a payment made meanwhile", async () => {
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
  test("that is made raises the balance, says so, stops the asking and closes by itself", async () => {
    await openPayment();
    api.end("paid");
    await heading("Payment completed successfully");
    expect(shows("Funds have been added to your account")).toBe(true);
    expect(balance.value).toBe(450.55);
    const asked = context.server.callsOf(VERIFY).length;
    await waitFor(() => expect(isOpen()).toBe(false));
    expect(context.server.callsOf(VERIFY)).toHaveLength(asked);
    expect(context.server.callsOf(CANCEL)).toHaveLength(0);
  });

  test("that is made stays while a pointer is over it or the focus on one of its buttons, then closes", async () => {
    await openPayment();
    api.end("paid");
    await heading("Payment completed successfully");
    const dialog = screen.getByRole("dialog");
    const isGone = () => {
      if (isOpen()) throw new Error("the dialog is open");
    };
    fireEvent.pointerEnter(dialog, { pointerType: "mouse" });
    expect(shows("Stays open while you are here")).toBe(true);
    // Three times as long as it stays by itself.
    await expect(waitFor(isGone, { timeout: 3 * PACE.closeAfterPaidMs })).rejects.toThrow("is open");
    act(() => button("Done").focus());
    fireEvent.pointerLeave(dialog, { pointerType: "mouse" });
    expect(shows("Stays open while you are here")).toBe(true);
    act(() => button("Done").blur());
    expect(shows(/^Closes automatically in/)).toBe(true);
    await waitFor(isGone);
  });

  test("that is made is not held by the touch that led to it", async () => {
    await openPayment();
    api.end("paid");
    await heading("Payment completed successfully");
    fireEvent.pointerEnter(screen.getByRole("dialog"), { pointerType: "touch" });
    expect(shows(/^Closes automatically in/)).toBe(true);
    await waitFor(() => expect(isOpen()).toBe(false));
  });

  test("that is made can be closed at once", async () => {
    await openPayment();
    api.end("paid");
    fireEvent.click(await screen.findByText("Done"));
    expect(isOpen()).toBe(false);
  });

  test("that failed stops the asking, and another code can be had for the same amount", async () => {
    await openPayment("25.50");
    api.end("failed");
    await screen.findByRole("heading", { name: "Payment failed. Please try again or contact support" });
    expect(screen.getByRole("link", { name: "contact support" }).getAttribute("href")).toBe("/support");
    expect(screen.getByLabelText(/KHQR code to pay/).getAttribute("aria-hidden")).toBe("true");
    fireEvent.click(button("Try again"));
    await heading("Waiting for payment");
    expect(context.server.callsOf(GENERATE).map(({ body }) => body)).toEqual([{ amount: 25.5 }, { amount: 25.5 }]);
  });

  test("that came too late for its code leads to a new one, or to the reason why there is none", async () => {
    await openPayment();
    api.end("expired");
    await heading("Expired");
    context.server.on(GENERATE, () => refuse("too_many_requests", "Too many requests. Please try again later."));
    fireEvent.click(button("New code"));
    await screen.findByText("Too many requests. Please try again later.");
    new DepositApi(context.server);
    fireEvent.click(button("New code"));
    await heading("Waiting for payment");
  });
});

describe("a payment that does not fit", () => {
  test("is told of with what was asked and what was paid, and not cancelled by closing", async () => {
    await openPayment();
    api.review({ reason: "wrong_currency", paidAmount: 390_000, paidCurrency: "KHR" });
    await heading("Payment under review");
    const said = "We received a payment that does not match this deposit. Our team will review it. Nothing is lost.";
    expect(shows(said)).toBe(true);
    expect(shows("You were asked to pay")).toBe(true);
    expect(shows("$100.00")).toBe(true);
    expect(shows("390,000 KHR")).toBe(true);
    expect(screen.queryByLabelText(/KHQR code to pay/)).toBeNull();
    fireEvent.click(button("Done"));
    expect(isOpen()).toBe(false);
    await waitFor(() => expect(context.server.callsOf("GET /api/deposit/history").length).toBeGreaterThan(0));
    expect(context.server.callsOf(CANCEL)).toHaveLength(0);
    expect(api.deposits[0]?.status).toBe("pending");
  });

  test("says so when a person credits it meanwhile, and the balance has it", async () => {
    await openPayment();
    api.review({});
    await heading("Payment under review");
    api.review({ status: "matched", creditedAmount: 90 });
    await heading("Credited $90.00 after review");
    expect(balance.value).toBe(440.55);
  });
});

describe("leaving", () => {
  test("by Cancel Payment closes and cancels, with no question", async () => {
    await openPayment();
    fireEvent.click(button("Cancel Payment"));
    expect(isOpen()).toBe(false);
    await waitFor(() => expect(api.deposits[0]?.status).toBe("cancelled"));
    await screen.findByText("Deposit cancelled. If you already paid, it will still be credited.");
  });

  test("by Esc cancels too, and the next deposit begins at the first step", async () => {
    await openPayment();
    fireEvent.keyDown(document.body, { key: "Escape" });
    await waitFor(() => expect(api.deposits[0]?.status).toBe("cancelled"));
    openAmount();
    expect(shows("Step 2 of 3")).toBe(true);
  });

  test("while the code is being made cancels it as soon as it is there", async () => {
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

  test("with the whole page cancels", async () => {
    await openPayment();
    // By then the effects of the new code have run.
    await waitFor(() => expect(context.server.callsOf(VERIFY).length).toBeGreaterThan(0));
    act(() => void window.dispatchEvent(new Event("pagehide")));
    await waitFor(() => expect(api.deposits[0]?.status).toBe("cancelled"));
  });

  test("a moment after it was paid brings the good news and the balance", async () => {
    await openPayment();
    // The payment lands between the last look and the cancelling.
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
