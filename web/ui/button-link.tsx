import type { ComponentProps } from "react";
import { Link } from "wouter";
import { ButtonAnchor } from "./button.tsx";

/** A link to another screen of the application that looks like a button. */
export function ButtonLink(props: ComponentProps<typeof ButtonAnchor>) {
  return (
    <Link href={props.href} asChild>
      <ButtonAnchor {...props} />
    </Link>
  );
}
