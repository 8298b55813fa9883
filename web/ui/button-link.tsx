import type { ComponentProps } from "react";
import { Link } from "wouter";
import { ButtonAnchor } from "./button.tsx";

/** A link to another screen of the application, styled as a button. */
export function ButtonLink(props: ComponentProps<typeof ButtonAnchor>) {
  // The router's handler replaces the anchor's own, and calls this one first.
  return (
    <Link href={props.href} {...(props.onClick && { onClick: props.onClick })} asChild>
      <ButtonAnchor {...props} />
    </Link>
  );
}
