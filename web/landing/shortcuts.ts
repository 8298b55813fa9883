import { ROUTE } from "../routes.ts";

/**
 * The hidden shortcuts of the landing page: Ctrl+Shift+C signs out, forgets what this browser keeps and reloads,
 * Ctrl+Shift+A goes to the admin's log-in. Source: specification section 2, "Landing page"
 */
export function listenForShortcuts(page: { go: (address: string) => void; reload: () => void }): void {
  document.addEventListener("keydown", (event) => {
    if (!event.ctrlKey || !event.shiftKey || event.altKey || event.metaKey) return;
    if (event.code === "KeyA") {
      event.preventDefault();
      page.go(ROUTE.adminLogin);
    }
    if (event.code === "KeyC") {
      event.preventDefault();
      void clearAuth().then(page.reload);
    }
  });
}

async function clearAuth(): Promise<void> {
  const session = await import("../state/session.ts");
  await session.clearAuth();
}
