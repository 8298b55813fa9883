import { styled } from "goober";
import type { ReactNode } from "react";
import { media, type } from "./theme.ts";

/** Facts about a person, line by line. */
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
    /* A value has the whole line below its name. */
    & > div {
      grid-template-columns: minmax(0, 1fr) auto;
      align-content: center;
      min-height: 56px;
      padding: 6px 0;
    }
    & > div > dt {
      ${type.caption}
    }
    & > div > dd {
      grid-row: 2;
    }
    & > div > dt + dd:last-child {
      grid-column: 1 / -1;
    }
    & > div > dd + dd {
      grid-row: 1 / 3;
      grid-column: 2;
    }
  }
`;

/** One line of {@link FactRows}; `aside` is a muted text at its end. */
export function Fact({ term, aside, children }: { term: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
      {aside && <dd>{aside}</dd>}
    </div>
  );
}
