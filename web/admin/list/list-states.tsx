import { styled } from "goober";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Icon, RefreshCw } from "../../ui/icon.tsx";
import { Row } from "../../ui/layout.tsx";
import { LiveRegion } from "../../ui/live-region.tsx";
import { StaleLine } from "../../ui/stale-line.tsx";
import { media, tint, type } from "../../ui/theme.ts";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import { SEARCH_FIELD } from "./list-fields.ts";
import { filterWords } from "./list-filter.ts";
import type { AdminList } from "./use-admin-list.ts";
import type { ListAddress } from "./use-list-address.ts";

const Line = styled("button")`
  ${type.dense}
  display: flex;
  align-items: center;
  justify-content: center;
  gap: 8px;
  flex: none;
  width: 100%;
  min-height: 32px;
  background: ${tint("accent", 12, "bg")};
  color: var(--accent);
  font-weight: 500;
  &:hover {
    background: ${tint("accent", 18, "bg")};
  }
  &:focus-visible {
    outline-offset: -2px;
  }
  ${media.touch} {
    min-height: 44px;
  }
`;

type ListNewsProps = { list: Pick<AdminList<unknown>, "rows" | "atMs" | "error" | "newCount" | "reload"> };

/** Above the rows: that they could not be refreshed, and how many new ones belong among them; a press shows these. */
export function ListNews({ list: { rows, atMs, error, newCount, reload } }: ListNewsProps) {
  const label = newCount > 0 ? ADMIN_TEXT.newRows(newCount) : "";
  return (
    <>
      {rows !== null && error !== null && <StaleLine atMs={atMs}>{ADMIN_TEXT.stale}</StaleLine>}
      <LiveRegion>{label}</LiveRegion>
      {newCount > 0 && (
        <Line type="button" onClick={reload}>
          <Icon of={RefreshCw} size={16} />
          {label}
        </Line>
      )}
    </>
  );
}

/** The fields that find people; others compare whole names. */
const SEARCHES: ReadonlySet<string> = new Set([SEARCH_FIELD.name, "search"]);

type NothingListedProps = { address: ListAddress; empty: readonly [title: string, text: string] };

/** In place of rows: nothing exists yet, or nothing matches the filter, which is described. */
export function NothingListed({ address, empty: [title, detail] }: NothingListedProps) {
  const { nothing, nothingFits, wholeWords, beginnings, clearAll, inAll } = ADMIN_TEXT.filter;
  const { fields, filter, matching, view, clear, wider } = address;
  const conditions = filterWords(
    fields.filter(({ name }) => name !== view),
    filter,
  );
  if (conditions.length === 0) return <EmptyState title={title} text={detail} />;
  const isSearch = fields.some(({ kind, name }) => kind === "text" && name in filter);
  const how = matching ?? (fields.some(({ name }) => SEARCHES.has(name)) ? beginnings : wholeWords);
  return (
    <EmptyState
      title={nothing}
      text={nothingFits(conditions, isSearch ? how : "")}
      action={
        <Row as="span" gap={8} justify="center" wrap>
          <Button size="dense" onClick={clear}>
            {clearAll}
          </Button>
          {isSearch && wider && (
            <Button size="dense" onClick={wider}>
              {inAll}
            </Button>
          )}
        </Row>
      }
    />
  );
}
