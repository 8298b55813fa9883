import { type ReadonlySignal, signal } from "@preact/signals-react";
import { lastAccount } from "../state/account-storage.ts";
import { answer, api } from "../state/api.ts";
import { ROUTE } from "../state/routes.ts";
import { liveText } from "./live-text.ts";

const isKnown = signal(false);
/** Whether the visitor is signed in, as far as the API has said so. */
export const isKnownVisitor: ReadonlySignal<boolean> = isKnown;

/**
 * Leads a signed-in visitor to the dashboard, where everybody else finds the ways in. Only a browser that has had a session
 * asks; what fails leaves the page as it is.
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
  const goOn = document.querySelector<HTMLAnchorElement>("[data-order-limit]");
  if (!goOn) return;
  goOn.href = ROUTE.trading;
  goOn.textContent = liveText.terminal.openTerminal;
}
