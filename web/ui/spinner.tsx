import { keyframes, styled } from "goober";
import { uiText } from "./ui-text.ts";
import { VisuallyHidden } from "./visually-hidden.ts";

const turn = keyframes`to { transform: rotate(360deg); }`;

const Turning = styled("svg")`
  animation: ${turn} 800ms linear infinite;
  @media (prefers-reduced-motion: reduce) {
    animation-duration: 3s !important;
    animation-iteration-count: infinite !important;
  }
`;

const Centre = styled("div")`
  display: grid;
  place-items: center;
  min-height: 240px;
  color: var(--muted);
  &[data-fill="page"] {
    min-height: calc(100dvh - var(--top-bar, 0px));
  }
`;

/** An activity indicator in the colour of the surrounding text. It is not announced: its container is. */
export function Spinner({ size = 16 }: { size?: 16 | 20 | 32 }) {
  return (
    <Turning width={size} height={size} viewBox="0 0 16 16" fill="none" aria-hidden="true">
      <circle cx="8" cy="8" r="6.5" stroke="currentColor" strokeOpacity="0.25" strokeWidth="1.5" />
      <path d="M14.5 8A6.5 6.5 0 0 0 8 1.5" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" />
    </Turning>
  );
}

/** A spinner in the centre of a loading page or area, with a label for screen readers. */
export function SpinnerBlock({ label = uiText.loading, fill = "area" }: { label?: string; fill?: "page" | "area" }) {
  return (
    <Centre role="status" data-fill={fill}>
      <Spinner size={32} />
      <VisuallyHidden>{label}</VisuallyHidden>
    </Centre>
  );
}
