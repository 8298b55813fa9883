import { styled } from "goober";
import { type ComponentProps, createContext, type ReactNode, useContext } from "react";
import { Link } from "wouter";
import { media } from "../ui/theme.ts";
import { VisuallyHidden } from "../ui/visually-hidden.ts";
import { performancePath, type TradeView } from "./performance-address.ts";
import { performanceText as text } from "./performance-text.ts";
import { type PageFilter, type RunName, WHOLE_PAGE } from "./trade-filter.ts";
import type { Summary } from "./trade-types.ts";

/** Brings the list into sight once it shows what was opened. @param focus whether the focus goes there or stays */
export type Reveal = (focus: "moves" | "stays") => void;

/** Which trades the page is narrowed to, and what brings the list of them into sight. */
export const PageContext = createContext<{ filter: PageFilter; reveal: Reveal }>({
  filter: WHOLE_PAGE,
  reveal: () => {},
});

/** The trades in a row behind a figure; null where there are none. */
export function runView(of: RunName, runs: Summary["runs"]): TradeView | null {
  const run = runs[of];
  return run && { mode: "all", only: { by: "run", of, ...run } };
}

type ViewLinkProps = {
  view: TradeView;
  /** Whether the focus goes to the list: it stays where one walks from link to link. */
  focus?: "moves" | "stays";
} & Omit<ComponentProps<"a">, "href">;

/** A link to trades, which brings the list of them into sight. It has no look of its own, and keeps the page's filters. */
export function ViewLink({ view, focus = "moves", onClick, ...rest }: ViewLinkProps) {
  const { filter, reveal } = useContext(PageContext);
  const href = performancePath({ filter, view });
  return (
    <Link
      href={href}
      onClick={(event) => {
        reveal(focus);
        onClick?.(event);
      }}
      {...rest}
    />
  );
}

const Anchor = styled(ViewLink)`
  border-radius: 4px;
  ${media.touch} {
    /* 24 px high in the smallest type, without moving a line. */
    padding-block: 5px;
  }
  color: inherit;
  text-decoration: underline dotted transparent 1px;
  text-underline-offset: 0.22em;
  transition: text-decoration-color var(--motion);
  &:hover {
    text-decoration-color: currentColor;
  }
`;

/** A figure that opens the trades behind it; where there are none, the figure alone. */
export function TradesLink({ view, children }: { view: TradeView | null; children: ReactNode }) {
  if (view === null) return children;
  return (
    <Anchor view={view}>
      {children}
      <VisuallyHidden>, {text.show}</VisuallyHidden>
    </Anchor>
  );
}
