import { VisuallyHidden } from "./visually-hidden.ts";

type LiveRegionProps = {
  /** The text to announce; an empty text is silent. */
  children: string;
  /** `alert` interrupts, `status` waits for a pause. */
  role?: "status" | "alert";
};

/** Announces a change to screen readers that is otherwise only visible. It must be mounted before its text changes. */
export function LiveRegion({ children, role = "status" }: LiveRegionProps) {
  return (
    <VisuallyHidden role={role} aria-live={role === "alert" ? "assertive" : "polite"}>
      {children}
    </VisuallyHidden>
  );
}
