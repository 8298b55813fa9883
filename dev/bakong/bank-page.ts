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

function setText(id: string, text: string): void {
  part(id, HTMLElement).textContent = text;
}

function money(amount: number, currency: string): string {
  if (currency === "KHR") return `${amount.toLocaleString("en-US")} ៛`;
  return amount.toLocaleString("en-US", { style: "currency", currency: "USD" });
}

async function scan(qr: string): Promise<void> {
  setText("scan-error", "");
  part("qr", HTMLTextAreaElement).value = qr;
  try {
    scanned = { qr, code: await callControl<Code>("/decode", { qr }) };
  } catch (error) {
    setText("scan-error", sentence(error));
    return;
  }
  showCode(scanned.code);
  showView("review");
  payButton.focus();
}

function showCode(code: Code): void {
  setText("merchant", [code.merchantName, code.merchantCity].filter(Boolean).join(", "));
  setText("amount", code.amount === null ? "Any amount" : money(code.amount, code.currency));
  setText("bill", code.billNumber ?? "—");
  setText("account", code.accountId);
  setText("pay-error", code.isPaid ? "This code has been paid already" : "");
  payButton.disabled = code.isPaid;
  otherAmount.required = code.amount === null;
  part("pay", HTMLFormElement)
    .querySelector("details")
    ?.toggleAttribute("open", code.amount === null);
  showExpiry();
  showPayButton();
}

/** Also runs every second, because a code can expire while the payer looks at it. */
function showExpiry(): void {
  if (!scanned) return;
  const { expiresAtMs } = scanned.code;
  const remainingMs = expiresAtMs === null ? null : expiresAtMs - Date.now();
  const isLate = remainingMs !== null && remainingMs <= 0;
  setText(
    "expires",
    remainingMs === null ? "Never" : isLate ? new Date(expiresAtMs ?? 0).toLocaleString() : countdown(remainingMs),
  );
  setText("validity", isLate ? "Valid, but expired: this would be a late payment" : "Valid");
  part("validity", HTMLElement).className = isLate ? "late" : "good";
}

function countdown(remainingMs: number): string {
  const seconds = Math.ceil(remainingMs / 1_000);
  return `in ${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** The payer's choices in the form; a field that is left out follows the code. */
function formValues(): { amount?: number; currency?: string; outcome: string } {
  return {
    ...(otherAmount.value.trim() && { amount: Number(otherAmount.value) }),
    ...(otherCurrency.value && { currency: otherCurrency.value }),
    outcome: outcome.value,
  };
}

function showPayButton(): void {
  if (!scanned) return;
  const { amount = scanned.code.amount, currency = scanned.code.currency } = formValues();
  payButton.textContent = amount === null || Number.isNaN(amount) ? "Pay" : `Pay ${money(amount, currency)}`;
}

async function pay(): Promise<void> {
  if (!scanned) return;
  payButton.disabled = true;
  setText("pay-error", "");
  try {
    showReceipt(await callControl<Receipt>("/pay", { qr: scanned.qr, ...formValues() }));
    await showPayments();
  } catch (error) {
    setText("pay-error", sentence(error));
  } finally {
    payButton.disabled = false;
  }
}

function showReceipt(receipt: Receipt): void {
  const isPaid = receipt.outcome === "paid";
  part("receipt", HTMLElement).classList.toggle("refused", !isPaid);
  document.getElementById("mark-stroke")?.setAttribute("d", isPaid ? CHECK : CROSS);
  setText("receipt-title", isPaid ? "Paid" : "Payment failed");
  setText("receipt-amount", money(receipt.amount, receipt.currency));
  setText("receipt-merchant", isPaid ? `to ${receipt.merchantName}` : `${receipt.merchantName} received nothing`);
  setText("receipt-bill", receipt.billNumber ?? "—");
  setText("receipt-time", new Date(receipt.createdDateMs).toLocaleString());
  setText("receipt-hash", `${receipt.hash.slice(0, 8)}…${receipt.hash.slice(-8)}`);
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
