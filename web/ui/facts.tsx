import { styled } from "goober";
import type { CSSProperties, ReactNode } from "react";
import { type Fact, FactPairs } from "./fact-line.tsx";
import { media, type } from "./theme.ts";

type FactsProps = {
  facts: readonly Fact[];
  /**
   * - `lines`: a ruled line each, the value at its right end.
   * - `pairs`: dense rows, the values in a column beside the names.
   * - `columns`: pairs in two columns where there is room.
   * - `rows`: dense rows, each value at the right end; 28 px high, or `--fact-height`.
   * - `strip`: columns, each a figure below its name.
   */
  arrange?: "lines" | "pairs" | "columns" | "rows" | "strip";
  /** Width of the names of `pairs` and `columns`, px. */
  namesPx?: number;
  className?: string;
};

const List = styled("dl")`
  & > div {
    min-width: 0;
  }
  & dt {
    color: var(--muted);
  }
  &[data-arrange="strip"] dt > i {
    margin-right: 0;
  }
  & dd {
    min-width: 0;
    font-weight: 500;
    overflow-wrap: anywhere;
  }
  &[data-arrange="lines"] {
    ${type.body}
    & > div {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      justify-content: space-between;
      gap: 0 16px;
      min-height: 40px;
      padding: 4px 0;
      border-top: 1px solid var(--line);
    }
    & dd {
      display: flex;
      align-items: center;
      gap: 4px;
      margin-left: auto;
      text-align: right;
    }
    & dd > button {
      margin-right: -6px;
    }
  }
  &[data-arrange="columns"] {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, max(320px, 40%)), 1fr));
    gap: 0 32px;
  }
  &[data-arrange="pairs"],
  &[data-arrange="columns"] {
    ${type.dense}
    & > div {
      display: grid;
      grid-template-columns: var(--names) minmax(0, 1fr);
      gap: 8px 12px;
      min-height: 28px;
      padding: 4px 0;
    }
    & dd {
      display: flex;
      align-items: flex-start;
      gap: 4px;
      white-space: pre-line;
    }
    & dd > button {
      margin: -4px 0;
    }
  }
  &[data-arrange="rows"] {
    ${type.dense}
    & > div {
      display: flex;
      align-items: center;
      justify-content: space-between;
      gap: 12px;
      min-height: var(--fact-height, 28px);
    }
    & dd {
      text-align: right;
    }
  }
  &[data-arrange="strip"] {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(120px, 1fr));
    gap: 16px;
    & dt {
      ${type.caption}
      display: flex;
      align-items: center;
      gap: 6px;
    }
    & dd {
      ${type.lead}
      container-type: inline-size;
      margin-top: 4px;
      font-weight: 600;
    }
  }
`;

/** Names and values: of a payment, a request, an account. */
export function Facts({ facts, arrange = "lines", namesPx = 112, ...rest }: FactsProps) {
  // React's style type has no custom properties.
  const style: CSSProperties & { "--names": string } = { "--names": `${namesPx}px` };
  return (
    <List data-arrange={arrange} style={style} {...rest}>
      <FactPairs facts={facts} />
    </List>
  );
}

/** Facts about a person as lines that can be edited in place: see {@link FactRow}. */
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
export function FactRow({ term, aside, children }: { term: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
      {aside && <dd>{aside}</dd>}
    </div>
  );
}
