import { styled } from "goober";
import { Button } from "./button.tsx";
import { Icon, RefreshCw, TriangleAlert } from "./icon.tsx";
import { type } from "./theme.ts";

const Frame = styled("div")`
  display: flex;
  flex-direction: column;
  align-items: center;
  padding: 32px 16px 24px;
  text-align: center;
  & > svg {
    margin-bottom: 12px;
    color: var(--warn);
  }
  & > strong {
    ${type.lead}
  }
  & > p {
    ${type.body}
    max-width: 44ch;
    margin-bottom: 20px;
    color: var(--muted);
    text-wrap: balance;
  }
`;

type ErrorStateProps = {
  /** What happened. */
  title: string;
  /** What was not lost, and what to do. */
  text: string;
  onRetry: () => void;
  isRetrying?: boolean;
};

/** Something could not be loaded: says so in its place, and tries again. */
export function ErrorState({ title, text, onRetry, isRetrying = false }: ErrorStateProps) {
  return (
    <Frame role="alert">
      <Icon of={TriangleAlert} size={20} />
      <strong>{title}</strong>
      <p>{text}</p>
      <Button icon={RefreshCw} isLoading={isRetrying} onClick={onRetry}>
        Try again
      </Button>
    </Frame>
  );
}
