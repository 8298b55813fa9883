import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Box } from "../../ui/layout.tsx";
import { SortButton, sortedBy } from "../../ui/sort-button.tsx";
import { StaleLine } from "../../ui/stale-line.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import { BY_TIME } from "./list-fields.ts";
import { NewRows } from "./new-rows.tsx";
import { NothingListed } from "./nothing-listed.tsx";
import type { AdminList } from "./use-admin-list.ts";
import type { ListAddress } from "./use-list-address.ts";

type LogTableProps<Row extends { _id: string }> = {
  list: AdminList<Row>;
  address: ListAddress;
  caption: string;
  columns: readonly Column<Row>[];
  /** Number of placeholder rows while the first page loads. */
  loadingRows: number;
  empty: readonly [title: string, text: string];
  /** The error when nothing could be loaded. */
  failed: string;
  failedDetail: string;
  /** Label of the button that loads the next page. */
  more: string;
};

/** A list that is read and not chosen from, as a table, page by page. */
export function LogTable<Row extends { _id: string }>(props: LogTableProps<Row>) {
  const { list, address, caption, columns, loadingRows, empty, failed, failedDetail, more } = props;
  const { rows, error } = list;
  return (
    <Card isFlush>
      {error !== null && rows !== null && <StaleLine>{ADMIN_TEXT.stale}</StaleLine>}
      <NewRows list={list} />
      {error !== null && rows === null ? (
        <ErrorState title={failed} text={failedDetail} onRetry={list.reload} />
      ) : (
        <Table
          caption={caption}
          columns={columns}
          rows={rows}
          rowKey={({ _id }) => _id}
          loadingRows={loadingRows}
          empty={<NothingListed address={address} empty={empty} />}
        />
      )}
      {list.hasMore && (
        <Box pad="12px 20px" textAlign="center">
          <Button isLoading={list.isLoading} onClick={list.loadMore}>
            {more}
          </Button>
        </Box>
      )}
    </Card>
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
