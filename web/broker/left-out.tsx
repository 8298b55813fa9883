import { styled } from "goober";
import { useState } from "react";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog/dialog.tsx";
import { formatCount } from "../ui/format.ts";
import { ChevronRight, Icon } from "../ui/icon.tsx";
import { Box, Text } from "../ui/layout.tsx";
import { Paged } from "../ui/list/show-more.tsx";
import { type Column, Table } from "../ui/list/table.tsx";
import { media, tint, type } from "../ui/theme.ts";
import { importText } from "./import-text.ts";
import { countOf, type LeftOutGroup } from "./left-out-groups.ts";

const text = importText.check;
const LINES_SHOWN = 100;

const GroupRow = styled("button")`
  display: grid;
  grid-template-columns: 16px minmax(28px, auto) minmax(0, 1fr) auto;
  align-items: center;
  gap: 0 12px;
  width: 100%;
  min-height: 52px;
  padding: 8px 20px;
  text-align: left;
  color: var(--muted);
  & > b {
    ${type.body}
    color: var(--text);
    font-weight: 600;
  }
  & > span {
    ${type.dense}
    min-width: 0;
    color: var(--text);
    font-weight: 500;
    overflow-wrap: anywhere;
  }
  & > span > small {
    ${type.caption}
    display: block;
    color: var(--muted);
    font-weight: 400;
  }
  &:hover {
    background: ${tint("text", 4)};
  }
  &:focus-visible {
    outline-offset: -2px;
  }
  ${media.phone} {
    padding: 8px 0;
  }
`;

/** The reasons why lines are no trades; each opens its lines. */
export function LeftOutList({ groups }: { groups: readonly LeftOutGroup[] }) {
  const [open, setOpen] = useState<LeftOutGroup | null>(null);
  if (groups.length === 0) {
    return (
      <Text pad="16px 20px" tone="muted" phone={{ pad: "8px 0" }}>
        {text.nothingLeftOut}
      </Text>
    );
  }
  return (
    <>
      <Box as="ul" line="between">
        {groups.map((group) => (
          <li key={group.key}>
            <GroupRow type="button" onClick={() => setOpen(group)}>
              <Icon of={group.icon} tone={group.isFault ? "warn" : undefined} />
              <b className="num">{formatCount(countOf(group))}</b>
              <span>
                {group.title}
                <small>{group.detail}</small>
              </span>
              <Icon of={ChevronRight} />
            </GroupRow>
          </li>
        ))}
      </Box>
      {open && <LinesDialog group={open} onClose={() => setOpen(null)} />}
    </>
  );
}

type Line = LeftOutGroup["lines"][number] & { key: string };

/** The lines of a group, as the file has them. */
export function LinesDialog({ group, onClose }: { group: LeftOutGroup; onClose: () => void }) {
  const columns: Column<Line>[] = [
    { key: "line", head: text.line, isRowHead: true, cell: ({ line }) => (line === null ? "" : formatCount(line)) },
    { key: "says", head: text.says, cell: ({ says }) => <Wrapping>{says}</Wrapping> },
    ...(group.isFault
      ? [{ key: "problem", head: text.problem, cell: ({ problem = "" }: Line) => <Wrapping>{problem}</Wrapping> }]
      : []),
  ];
  const lines = group.lines.map((line, index): Line => ({ ...line, key: `${index}` }));
  return (
    <Dialog
      title={group.title}
      width="wide"
      onClose={onClose}
      actions={<Button onClick={onClose}>{importText.close}</Button>}
    >
      <Text tone="muted" margin="0 0 12px">
        {group.isFault ? text.wayOut : group.detail}
      </Text>
      <Paged items={lines} pageRows={LINES_SHOWN}>
        {(shown) => (
          <Table caption={group.title} columns={columns} rows={shown} rowKey={({ key }) => key} empty={null} />
        )}
      </Paged>
    </Dialog>
  );
}

/** Unlike other cells it wraps: it must be readable to its end. */
function Wrapping({ children }: { children: string }) {
  return (
    <Box minWidth={120} pad="8px 0" breaks="usual">
      <Box breaks="anywhere">{children}</Box>
    </Box>
  );
}
