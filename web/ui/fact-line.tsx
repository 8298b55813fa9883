import { styled } from "goober";
import type { ReactNode } from "react";
import { media, type } from "./theme.ts";

/** A name and its value. */
export type Fact = {
  name: string;
  /** Null, undefined and false hide the fact. */
  value: ReactNode;
  /** A control after the value, such as a copy button. */
  after?: ReactNode;
  /** Before the name: a swatch. */
  mark?: ReactNode;
  /** After the name: an `InfoTip` that explains it. */
  tip?: ReactNode;
};

const Line = styled("dl")`
  ${type.dense}
  display: flex;
  flex-wrap: wrap;
  gap: 4px 16px;
  & > div {
    display: flex;
    align-items: baseline;
    gap: 6px;
    min-width: 0;
    white-space: nowrap;
  }
  & dt {
    display: flex;
    align-items: baseline;
    gap: 6px;
    color: var(--muted);
  }
  &[data-size="caption"] {
    ${type.caption}
    justify-content: space-between;
  }
  & dt > i {
    margin-right: 0;
  }
  & dt > span {
    align-self: center;
  }
  & dd {
    min-width: 0;
    font-weight: 500;
  }
  ${media.phone} {
    &[data-phone="list"] {
      display: grid;
      width: 100%;
    }
    &[data-phone="list"] > div {
      flex-wrap: wrap;
      justify-content: space-between;
    }
    /* A long sum has a line of its own, at the same end. */
    &[data-phone="list"] dd {
      margin-left: auto;
    }
  }
`;

type FactLineProps = {
  facts: readonly Fact[];
  /** On phones it becomes a list, with the values at its right end. */
  isListOnPhone?: boolean;
  /** A caption spans the whole width. */
  size?: "dense" | "caption";
  className?: string;
};

/** Names and values one after the other, in a line that wraps. Apart from `Facts`, because the dashboard needs only it. */
export function FactLine({ facts, isListOnPhone = false, size, className }: FactLineProps) {
  return (
    <Line className={className} data-size={size} data-phone={isListOnPhone ? "list" : undefined}>
      <FactPairs facts={facts} />
    </Line>
  );
}

/** The pairs of a list of facts; one without a value is left out. */
export function FactPairs({ facts }: { facts: readonly Fact[] }) {
  const shown = facts.filter(({ value }) => value !== null && value !== undefined && value !== false);
  return shown.map(({ name, value, after, mark, tip }) => (
    <div key={name}>
      <dt>
        {mark}
        {name}
        {tip}
      </dt>
      <dd>
        {value}
        {after}
      </dd>
    </div>
  ));
}
