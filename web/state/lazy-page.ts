import { type ComponentType, type LazyExoticComponent, lazy } from "react";
import { isReachable } from "./connection.ts";

const RELOADED_KEY = "reloaded-for-chunk";

/** A page whose code is loaded on demand. */
export type LazyPage<Props> = LazyExoticComponent<ComponentType<Props>> & {
  /** Starts to load the code before the page is shown, during the session check. */
  preload: () => void;
};

/**
 * A page whose code is loaded when it is first opened. After a release the chunks of an open document may be gone: the
 * document then reloads itself, once, to get the new ones.
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
      // The document is being unloaded: nothing more is rendered in it.
      return new Promise<never>(() => {});
    }
  });
  // A failure is shown when the page is opened.
  return Object.assign(page, { preload: () => void loadOnce().catch(() => {}) });
}
