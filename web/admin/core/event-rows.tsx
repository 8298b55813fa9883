import { styled } from "goober";
import type { ReactNode } from "react";
import { Text } from "../../ui/layout.tsx";
import { type ColourToken, type } from "../../ui/theme.ts";
import { type MoneyMove, MovedMoney } from "./moved-money.tsx";

/** Columns as wide as their content; where there is no room for them, a row has three lines. */
const Frame = styled("div")`
  ${type.dense}
  container-type: inline-size;
  & > ul {
    display: grid;
    grid-template-columns: max-content fit-content(176px) minmax(0, 1fr) fit-content(112px) max-content;
    gap: 0 14px;
  }
  & li {
    display: grid;
    grid-column: 1 / -1;
    grid-template-columns: subgrid;
    align-items: center;
    min-height: 32px;
    padding: 3px 20px;
    border-bottom: 1px solid color-mix(in oklab, var(--line) 45%, transparent);
  }
  & li > p {
    overflow-wrap: anywhere;
    white-space: pre-line;
  }
  & li > p[data-cut="true"] {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  @container (max-width: 559px) {
    & > ul {
      grid-template-columns: minmax(0, 1fr) max-content;
    }
    & li {
      grid-template-areas: "name sum" "text text" "when aside";
      padding: 8px 16px;
    }
    & li > time {
      grid-area: when;
    }
    & li > b {
      grid-area: name;
    }
    & li > p,
    & li > p[data-cut="true"] {
      grid-area: text;
      white-space: normal;
    }
    & li > span {
      grid-area: aside;
      justify-self: end;
    }
    & li > b:last-child {
      grid-area: sum;
    }
  }
`;

export type EventRow = {
  key: string;
  /** ISO 8601. */
  at: string;
  name: ReactNode;
  tone?: ColourToken | undefined;
  /** More about it: text or a link to it. Muted, unless somebody wrote it. */
  detail: ReactNode;
  /** The whole detail, where it may be cut off. */
  title?: string | undefined;
  isWritten?: boolean;
  /** Its state, or who did it. */
  aside: ReactNode;
  asideTone?: ColourToken | undefined;
  /** Dollars; null if no money moved, undefined where only some rows are about money. */
  usd: number | null | undefined;
  /** Whether it came in or went out, which its sign then says; without it the sum has moved nothing. */
  moves?: MoneyMove | undefined;
};

/** Events as dense rows, newest first. @param props.at formats an instant */
export function EventRows({ rows, at }: { rows: readonly EventRow[]; at: (instant: string) => string }) {
  return (
    <Frame>
      <ul>
        {rows.map((row) => (
          <li key={row.key}>
            <Text as="time" className="num" tone="muted" dateTime={row.at}>
              {at(row.at)}
            </Text>
            <Text as="b" weight={500} tone={row.tone}>
              {row.name}
            </Text>
            <Text tone={row.isWritten ? "text" : "muted"} title={row.title} data-cut={!row.isWritten}>
              {row.detail}
            </Text>
            <Text as="span" tone={row.asideTone ?? "muted"} breaks="ellipsis">
              {row.aside}
            </Text>
            <Text as="b" className="num" weight={500} textAlign="right">
              {row.usd !== undefined && <MovedMoney usd={row.usd} moves={row.moves} />}
            </Text>
          </li>
        ))}
      </ul>
    </Frame>
  );
}
