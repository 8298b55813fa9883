import { styled } from "goober";
import type { ComponentProps } from "react";
import { linkLook } from "./text-link.tsx";

const Frame = styled("button")(linkLook);

/** A button that looks like a link, for a small action within a row or a sentence. */
export function TextButton(props: ComponentProps<"button">) {
  return <Frame type="button" data-tone="accent" {...props} />;
}
