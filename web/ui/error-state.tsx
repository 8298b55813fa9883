import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { Icon, RefreshCw, TriangleAlert } from "./icon.tsx";
import { Row } from "./layout.tsx";
import { StateFrame } from "./state-frame.ts";
import { uiText } from "./ui-text.ts";

type ErrorStateProps = {
  /** What happened. */
  title: string;
  /** What was not lost, and what to do. */
  text: string;
  /** The request id for support; null without a response. */
  requestId?: string | null;
  onRetry: () => void;
  isRetrying?: boolean;
  /** Beside the retry button: another one. */
  more?: ReactNode;
};

/** Error in place of content that could not be loaded, with a retry button. */
export function ErrorState({ title, text, requestId, onRetry, isRetrying = false, more }: ErrorStateProps) {
  return (
    <StateFrame role="alert">
      <Icon of={TriangleAlert} size={20} />
      <strong>{title}</strong>
      <p>{text}</p>
      <Row as="div" wrap justify="center" gap={8}>
        <Button icon={RefreshCw} isLoading={isRetrying} onClick={onRetry}>
          {uiText.tryAgain}
        </Button>
        {more}
      </Row>
      {requestId && (
        <small>
          {uiText.request} {requestId}
        </small>
      )}
    </StateFrame>
  );
}
