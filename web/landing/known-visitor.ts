import { type ReadonlySignal, signal } from "@preact/signals-react";
import { lastAccount } from "../state/account-storage.ts";
import { answer, api } from "../state/api.ts";
import { ROUTE } from "../state/routes.ts";
import { liveText } from "./live-text.ts";

const isKnown = signal(false);
/** Whether the API has confirmed that the visitor is signed in. */
export const isKnownVisitor: ReadonlySignal<boolean> = isKnown;

/**
 * Replaces the sign-in links with links to the dashboard for a signed-in visitor. Only a browser that has had a session
 * sends the request; a failure leaves the page unchanged.
 */
export async function greetKnownVisitor(): Promise<void> {
  if (lastAccount() === null) return;
  try {
    await answer(api.auth.check.$get());
  } catch {
    return;
  }
  isKnown.value = true;
  for (const element of document.querySelectorAll<HTMLElement>("[data-for]")) {
    element.hidden = element.dataset.for === "stranger";
  }
  const orderLink = document.querySelector<HTMLAnchorElement>("[data-order-limit]");
  if (!orderLink) return;
  orderLink.href = ROUTE.trading;
  orderLink.textContent = liveText.terminal.openTerminal;
}
