import { type ComponentType, useCallback, useEffect, useState } from "react";
import { SpinnerBlock } from "../spinner.tsx";
import { Dialog, type DialogProps } from "./dialog.tsx";
import { NotLoaded, type Retry } from "./not-loaded.tsx";

/** A dialog whose code is loaded when it is first opened. */
export type DialogOnDemand<Props> = ComponentType<Props> & {
  /** Loads the code before the dialog is opened. A failure is shown when it is opened. */
  preload: () => void;
};

/**
 * A dialog whose code is loaded when it is first opened: until then a dialog of the same shape shows that it loads, or
 * that loading failed.
 * @param shape the title and the size of the dialog
 */
export function dialogOnDemand<Props extends { onClose: () => void }>(
  load: () => Promise<ComponentType<Props>>,
  shape: (props: Props) => Pick<DialogProps, "title" | "width" | "isTall">,
): DialogOnDemand<Props> {
  let loaded: ComponentType<Props> | null = null;

  async function loadOnce(): Promise<ComponentType<Props>> {
    loaded ??= await load();
    return loaded;
  }

  // biome-ignore lint/correctness/noComponentHookFactories: modules call this when they are loaded, as they call `lazy`
  function OnDemand(props: Props) {
    const [Chosen, choose] = useState(() => loaded);
    const [state, setState] = useState<"loading" | Retry["state"]>("loading");

    const start = useCallback(async () => {
      try {
        const component = await loadOnce();
        choose(() => component);
        return true;
      } catch (error) {
        console.warn("dialog not loaded", error);
        return false;
      }
    }, []);
    async function retry(): Promise<void> {
      setState("running");
      if (!(await start())) setState((await isServerReachable()) ? "failed" : "none");
    }
    // Also where `preload` has ended since the first render.
    useEffect(() => {
      if (Chosen !== null) return;
      void start().then((isLoaded) => {
        if (!isLoaded) setState("none");
      });
    }, [Chosen, start]);

    if (Chosen) return <Chosen {...props} />;
    return (
      <Dialog {...shape(props)} onClose={props.onClose}>
        {state === "loading" ? <SpinnerBlock /> : <NotLoaded retry={{ state, run: () => void retry() }} />}
      </Dialog>
    );
  }

  return Object.assign(OnDemand, { preload: () => void loadOnce().catch(() => {}) });
}

async function isServerReachable(): Promise<boolean> {
  try {
    return (await fetch(location.href)).ok;
  } catch {
    return false;
  }
}
