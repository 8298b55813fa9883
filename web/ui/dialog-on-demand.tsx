import { type ComponentType, useCallback, useEffect, useState } from "react";
import { Dialog, type DialogProps } from "./dialog.tsx";
import { ErrorState } from "./error-state.tsx";
import { SpinnerBlock } from "./spinner.tsx";

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
    const [hasFailed, setHasFailed] = useState(false);
    const [retries, setRetries] = useState(0);

    const start = useCallback(async () => {
      setHasFailed(false);
      try {
        const component = await loadOnce();
        choose(() => component);
      } catch (error) {
        console.warn("dialog not loaded", error);
        setHasFailed(true);
      }
    }, []);
    function retry(): void {
      // After a release the file is gone from the server, and only a new document knows the new one.
      if (retries > 0 && navigator.onLine) {
        location.reload();
        return;
      }
      setRetries(retries + 1);
      void start();
    }
    // Also where `preload` has ended since the first render.
    useEffect(() => {
      if (Chosen === null) void start();
    }, [Chosen, start]);

    if (Chosen) return <Chosen {...props} />;
    return (
      <Dialog {...shape(props)} onClose={props.onClose}>
        {hasFailed || retries > 0 ? <LoadingFailed isRetrying={!hasFailed} onRetry={retry} /> : <SpinnerBlock />}
      </Dialog>
    );
  }

  return Object.assign(OnDemand, { preload: () => void loadOnce().catch(() => {}) });
}

/** Says that the code of a dialog could not be loaded. */
export function LoadingFailed({ isRetrying, onRetry }: { isRetrying: boolean; onRetry: () => void }) {
  return (
    <ErrorState
      title="This could not be loaded"
      text="Nothing was changed. Check your connection and try again."
      isRetrying={isRetrying}
      onRetry={onRetry}
    />
  );
}
