import { keyframes, styled } from "goober";
import type { ReactNode } from "react";
import { appear } from "./motion.ts";
import { tint } from "./theme.ts";
import { VisuallyHidden } from "./visually-hidden.ts";

const breathe = keyframes`50% { opacity: 0.5; }`;

// Invisible for 150 ms: faster loads never show a skeleton.
const Bar = styled("div")`
  border-radius: 6px;
  background: ${tint("text", 8)};
  animation: ${appear} 150ms ease-out 150ms backwards, ${breathe} 1.6s ease-in-out 300ms infinite;
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
