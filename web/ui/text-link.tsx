import { styled } from "goober";
import type { ComponentProps } from "react";
import { Link } from "wouter";
import { media } from "./theme.ts";

/** Styles of everything that looks like a link in a text, for any element. */
export const linkLook = `
  border-radius: 4px;
  ${media.touch} {
    /* 24 px high in the smallest type, without moving a line. */
    padding-block: 5px;
  }
  &[data-tone="accent"] {
    color: var(--accent);
  }
  &[data-tone="text"] {
    color: var(--text);
    font-weight: 500;
    text-decoration: underline;
    text-decoration-thickness: 1px;
    text-underline-offset: 4px;
    text-decoration-color: var(--control);
  }
  &[data-tone="quiet"]:hover {
    color: var(--text);
  }
  &:hover {
    text-decoration: underline;
    text-decoration-color: currentColor;
    text-underline-offset: 4px;
  }
`;

const Anchor = styled("a")(linkLook);

type TextLinkProps = {
  href: string;
  /** `accent` is for a link on its own, `text` for one inside a sentence, `quiet` for one in a list: only a pointer underlines it. */
  tone?: "accent" | "text" | "quiet";
} & Omit<ComponentProps<"a">, "href">;

/** An inline link to another screen of the application. */
export function TextLink({ href, tone = "text", ...rest }: TextLinkProps) {
  return (
    // The link sets the click of its child, and calls its own one first. It takes what is undefined, though its types do not say so.
    <Link {...(rest as object)} href={href} asChild>
      <Anchor href={href} data-tone={tone} {...rest} />
    </Link>
  );
}

/** The same style for a link that leaves this document: a prerendered page, another site. */
export function DocumentLink({ href, tone = "text", ...rest }: TextLinkProps) {
  return <Anchor href={href} data-tone={tone} {...rest} />;
}
