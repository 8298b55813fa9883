import {
  type ComponentType,
  createContext,
  createElement,
  lazy,
  useContext,
  useEffect,
  useEffectEvent,
  useState,
} from "react";
import { NotLoaded, type Retry } from "../ui/dialog/not-loaded.tsx";
import { hasTypedText } from "../ui/fields/typed-fields.ts";
import { isReachable, pauseBeforeRetry } from "./network/connection.ts";
import { sessionStore } from "./storage/browser-storage.ts";

const RELOADED_KEY = "reloaded-for-chunk";

/** A page whose code is loaded on demand. */
export type LazyPage<Props> = ComponentType<Props> & {
  /** Loads the code before the page is shown. It resolves when the page can be rendered at once, or cannot be loaded. */
  preload: () => Promise<void>;
};

type Missing = { isQuiet: boolean; retry: Retry; onShown: () => void };

const MissingContext = createContext<Missing | null>(null);

/** In place of a page, or a part of one, whose code could not be loaded: the rest of the screen stays. */
function MissingPage() {
  const missing = useContext(MissingContext);
  const onShown = useEffectEvent(() => missing?.onShown());
  useEffect(() => onShown(), []);
  return missing && !missing.isQuiet ? createElement(NotLoaded, { retry: missing.retry }) : null;
}

/**
 * A page, or a part of one, whose code is loaded when it is first opened. After a release the chunks of an open document may
 * be gone: the document then reloads itself, once, to get the new ones, unless something is typed in it. Without a
 * connection it waits for one. What cannot be loaded is said in its place.
 * @param options.isQuiet nothing is said: it is a notice, or has no place of its own
 */
export function lazyPage<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { isQuiet = false }: { isQuiet?: boolean } = {},
): LazyPage<Props> {
  let loading: Promise<ComponentType<Props>> | null = null;
  let loaded: ComponentType<Props> | null = null;

  async function loadOnce(): Promise<ComponentType<Props>> {
    loading ??= load().catch((error: unknown) => {
      loading = null;
      throw error;
    });
    loaded = await loading;
    return loaded;
  }

  const onDemand = (): ComponentType<Props> =>
    lazy(async () => {
      for (let tries = 0; ; tries += 1) {
        try {
          const component = await loadOnce();
          sessionStore.remove(RELOADED_KEY);
          return { default: component };
        } catch (error) {
          // Without a connection nothing is wrong with the page: the fallback stays until there is one.
          if (!navigator.onLine || !isReachable.peek()) {
            await pauseBeforeRetry(tries);
            continue;
          }
          // Without a note that outlives the document it would reload itself again and again.
          if (hasTypedText() || sessionStore.get(RELOADED_KEY) || !sessionStore.store(RELOADED_KEY, "yes")) {
            console.warn("page not loaded", error);
            return { default: MissingPage };
          }
          location.reload();
          // The document is being unloaded: nothing more is rendered in it.
          return new Promise<never>(() => {});
        }
      }
    });
  let LoadedOnDemand = onDemand();

  // biome-ignore lint/correctness/noComponentHookFactories: modules call this when they are loaded, as they call `lazy`
  function Page(props: Props) {
    // Code that is there renders at once. React would suspend for it, show the fallback, and keep that for 300 ms. The
    // choice is made once: another component would lose the state of the page.
    const [Chosen, choose] = useState(() => loaded ?? LoadedOnDemand);
    const [state, setState] = useState<Retry["state"]>("none");

    async function retry() {
      setState("running");
      const component = await loadOnce().catch(() => null);
      if (component) choose(() => component);
      else setState("failed");
    }

    const missing: Missing = {
      isQuiet,
      retry: { state, run: () => void retry() },
      // React keeps the result: where it is opened next, it is loaded again. Not before it is shown, as a page that has never
      // been has no state, and would choose the next one, which fails too, again and again.
      onShown: () => {
        LoadedOnDemand = onDemand();
      },
    };
    return createElement(MissingContext, { value: missing }, createElement(Chosen, props));
  }

  const preload = async () => {
    // A failure is shown when the page is opened.
    await loadOnce().catch(() => {});
  };
  return Object.assign(Page, { preload });
}
