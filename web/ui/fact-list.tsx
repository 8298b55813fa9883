import { styled } from "goober";
import type { ReactNode } from "react";
import { type } from "./theme.ts";

const List = styled("dl")`
  ${type.body}
  & > div {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 0 16px;
    min-height: 40px;
    border-top: 1px solid var(--line);
  }
  & dt {
    color: var(--muted);
  }
  & dd {
    display: flex;
    align-items: center;
    gap: 4px;
    min-width: 0;
    margin-left: auto;
    font-weight: 500;
    text-align: right;
    overflow-wrap: anywhere;
  }
  & dd > button {
    margin-right: -6px;
  }
`;

/** One row of `FactList`. */
export type Fact = { name: string; value: ReactNode };

/** Names and values of a payment or a request, one per line. */
export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <List>
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </List>
  );
}
