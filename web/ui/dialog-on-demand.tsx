import { type ComponentType, useCallback, useEffect, useState } from "react";
import { Dialog, type DialogProps } from "./dialog.tsx";
import { ErrorState } from "./error-state.tsx";
import { SpinnerBlock } from "./spinner.tsx";
import { uiText } from "./ui-text.ts";

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
    const [state, setState] = useState<"loading" | "failed" | "retrying">("loading");

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
      setState("retrying");
      if (await start()) return;
      // A browser may keep the failure as long as the document lives, and after a release the file is gone.
      if (await isServerReachable()) location.reload();
      else setState("failed");
    }
    // Also where `preload` has ended since the first render.
    useEffect(() => {
      if (Chosen !== null) return;
      void start().then((isLoaded) => {
        if (!isLoaded) setState("failed");
      });
    }, [Chosen, start]);

    if (Chosen) return <Chosen {...props} />;
    return (
      <Dialog {...shape(props)} onClose={props.onClose}>
        {state === "loading" ? (
          <SpinnerBlock />
        ) : (
          <LoadingFailed isRetrying={state === "retrying"} onRetry={() => void retry()} />
        )}
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

/** Says that the code of a dialog could not be loaded. */
export function LoadingFailed({ isRetrying, onRetry }: { isRetrying: boolean; onRetry: () => void }) {
  return (
    <ErrorState title={uiText.notLoaded.title} text={uiText.notLoaded.text} isRetrying={isRetrying} onRetry={onRetry} />
  );
}
