import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { useSignals } from "@preact/signals-react/runtime";
import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { balance } from "../state/balance.ts";
import { closeNotice, notice } from "../state/notice.ts";
import { dropUnread, loadQuery } from "../state/query.ts";
import { check, user } from "../state/session.ts";
import { apiServer, ok, refuse } from "../test/api-server.ts";
import { expectRetyped } from "../test/expect-retyped.ts";
import { NO_SUMS, SUMS, WAYS } from "../test/number-forms.ts";
import { render } from "../test/render.tsx";
import { WithdrawalApi } from "../test/withdrawal-api.ts";
import { formatMoney } from "../ui/format.ts";
import { RequestWithdrawalCard } from "./request-withdrawal-card.tsx";
import { WITHDRAWALS } from "./withdrawal-calls.ts";
import { type KeptAttempt, keepAttempt } from "./withdrawal-request.ts";

const REQUEST = "POST /api/withdrawal/request";
const KEY = "Idempotency-Key";

// A busy machine can be slow; each wait in a test has its own timeout.
setDefaultTimeout(600_000);
// Unmounts before the server stops, so that no request goes to a stopped server.
afterEach(cleanup);
const context = apiServer();
let api: WithdrawalApi;

beforeEach(async () => {
  closeNotice();
  api = new WithdrawalApi(context.server);
  await act(check);
});

function Screen() {
  useSignals();
  return user.value && <RequestWithdrawalCard person={user.value} />;
}

async function signInWith(changes: Partial<Pick<WithdrawalApi, "paymentMethods" | "balanceUsd">>): Promise<void> {
  Object.assign(api, changes);
  await act(check);
}

function shows(text: string | RegExp): boolean {
  return screen.queryAllByText(text).length > 0;
}

function button(name: string | RegExp): HTMLButtonElement {
  return screen.getByText(name, { selector: "button" });
}

function amountField(): HTMLInputElement {
  return screen.getByLabelText("Amount");
}

function type(amount: string): void {
  fireEvent.change(amountField(), { target: { value: amount } });
}

function write(message: string): void {
  fireEvent.change(screen.getByLabelText("Request message"), { target: { value: message } });
}

function choose(method: "KHQR" | "Bank Transfer"): void {
  fireEvent.click(screen.getByLabelText(new RegExp(`^${method}`)));
}

/** The texts of all alerts. */
function alerts(): string[] {
  return [...document.querySelectorAll('[role="alert"]')].map(({ textContent }) => textContent ?? "");
}

function fillIn(amount = "80", message = "For rent"): void {
  type(amount);
  choose("Bank Transfer");
  write(message);
}

/** Fills in, submits and confirms. */
function ask(amount?: string): void {
  fillIn(amount);
  fireEvent.click(button(/^Request withdrawal/));
  fireEvent.click(button(/^Withdraw \$/));
}

function keysSent(): (string | null)[] {
  return context.server.callsOf(REQUEST).map(({ headers }) => headers.get(KEY));
}

describe("the amount", () => {
  test.each(WAYS)("is what its %s text is, which stays as it is, and which the button says", async (_, enter) => {
    await signInWith({ balanceUsd: 20_000 });
    render(<Screen />);
    fillIn();
    for (const [text, dollars] of SUMS) {
      await enter(amountField(), text);
      expect([text, amountField().value, ...alerts()]).toEqual([text, text]);
      const words = `Request withdrawal of ${formatMoney(dollars)}`;
      expect([text, button(/^Request withdrawal/).textContent]).toEqual([text, words]);
    }
    await enter(amountField(), "១០,០០០");
    fireEvent.click(button(/^Request withdrawal/));
    fireEvent.click(button(/^Withdraw \$10,000.00/));
    await waitFor(() => expect(context.server.callsOf(REQUEST)).toHaveLength(1));
    expect(context.server.callsOf(REQUEST)[0]?.body).toMatchObject({ amount: 10_000 });
  });

  test.each(WAYS)(
    "that is %s in another form is refused in words, stays in the field, and arms nothing",
    async (_, enter) => {
      render(<Screen />);
      fillIn();
      for (const [text, words] of [
        ...NO_SUMS,
        ["12a.3.4", "“a” is not part of a number. Write it like 1,500.00"],
      ] as const) {
        await enter(amountField(), text);
        await waitFor(() => expect([text, ...alerts()]).toEqual([text, words]));
        expect([text, amountField().value]).toEqual([text, text]);
        expect(button("Request withdrawal").disabled).toBe(true);
      }
      await context.callsArrive();
      expect(context.server.callsOf(REQUEST)).toEqual([]);
    },
  );

  test("above what is there is on no button and in no row of the sums", () => {
    render(<Screen />);
    fillIn("9".repeat(400));
    expect(alerts()).toEqual(["You don't have enough money. Available: $350.55"]);
    expect(button("Request withdrawal")).toBeDefined();
    expect(screen.getByText("You receive").nextElementSibling?.textContent).toBe("—");
  });

  test("shows the available balance, is filled in by Max, and shows the balance after it", () => {
    render(<Screen />);
    expect(shows("Available: $350.55")).toBe(true);
    fireEvent.click(screen.getByLabelText("Max: all that is available"));
    expect(amountField().value).toBe("350.55");
    expect(shows("$350.55")).toBe(true);
    expect(shows("$0.00")).toBe(true);
  });

  test("above the available balance shows an error at once", () => {
    render(<Screen />);
    type("350.56");
    expect(alerts()).toEqual(["You don't have enough money. Available: $350.55"]);
    type("350.55");
    expect(alerts()).toEqual([]);
  });
});

const SECOND_FACTOR_FIRST = /^Two-factor authentication must be on before you request a withdrawal\./;
const turnOnLink = () => screen.getByRole("link", { name: "Turn it on" });
/** Whether the trader needs a second factor, as the next load of the withdrawals says it. */
function needSecondFactor(needsSecondFactor: boolean): void {
  api.limits = { ...api.limits, needsSecondFactor };
}

describe("a method of before holders were asked for", () => {
  const FIRST = "Your profile does not say whose account this is. Write the holder's name there, then request.";
  const profileLink = () => screen.getByRole("link", { name: "Add the holder's name" });

  test("leads to the profile before a request, and is requested to as soon as it has its holder", async () => {
    const { paymentMethods } = api;
    const { bankTransfer } = paymentMethods;
    await signInWith({ paymentMethods: { ...paymentMethods, bankTransfer: { ...bankTransfer, holder: "" } } });
    const { unmount } = render(<Screen />);
    fillIn();
    await screen.findByText(FIRST);
    fireEvent.click(button(/^Request withdrawal/));
    expect(document.activeElement).toBe(profileLink());
    expect(profileLink().getAttribute("href")).toBe("/profile");
    expect(screen.queryByText("Confirm withdrawal")).toBeNull();
    fireEvent.click(profileLink());
    unmount();
    await signInWith({ paymentMethods });
    render(<Screen />);
    expect(amountField().value).toBe("80");
    expect(shows(FIRST)).toBe(false);
    fireEvent.click(button(/^Request withdrawal/));
    fireEvent.click(button(/^Withdraw \$/));
    await waitFor(() => expect(notice.value?.type).toBe("success"));
  });

  test("that lost its holder elsewhere leads there when the request is refused, and what was typed stays", async () => {
    const { unmount } = render(<Screen />);
    const refusal = { field: "paymentMethod", link: "/profile" };
    context.server.on(REQUEST, () => refuse("holder_needed", "Write the name there", refusal));
    ask();
    await screen.findByText(FIRST);
    await waitFor(() => expect(document.activeElement).toBe(profileLink()));
    expect(amountField().value).toBe("80");
    // It was solved there.
    unmount();
    render(<Screen />);
    expect([shows(FIRST), amountField().value]).toEqual([false, "80.00"]);
  });
});

describe("a trader without the second factor that the operator requires", () => {
  test("reads so in the form before it is filled in, and it works as soon as the factor is on", async () => {
    needSecondFactor(true);
    render(<Screen />);
    await screen.findByText(SECOND_FACTOR_FIRST);
    expect(turnOnLink().getAttribute("href")).toBe("/settings?tab=security");
    fillIn();
    fireEvent.click(button(/^Request withdrawal/));
    expect(document.activeElement).toBe(turnOnLink());
    expect(screen.queryByText("Confirm withdrawal")).toBeNull();
    // Turned on in another tab: the page hears of it when it is looked at again.
    needSecondFactor(false);
    await act(() => loadQuery(WITHDRAWALS));
    expect(shows(SECOND_FACTOR_FIRST)).toBe(false);
    expect(amountField().value).toBe("80");
    fireEvent.click(button(/^Request withdrawal/));
    fireEvent.click(button(/^Withdraw \$/));
    await waitFor(() => expect(notice.value?.type).toBe("success"));
  });

  test("who turned it off elsewhere reads so when the request is refused, and what was typed stays", async () => {
    render(<Screen />);
    await act(() => loadQuery(WITHDRAWALS));
    context.server.on(REQUEST, () => refuse("second_factor_needed", "Turn it on first"));
    ask();
    await screen.findByText(SECOND_FACTOR_FIRST);
    await waitFor(() => expect(document.activeElement).toBe(turnOnLink()));
    expect([amountField().value, shows("Turn it on first")]).toEqual(["80", false]);
  });

  test("who comes back to the page with it finds what was refused, and nothing else", async () => {
    const { unmount } = render(<Screen />);
    await act(() => loadQuery(WITHDRAWALS));
    context.server.on(REQUEST, () => refuse("second_factor_needed", "Turn it on first"));
    ask();
    await screen.findByText(SECOND_FACTOR_FIRST);
    unmount();
    dropUnread(WITHDRAWALS);
    render(<Screen />);
    expect([amountField().value, shows(SECOND_FACTOR_FIRST)]).toEqual(["80.00", false]);
  });
});

const IDENTITY_FIRST = "Your identity must be verified before a withdrawal is approved.";

describe("a trader with an unverified identity", () => {
  test("whose ID card is under review sees that, and is not asked for it again", async () => {
    api.idVerificationStatus = "pending";
    await act(check);
    api.limits = { ...api.limits, wantsVerifiedIdentity: true };
    render(<Screen />);
    await act(() => loadQuery(WITHDRAWALS));
    expect(shows("Your ID card is under review. A withdrawal is approved once your identity is verified.")).toBe(true);
    expect(screen.queryByRole("link", { name: "Verify identity" })).toBeNull();
  });

  test.each(["none", "rejected"] as const)(
    "(%s) sees in the form that verification is required, with a link",
    async (status) => {
      api.idVerificationStatus = status;
      await act(check);
      api.limits = { ...api.limits, wantsVerifiedIdentity: true };
      render(<Screen />);
      await act(() => loadQuery(WITHDRAWALS));
      expect(shows(IDENTITY_FIRST)).toBe(true);
      expect(screen.getByRole("link", { name: "Verify identity" }).getAttribute("href")).toBe("/profile");
    },
  );

  test("sees no such note where the operator does not require it, or once verified", async () => {
    render(<Screen />);
    await act(() => loadQuery(WITHDRAWALS));
    expect(shows(IDENTITY_FIRST)).toBe(false);
    api.idVerificationStatus = "verified";
    await act(check);
    api.limits = { ...api.limits, wantsVerifiedIdentity: true };
    await act(() => loadQuery(WITHDRAWALS));
    expect(shows(IDENTITY_FIRST)).toBe(false);
  });
});

describe("the limits", () => {
  const MOST = "Up to $10,000 per request and $10,000 in 24 hours.";

  test("are shown under the empty amount, with the remaining allowance once it is known", async () => {
    render(<Screen />);
    expect(shows(MOST)).toBe(true);
    const moreAt = new Date(Date.now() + 3_600_000).toISOString();
    api.limits = { ...api.limits, dayLeft: 120.5, moreAt };
    await act(() => loadQuery(WITHDRAWALS));
    expect(amountField().value).toBe("");
    expect(document.getElementById(amountField().getAttribute("aria-describedby") ?? "")?.textContent).toStartWith(
      `${MOST} Left now: $120.50, more from `,
    );
  });

  test("of 24 hours restrict Max, and a higher amount is refused before it is sent", async () => {
    api.limits = { ...api.limits, dayLeft: 120.5, moreAt: new Date(Date.now() + 3_600_000).toISOString() };
    await act(() => loadQuery(WITHDRAWALS));
    render(<Screen />);
    fireEvent.click(screen.getByLabelText("Max: all that is available"));
    expect(amountField().value).toBe("120.50");
    expect(alerts()).toEqual([]);
    type("120.51");
    expect(alerts()).toEqual(["You can withdraw at most $10,000.00 in 24 hours; $120.50 of it is left now"]);
    fillIn("120.51");
    fireEvent.click(button(/^Request withdrawal/));
    await context.callsArrive();
    expect(context.server.callsOf(REQUEST)).toEqual([]);
  });
});

describe("submitting", () => {
  test("requires every field", () => {
    render(<Screen />);
    const isDisabled = () => button(/^Request withdrawal/).disabled;
    expect(isDisabled()).toBe(true);
    type("80");
    write("For rent");
    expect(isDisabled()).toBe(true);
    choose("KHQR");
    expect(isDisabled()).toBe(false);
    write("");
    expect(isDisabled()).toBe(true);
  });

  test.each([
    ["80", "  ", "All fields are required"],
    ["0", "For rent", "Amount must be greater than 0"],
    ["400", "For rent", "You don't have enough money. Available: $350.55"],
  ])("%p with the message %p shows: %s", async (amount, message, text) => {
    render(<Screen />);
    fillIn(amount, message);
    fireEvent.click(button(/^Request withdrawal/));
    expect(alerts()).toEqual([text]);
    expect(shows("Confirm withdrawal")).toBe(false);
    await context.callsArrive();
    expect(context.server.callsOf(REQUEST)).toEqual([]);
  });

  test("asks for confirmation with the amount, the masked destination and the next steps, and can be undone", async () => {
    render(<Screen />);
    fillIn();
    fireEvent.click(button("Request withdrawal of $80.00"));
    const dialog = document.querySelector('[role="dialog"]')?.textContent ?? "";
    expect(dialog).toContain("$80.00");
    expect(dialog).toContain("ACLEDA Bank");
    expect(dialog).toContain("4471");
    expect(dialog).not.toContain("0123454471");
    expect(dialog).toContain("$270.55");
    expect(dialog).toContain("$80.00 leaves your available balance at once and is put on hold.");
    fireEvent.click(button("Back"));
    expect(shows("Confirm withdrawal")).toBe(false);
    expect(amountField().value).toBe("80");
    await context.callsArrive();
    expect(context.server.callsOf(REQUEST)).toEqual([]);
  });

  test("an open confirmation follows the balance: what is not there any more cannot be confirmed", async () => {
    render(<Screen />);
    fillIn();
    fireEvent.click(button("Request withdrawal of $80.00"));
    await signInWith({ balanceUsd: 20 });
    const dialog = screen.getByRole("dialog");
    await waitFor(() => expect(dialog.textContent).toContain("You don't have enough money. Available: $20.00"));
    expect(dialog.querySelector<HTMLButtonElement>('button[type="submit"]')?.disabled).toBe(true);
  });
});

describe("a request", () => {
  test("is sent once with all fields; then the balance and the form are updated", async () => {
    render(<Screen />);
    ask();
    await waitFor(() => expect(notice.value?.type).toBe("success"));
    expect(notice.value?.message).toBe("Withdrawal request submitted successfully! Admin will review your request.");
    expect(balance.value).toBe(270.55);
    expect(context.server.callsOf(REQUEST).map(({ body }) => body)).toEqual([
      {
        amount: 80,
        currency: "USD",
        paymentMethod: "Bank Transfer",
        paymentDetails: { bankName: "ACLEDA Bank", accountId: "0123454471" },
        requestMessage: "For rent",
      },
    ]);
    expect(keysSent()[0]).toMatch(/^[0-9a-f-]{36}$/);
    await waitFor(() => expect(amountField().value).toBe(""));
    expect(shows("Available: $270.55")).toBe(true);
    expect(sessionStorage.getItem("withdrawal-attempt")).toBeNull();
  });

  test.each([
    [
      "for too much",
      () => refuse("insufficient_funds", "You don't have enough money. Available: $10.00", { field: "amount" }),
      "You don't have enough money. Available: $10.00",
    ],
    [
      "of too many",
      () => refuse("too_many_pending", "You have 5 withdrawals waiting for review."),
      "You have 5 withdrawals waiting for review.",
    ],
    ["without a word", () => refuse("over_daily_sum", ""), "Failed to submit withdrawal request"],
  ])("%s is refused with the API's message or the fallback, and the form keeps its values", async (_, reply, text) => {
    context.server.on(REQUEST, reply);
    render(<Screen />);
    ask();
    await waitFor(() => expect(alerts()).toEqual([text]));
    expect(shows("Confirm withdrawal")).toBe(false);
    expect(amountField().value).toBe("80");
    type("70");
    expect(alerts()).toEqual([]);
  });

  test("of an amount that is refused is typed again into its field", async () => {
    const message = "You don't have enough money. Available: $10.00";
    context.server.on(REQUEST, () => refuse("insufficient_funds", message, { field: "amount" }));
    render(<Screen />);
    ask();
    await screen.findByText(message);
    await waitFor(() => expectRetyped(amountField()));
    type("0");
    fireEvent.click(button(/^Request withdrawal/));
    expectRetyped(amountField());
    context.server.on(REQUEST, ({ body }) => api.request(body));
    ask("10");
    await waitFor(() => expect(notice.value?.type).toBe("success"));
  });

  test("to a method that was changed elsewhere shows an error, and the form offers the current methods", async () => {
    const message = "Your payment method has changed. Reload the page and try again.";
    context.server.on(REQUEST, () => refuse("invalid_input", message, { field: "paymentDetails" }));
    render(<Screen />);
    fillIn();
    Object.assign(api, { paymentMethods: { ...api.paymentMethods, khqr: { image: "", isActive: false } } });
    fireEvent.click(button(/^Request withdrawal/));
    fireEvent.click(button(/^Withdraw \$/));
    await screen.findByText(message);
    await waitFor(() => expect(document.querySelectorAll('input[type="radio"]')).toHaveLength(1));
  });

  test("after a refusal has a new idempotency key", async () => {
    context.server.on(REQUEST, () => refuse("over_daily_sum", "Too much for today"));
    render(<Screen />);
    ask();
    await screen.findByText("Too much for today");
    ask("70");
    await waitFor(() => expect(keysSent()).toHaveLength(2));
    expect(new Set(keysSent()).size).toBe(2);
  });
});

describe("a request without a response", () => {
  test("says that sending it again is safe, and sends it with the same idempotency key", async () => {
    context.server.on(REQUEST, () => new Response("bad gateway", { status: 502 }));
    render(<Screen />);
    ask();
    await screen.findByText("Failed to submit withdrawal request");
    expect(shows(/the same request is never made twice/)).toBe(true);
    expect(document.querySelector("form")).toBeNull();
    context.server.on(REQUEST, ({ body }) => api.request(body));
    fireEvent.click(button("Send again"));
    await waitFor(() => expect(notice.value?.type).toBe("success"));
    const [first, second] = context.server.callsOf(REQUEST);
    expect(second?.headers.get(KEY)).toBe(first?.headers.get(KEY) ?? "");
    expect(second?.body).toEqual(first?.body);
    await waitFor(() => expect(amountField().value).toBe(""));
  });

  test("is kept in session storage for its owner, across a reload of the page", async () => {
    const attempt: KeptAttempt = {
      key: "key-before-the-reload",
      ownerId: api.personId,
      ask: {
        amount: 80,
        paymentMethod: "Bank Transfer",
        paymentDetails: { bankName: "ACLEDA Bank", accountId: "0123454471" },
        requestMessage: "For rent",
      },
    };
    keepAttempt({ ...attempt, ownerId: "somebody-else" });
    const { unmount } = render(<Screen />);
    expect(shows("Send again")).toBe(false);
    unmount();
    // The reloaded page has not checked the session yet.
    context.server.on("GET /api/auth/check", () => refuse("not_signed_in", "Please log in"));
    await act(check);
    keepAttempt(attempt);
    context.server.on("GET /api/auth/check", () => ok({ user: api.person(), token: "token-2" }));
    await act(check);
    render(<Screen />);
    expect(shows(/No answer to your request of \$80\.00/)).toBe(true);
    fireEvent.click(button("Send again"));
    await waitFor(() => expect(keysSent()).toEqual([attempt.key]));
    await waitFor(() => expect(sessionStorage.getItem("withdrawal-attempt")).toBeNull());
  });

  test("stays unanswered when only the caller is refused, as it may have been accepted", async () => {
    context.server.on(REQUEST, () => refuse("internal", "Something went wrong. Please try again."));
    render(<Screen />);
    ask();
    await screen.findByText("Something went wrong. Please try again.");
    context.server.on(REQUEST, () => refuse("too_many_requests", "Too many requests. Please try again later."));
    fireEvent.click(button("Send again"));
    await screen.findByText("Too many requests. Please try again later.");
    expect(shows("Send again")).toBe(true);
    expect(sessionStorage.getItem("withdrawal-attempt")).not.toBeNull();
  });

  test("that is refused when it is sent again leaves the form filled in, for the amount to be typed again", async () => {
    context.server.on(REQUEST, () => new Response("bad gateway", { status: 502 }));
    render(<Screen />);
    ask();
    await screen.findByText("Failed to submit withdrawal request");
    context.server.on(REQUEST, () => refuse("over_daily_sum", "Too much for today", { field: "amount" }));
    fireEvent.click(button("Send again"));
    await screen.findByText("Too much for today");
    expect([amountField().value, screen.getByLabelText<HTMLTextAreaElement>("Request message").value]).toEqual([
      "80.00",
      "For rent",
    ]);
    expect(screen.getByLabelText<HTMLInputElement>(/^Bank Transfer/).checked).toBe(true);
    await waitFor(() => expectRetyped(amountField()));
    context.server.on(REQUEST, ({ body }) => api.request(body));
    type("70");
    fireEvent.click(button(/^Request withdrawal/));
    fireEvent.click(button(/^Withdraw \$/));
    await waitFor(() => expect(notice.value?.type).toBe("success"));
  });

  test("can be discarded, and the form is shown again", async () => {
    context.server.on(REQUEST, () => new Response("bad gateway", { status: 502 }));
    render(<Screen />);
    ask();
    fireEvent.click(await screen.findByText("Discard"));
    expect(amountField().value).toBe("");
    expect(sessionStorage.getItem("withdrawal-attempt")).toBeNull();
  });
});

describe("payment methods", () => {
  test("that are missing link to the profile, without a form", async () => {
    const nothing = {
      khqr: { image: "", isActive: false, holder: "" },
      bankTransfer: { isActive: false, bankName: "", accountId: "", holder: "" },
    };
    await signInWith({ paymentMethods: nothing });
    render(<Screen />);
    expect(shows("No payment methods configured")).toBe(true);
    expect(shows("Please set up payment methods in your profile first")).toBe(true);
    expect(screen.getByText("Set up payment methods").closest("a")?.getAttribute("href")).toBe("/profile");
    expect(document.querySelector("form")).toBeNull();
  });

  test("are offered when active, and a single one is preselected", async () => {
    const khqr = { image: "", isActive: false, holder: "" };
    await signInWith({ paymentMethods: { ...api.paymentMethods, khqr } });
    render(<Screen />);
    const radios = [...document.querySelectorAll<HTMLInputElement>('input[type="radio"]')];
    expect(radios.map(({ value, checked }) => [value, checked])).toEqual([["Bank Transfer", true]]);
  });
});
