import { ROUTE } from "../../state/routes.ts";

/**
 * The hidden shortcuts of the landing page: Ctrl+Shift+C signs out, clears this browser's stored data and reloads;
 * Ctrl+Shift+A opens the admin log-in. Source: specification section 2, "Landing page"
 */
export function listenForShortcuts(page: { go: (address: string) => void; reload: () => void }): void {
  document.addEventListener("keydown", (event) => {
    if (!event.ctrlKey || !event.shiftKey || event.altKey || event.metaKey) return;
    const letter = letterOf(event);
    if (letter === "A") {
      event.preventDefault();
      page.go(ROUTE.adminLogin);
    }
    if (letter === "C") {
      event.preventDefault();
      void clearAuth().then(page.reload);
    }
  });
}

/** The pressed letter in the current layout; in layouts without Latin letters, the letter of the physical key. */
function letterOf({ key, code }: KeyboardEvent): string {
  return /^[a-z]$/i.test(key) ? key.toUpperCase() : code.replace("Key", "");
}

async function clearAuth(): Promise<void> {
  const session = await import("../../state/session.ts");
  await session.clearAuth();
}
