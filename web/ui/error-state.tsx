import { Button } from "./button.tsx";
import { Icon, RefreshCw, TriangleAlert } from "./icon.tsx";
import { StateFrame } from "./state-frame.ts";

type ErrorStateProps = {
  /** What happened. */
  title: string;
  /** What was not lost, and what to do. */
  text: string;
  /** What support finds the failed call by, where there was an answer. */
  requestId?: string | null;
  onRetry: () => void;
  isRetrying?: boolean;
};

/** Something could not be loaded: says so in its place, and tries again. */
export function ErrorState({ title, text, requestId, onRetry, isRetrying = false }: ErrorStateProps) {
  return (
    <StateFrame role="alert">
      <Icon of={TriangleAlert} size={20} />
      <strong>{title}</strong>
      <p>{text}</p>
      <div>
        <Button icon={RefreshCw} isLoading={isRetrying} onClick={onRetry}>
          Try again
        </Button>
      </div>
      {requestId && <small>Request {requestId}</small>}
    </StateFrame>
  );
}
