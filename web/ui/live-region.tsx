import { VisuallyHidden } from "./visually-hidden.ts";

type LiveRegionProps = {
  /** What to say; a new text is announced, an empty one is silent. */
  children: string;
  /** `alert` interrupts, `status` waits for a pause. */
  role?: "status" | "alert";
};

/** Says a change aloud that the eye sees elsewhere. It must be on the page before its text changes. */
export function LiveRegion({ children, role = "status" }: LiveRegionProps) {
  return (
    <VisuallyHidden role={role} aria-live={role === "alert" ? "assertive" : "polite"}>
      {children}
    </VisuallyHidden>
  );
}
