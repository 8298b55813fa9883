import { styled } from "goober";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { media, tint, type } from "../../ui/theme.ts";

/** A line of a card: a name, a figure, and an age. */
const Line = styled("div")`
  ${type.dense}
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto minmax(72px, auto);
  align-items: center;
  gap: 12px;
  min-height: 36px;
  padding: 4px 20px;
  border-top: 1px solid color-mix(in oklab, var(--line) 45%, transparent);
  &:first-of-type {
    border-top: 0;
  }
  & > b {
    font-weight: 600;
    text-align: right;
  }
  & > b:last-child {
    grid-column: 2 / -1;
  }
  & > [data-aside] {
    color: var(--muted);
    text-align: right;
    white-space: nowrap;
  }
  & > [data-late="true"] {
    color: var(--warn);
  }
  &[data-quiet="true"] > * {
    color: var(--muted);
    font-weight: 400;
  }
  &[href]:hover {
    background: ${tint("text", 4)};
  }
  &:focus-visible {
    outline-offset: -2px;
  }
  ${media.touch} {
    min-height: 44px;
  }
  ${media.phone} {
    padding: 4px 16px;
  }
`;

type OverviewLineProps = {
  name: string;
  value: ReactNode;
  /** For example an age. */
  aside?: ReactNode;
  /** Whether the age is too high. */
  isLate?: boolean;
  /** Whether the line is dimmed, as there is nothing to see. */
  isQuiet?: boolean;
  /** Address of the list behind the line. */
  href?: string;
};

/** A line of an overview card, which links to its list. */
export function OverviewLine({ name, value, aside, isLate = false, isQuiet = false, href }: OverviewLineProps) {
  const cells = (
    <>
      <span>{name}</span>
      <b className="num">{value}</b>
      {aside !== undefined && (
        <span className="num" data-aside="" data-late={isLate}>
          {aside}
        </span>
      )}
    </>
  );
  if (href === undefined) return <Line data-quiet={isQuiet}>{cells}</Line>;
  return (
    <Link href={href} asChild>
      <Line as="a" data-quiet={isQuiet}>
        {cells}
      </Line>
    </Link>
  );
}
