import { styled } from "goober";
import { type } from "../../ui/theme.ts";
import { QuietText } from "../core/admin-layout.ts";
import type { HistoryLine } from "./trader-history.ts";

const List = styled("ul")`
  ${type.dense}
  & > li {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    gap: 0 12px;
    padding: 4px 0;
  }
  & > li > small {
    ${type.caption}
    grid-column: 1 / -1;
    color: var(--muted);
  }
  & [data-tone="up"] {
    color: var(--up);
  }
  & [data-tone="warn"] {
    color: var(--warn);
  }
  & [data-tone="down"] {
    color: var(--down);
  }
`;

type EventListProps = {
  lines: readonly HistoryLine[];
  at: (instant: string) => string;
  /** Text of an empty list. */
  empty: string;
};

/** Events as a list, for places too narrow for a table. */
export function EventList({ lines, at, empty }: EventListProps) {
  if (lines.length === 0) return <QuietText>{empty}</QuietText>;
  return (
    <List>
      {lines.map(({ key, description, state, at: when }) => (
        <li key={key}>
          <span>{description}</span>
          <span data-tone={state?.tone}>{state?.label}</span>
          <small className="num">{at(when)}</small>
        </li>
      ))}
    </List>
  );
}
