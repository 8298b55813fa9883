import { ROUTE } from "../state/routes.ts";

/**
 * The hidden shortcuts of the landing page: Ctrl+Shift+C signs out, forgets what this browser keeps and reloads,
 * Ctrl+Shift+A goes to the admin's log-in. Source: specification section 2, "Landing page"
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

/** The letter that was pressed, wherever the layout has it; of a layout without Latin letters, the one of its place. */
function letterOf({ key, code }: KeyboardEvent): string {
  return /^[a-z]$/i.test(key) ? key.toUpperCase() : code.replace("Key", "");
}

async function clearAuth(): Promise<void> {
  const session = await import("../state/session.ts");
  await session.clearAuth();
}
