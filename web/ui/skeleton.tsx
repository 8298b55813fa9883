import { keyframes, styled } from "goober";
import type { ReactNode } from "react";
import { tint } from "./theme.ts";
import { VisuallyHidden } from "./visually-hidden.ts";

const hidden = keyframes`from { visibility: hidden; }`;
const breathe = keyframes`50% { opacity: 0.5; }`;

// Invisible for 150 ms: faster loads never show a skeleton. Two animations of one property would run in the main thread, which
// has the page's code to run.
const Bar = styled("div")`
  border-radius: 6px;
  background: ${tint("text", 8)};
  animation: ${hidden} 1ms 150ms backwards, ${breathe} 1.6s ease-in-out 150ms infinite;
`;

type SkeletonProps = {
  /** The final width, in px, or "100%". */
  width: number | "100%";
  /** The final height, in px. */
  height: number;
};

/** Placeholder of loading content, in its final size. */
export function Skeleton({ width, height }: SkeletonProps) {
  return <Bar aria-hidden="true" style={{ width, height, maxWidth: "100%" }} />;
}

/** Announces once to screen readers that the skeletons inside are loading content. */
export function Loading({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div aria-busy="true">
      <VisuallyHidden role="status">{label}</VisuallyHidden>
      {children}
    </div>
  );
}
