import { styled } from "goober";
import type { ReactNode } from "react";
import { media, type } from "../ui/theme.ts";

/** What is known about a person, line by line. */
export const FactRows = styled("dl")`
  & > div {
    display: grid;
    grid-template-columns: 128px minmax(0, 1fr) auto;
    align-items: center;
    min-height: 44px;
  }
  & > div + div {
    border-top: 1px solid color-mix(in oklab, var(--line) 60%, transparent);
  }
  & dt {
    ${type.dense}
    color: var(--muted);
  }
  & dd {
    overflow-wrap: anywhere;
  }
  & dd + dd {
    ${type.caption}
    display: flex;
    align-items: center;
    gap: 6px;
    color: var(--muted);
  }
  ${media.phone} {
    & > div {
      grid-template-columns: 112px minmax(0, 1fr) auto;
    }
  }
`;

/** One line of {@link FactRows}; `aside` is a quiet word at its end. */
export function Fact({ term, aside, children }: { term: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
      {aside && <dd>{aside}</dd>}
    </div>
  );
}
