import { type ReadonlySignal, signal } from "@preact/signals-react";
import { VERIFIED_LOG_INS } from "../../../worker/contract/verified-log-in.ts";
import { answer, api } from "../../state/api.ts";
import { lastAccount } from "../../state/storage/account-storage.ts";
import { takeFlash } from "../../state/storage/flash.ts";

/** Removes the query from the address, including `?redirect=`: nothing at / reads it. The fragment stays. */
export function stripQuery(): void {
  if (location.search === "") return;
  history.replaceState(history.state, "", location.pathname + location.hash);
}

/** Shows the toast that the previous page stored, and loads the toaster only if there is one. @returns removes the toaster */
export async function showFlash(): Promise<(() => void) | null> {
  const flash = takeFlash();
  if (!flash) return null;
  const { mountToaster, toast } = await import("./mount-arrival.tsx");
  const unmount = mountToaster();
  toast[flash.kind](flash.text);
  return unmount;
}

const isKnown = signal(false);
/** Whether the API has confirmed that the visitor is signed in. */
export const isKnownVisitor: ReadonlySignal<boolean> = isKnown;

/**
 * Replaces the sign-in links with links to the dashboard for a signed-in visitor. Only a browser that has had a session
 * sends the request; a failure leaves the page unchanged.
 */
export async function greetKnownVisitor(): Promise<void> {
  isKnown.value = false;
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
}

/**
 * Offers the log-in above the page where an address was verified just now, which the Worker has written into the
 * document. A signed-in visitor needs none.
 */
export async function offerLogIn(): Promise<void> {
  const { dataset } = document.documentElement;
  const asks = VERIFIED_LOG_INS.find((one) => one === dataset.verified);
  if (!asks) return;
  if (isKnown.peek()) {
    delete dataset.verified;
    return;
  }
  try {
    const { mountVerifiedStrip } = await import("./mount-arrival.tsx");
    mountVerifiedStrip(asks);
  } catch {
    // The page's own links are shown again.
    delete dataset.verified;
  }
}
