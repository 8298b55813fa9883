import { useRef } from "react";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Box, Row as LayoutRow } from "../../ui/layout.tsx";
import { ShowMore } from "../../ui/list/show-more.tsx";
import { SortButton, sortedBy } from "../../ui/list/sort-button.tsx";
import { type Column, Table } from "../../ui/list/table.tsx";
import { KEYS } from "../core/admin-keys.ts";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import { useShortcuts } from "../core/use-shortcuts.ts";
import { FilterFields, focusFilter } from "./filter-fields.tsx";
import { ListDownload, type ListPath } from "./list-download.tsx";
import { BY_TIME } from "./list-fields.ts";
import { ListNews, NothingListed } from "./list-states.tsx";
import type { AdminList } from "./use-admin-list.ts";
import type { ListAddress } from "./use-list-address.ts";

type LogTableProps<Row extends { _id: string }> = {
  list: AdminList<Row>;
  address: ListAddress;
  path: ListPath;
  caption: string;
  columns: readonly Column<Row>[];
  loadingRows: number;
  empty: readonly [title: string, text: string];
  failed: string;
  failedDetail: string;
  more: string;
  /** Whether L moves to the filter; false where the key does something else. */
  hasKey?: boolean;
};

/** A list that is read and not chosen from: its filter and download, and a table, page by page. */
export function LogTable<Row extends { _id: string }>(props: LogTableProps<Row>) {
  const { list, address, path, caption, columns, loadingRows, empty, failed, failedDetail, more, hasKey } = props;
  const filters = useRef<HTMLDivElement>(null);
  useShortcuts({ [KEYS.filter]: hasKey ? () => focusFilter(filters.current) : undefined });
  return (
    <>
      <Box role="search" aria-label={caption} ref={filters}>
        <FilterFields {...address} arrange="page">
          <LayoutRow wrap gap={8} minHeight={40} span={2}>
            {Object.keys(address.filter).length > 0 && (
              <Button variant="plain" onClick={address.clear}>
                {ADMIN_TEXT.filter.clear}
              </Button>
            )}
            <ListDownload list={path} query={address.query} size="normal" />
          </LayoutRow>
        </FilterFields>
      </Box>
      <Card isFlush>
        <ListNews list={list} />
        {list.error !== null && list.rows === null ? (
          <ErrorState title={failed} text={failedDetail} onRetry={list.reload} />
        ) : (
          <Table
            caption={caption}
            columns={columns}
            rows={list.rows}
            rowKey={({ _id }) => _id}
            loadingRows={loadingRows}
            empty={<NothingListed address={address} empty={empty} />}
          />
        )}
        {list.hasMore && (
          <ShowMore isLoading={list.isLoading} onMore={list.loadMore}>
            {more}
          </ShowMore>
        )}
      </Card>
    </>
  );
}

/** Head and sort button of the column with a row's time. */
export function timeHead(head: string, { sort, setSort }: ListAddress): Pick<Column<unknown>, "key" | "head" | "sort"> {
  return {
    key: "when",
    head,
    sort: {
      direction: sortedBy(BY_TIME, sort),
      button: <SortButton label={head} pair={BY_TIME} sort={sort} onSort={setSort} />,
    },
  };
}
