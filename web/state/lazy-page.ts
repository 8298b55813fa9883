import { type ComponentType, type LazyExoticComponent, lazy } from "react";
import { isReachable } from "./connection.ts";

const RELOADED_KEY = "reloaded-for-chunk";

export type LazyPage<Props> = LazyExoticComponent<ComponentType<Props>> & {
  /** Begins to load the code before the page is shown, while it is still being found out who is there. */
  preload: () => void;
};

/**
 * A page whose code loads when it is first opened. After a release the code that an open document names may be gone: the
 * document then reloads itself, once, and names the new one.
 */
export function lazyPage<Props>(load: () => Promise<ComponentType<Props>>): LazyPage<Props> {
  let loading: Promise<ComponentType<Props>> | null = null;

  function loadOnce(): Promise<ComponentType<Props>> {
    loading ??= load().catch((error: unknown) => {
      loading = null;
      throw error;
    });
    return loading;
  }

  const page = lazy(async () => {
    try {
      const component = await loadOnce();
      sessionStorage.removeItem(RELOADED_KEY);
      return { default: component };
    } catch (error) {
      const isAway = !navigator.onLine || !isReachable.peek();
      if (isAway || sessionStorage.getItem(RELOADED_KEY)) throw error;
      sessionStorage.setItem(RELOADED_KEY, "yes");
      location.reload();
      // The document is going: nothing more is to be shown in it.
      return new Promise<never>(() => {});
    }
  });
  // A failure shows itself when the page is opened.
  return Object.assign(page, { preload: () => void loadOnce().catch(() => {}) });
}
