import { Button } from "./button.tsx";
import { ErrorState } from "./error-state.tsx";
import { uiText } from "./ui-text.ts";

/** What is known of the tries to load a piece of code again. */
export type Retry = { state: "none" | "running" | "failed"; run: () => void };

/**
 * In place of what needs code that could not be loaded. Where trying again has failed too, a browser may keep the failure as
 * long as the document lives, or the file is gone after a release: then it offers to load the page again, which is never
 * done over what somebody has typed.
 */
export function NotLoaded({ retry: { state, run } }: { retry: Retry }) {
  const { title, text, textAgain, reload } = uiText.notLoaded;
  return (
    <ErrorState
      title={title}
      text={state === "failed" ? textAgain : text}
      isRetrying={state === "running"}
      onRetry={run}
      more={state === "failed" && <Button onClick={() => location.reload()}>{reload}</Button>}
    />
  );
}
