import { Button } from "./button.tsx";
import { Icon, RefreshCw, TriangleAlert } from "./icon.tsx";
import { StateFrame } from "./state-frame.ts";
import { uiText } from "./ui-text.ts";

type ErrorStateProps = {
  /** The failure, in a few words. */
  title: string;
  /** Says that nothing was lost, and how to go on. */
  text: string;
  /** The request id for support; null without a response. */
  requestId?: string | null;
  onRetry: () => void;
  isRetrying?: boolean;
};

/** Error in place of content that could not be loaded, with a retry button. */
export function ErrorState({ title, text, requestId, onRetry, isRetrying = false }: ErrorStateProps) {
  return (
    <StateFrame role="alert">
      <Icon of={TriangleAlert} size={20} />
      <strong>{title}</strong>
      <p>{text}</p>
      <div>
        <Button icon={RefreshCw} isLoading={isRetrying} onClick={onRetry}>
          {uiText.tryAgain}
        </Button>
      </div>
      {requestId && (
        <small>
          {uiText.request} {requestId}
        </small>
      )}
    </StateFrame>
  );
}
