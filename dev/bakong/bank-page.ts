import { mountOutagePanel } from "../stand-in/outage-panel.ts";
import { callControl, element, part } from "../stand-in/page-parts.ts";
import type { Transaction } from "./bakong-protocol.ts";
import type { KhqrReading } from "./khqr-reading.ts";
import type { Payment } from "./payment-book.ts";

type Code = KhqrReading & { isPaid: boolean };
type Receipt = Omit<Payment, "transaction"> & Transaction;

const VIEWS = ["home", "review", "receipt"] as const;
const CHECK = "M15 24.5l6.5 6.5L34 18";
const CROSS = "M17 17l14 14M31 17L17 31";

const payButton = part("pay-button", HTMLButtonElement);
const otherAmount = part("other-amount", HTMLInputElement);
const otherCurrency = part("other-currency", HTMLSelectElement);
const outcome = part("outcome", HTMLSelectElement);

let scanned: { qr: string; code: Code } | null = null;

function showView(view: (typeof VIEWS)[number]): void {
  for (const id of VIEWS) part(id, HTMLElement).hidden = id !== view;
}

function say(id: string, words: string): void {
  part(id, HTMLElement).textContent = words;
}

function money(amount: number, currency: string): string {
  if (currency === "KHR") return `${amount.toLocaleString("en-US")} ៛`;
  return amount.toLocaleString("en-US", { style: "currency", currency: "USD" });
}

async function scan(qr: string): Promise<void> {
  say("scan-error", "");
  part("qr", HTMLTextAreaElement).value = qr;
  try {
    scanned = { qr, code: await callControl<Code>("/decode", { qr }) };
  } catch (error) {
    say("scan-error", sentence(error));
    return;
  }
  showCode(scanned.code);
  showView("review");
  payButton.focus();
}

function showCode(code: Code): void {
  say("merchant", [code.merchantName, code.merchantCity].filter(Boolean).join(", "));
  say("amount", code.amount === null ? "Any amount" : money(code.amount, code.currency));
  say("bill", code.billNumber ?? "—");
  say("account", code.accountId);
  say("pay-error", code.isPaid ? "This code has been paid already" : "");
  payButton.disabled = code.isPaid;
  otherAmount.required = code.amount === null;
  part("pay", HTMLFormElement)
    .querySelector("details")
    ?.toggleAttribute("open", code.amount === null);
  showExpiry();
  showPayButton();
}

/** Runs each second too: a code can run out while the payer looks at it. */
function showExpiry(): void {
  if (!scanned) return;
  const { expiresAtMs } = scanned.code;
  const leftMs = expiresAtMs === null ? null : expiresAtMs - Date.now();
  const isLate = leftMs !== null && leftMs <= 0;
  say("expires", leftMs === null ? "Never" : isLate ? new Date(expiresAtMs ?? 0).toLocaleString() : countdown(leftMs));
  say("validity", isLate ? "Valid, but expired: this would be a late payment" : "Valid");
  part("validity", HTMLElement).className = isLate ? "late" : "good";
}

function countdown(leftMs: number): string {
  const seconds = Math.ceil(leftMs / 1_000);
  return `in ${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** What the form asks the bank for; nothing where the code decides. */
function chosen(): { amount?: number; currency?: string; outcome: string } {
  return {
    ...(otherAmount.value.trim() && { amount: Number(otherAmount.value) }),
    ...(otherCurrency.value && { currency: otherCurrency.value }),
    outcome: outcome.value,
  };
}

function showPayButton(): void {
  if (!scanned) return;
  const { amount = scanned.code.amount, currency = scanned.code.currency } = chosen();
  payButton.textContent = amount === null || Number.isNaN(amount) ? "Pay" : `Pay ${money(amount, currency)}`;
}

async function pay(): Promise<void> {
  if (!scanned) return;
  payButton.disabled = true;
  say("pay-error", "");
  try {
    showReceipt(await callControl<Receipt>("/pay", { qr: scanned.qr, ...chosen() }));
    await showPayments();
  } catch (error) {
    say("pay-error", sentence(error));
  } finally {
    payButton.disabled = false;
  }
}

function showReceipt(receipt: Receipt): void {
  const isPaid = receipt.outcome === "paid";
  part("receipt", HTMLElement).classList.toggle("refused", !isPaid);
  document.getElementById("mark-stroke")?.setAttribute("d", isPaid ? CHECK : CROSS);
  say("receipt-title", isPaid ? "Paid" : "Payment failed");
  say("receipt-amount", money(receipt.amount, receipt.currency));
  say("receipt-merchant", isPaid ? `to ${receipt.merchantName}` : `${receipt.merchantName} received nothing`);
  say("receipt-bill", receipt.billNumber ?? "—");
  say("receipt-time", new Date(receipt.createdDateMs).toLocaleString());
  say("receipt-hash", `${receipt.hash.slice(0, 8)}…${receipt.hash.slice(-8)}`);
  showView("receipt");
  part("receipt-title", HTMLElement).focus();
}

async function goHome(): Promise<void> {
  scanned = null;
  history.replaceState(null, "", "/");
  part("scan", HTMLFormElement).reset();
  part("pay", HTMLFormElement).reset();
  showView("home");
  await showPayments();
}

async function showPayments(): Promise<void> {
  const payments = await callControl<Payment[]>("/payments");
  part("no-payments", HTMLElement).hidden = payments.length > 0;
  part("payments", HTMLUListElement).replaceChildren(
    ...payments
      .slice(0, 20)
      .map(({ merchantName, outcome, transaction }) =>
        element(
          "li",
          "payment",
          element("span", "", merchantName),
          element("span", "", money(-transaction.amount, transaction.currency).replace("-", "−")),
          element("span", "muted", new Date(transaction.createdDateMs).toLocaleString()),
          element("span", outcome === "paid" ? "muted" : "failed", outcome === "paid" ? "Paid" : "Failed"),
        ),
      ),
  );
}

function sentence(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

part("scan", HTMLFormElement).addEventListener("submit", (event) => {
  event.preventDefault();
  void scan(part("qr", HTMLTextAreaElement).value.trim());
});
part("pay", HTMLFormElement).addEventListener("submit", (event) => {
  event.preventDefault();
  void pay();
});
part("pay", HTMLFormElement).addEventListener("input", showPayButton);
for (const id of ["cancel", "done"]) part(id, HTMLButtonElement).addEventListener("click", () => void goHome());
setInterval(showExpiry, 1_000);
mountOutagePanel(part("outage", HTMLElement), {
  refuse: "Answers HTTP 500",
  hang: "Never answers",
  html: "Answers a web page",
  "401": "Says the token ran out",
  "403": "Refuses this country",
  "429": "Too many requests",
  cut: "Answers are cut short",
  redirect: "Redirects every call",
  "list-403": "Refuses the list call only",
  "old-token": "Takes renewed tokens only",
  "no-renewal": "Renews no token",
});

const given = new URLSearchParams(location.search).get("qr");
if (given !== null) await scan(given);
await showPayments();
