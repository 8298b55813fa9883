import { styled } from "goober";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { formatRelativeDay, formatTime } from "../../ui/format.ts";
import { Money } from "../../ui/money.tsx";
import { SortButton, sortedBy } from "../../ui/sort-button.tsx";
import { StaleLine } from "../../ui/stale-line.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { media } from "../../ui/theme.ts";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import { DayZone } from "../list/day-zone.tsx";
import { FilterFields } from "../list/filter-fields.tsx";
import { BY_TIME } from "../list/list-columns.ts";
import { ListDownload } from "../list/list-download.tsx";
import { NothingListed } from "../list/nothing-listed.tsx";
import type { AdminList } from "../list/use-admin-list.ts";
import type { ListAddress } from "../list/use-list-address.ts";
import { actorName } from "./actor-name.ts";
import { BalanceAfter } from "./balance-after.tsx";
import { transferPath } from "./ledger-address.ts";
import type { AccountEntry } from "./ledger-types.ts";
import { ACCOUNT_ADMIN_TEXT, TRANSFER_ADMIN_TEXT } from "./transfer-admin-text.ts";
import { purposeOf } from "./transfer-purpose.ts";

const Filters = styled("div")`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 180px)) auto;
  align-items: end;
  justify-content: start;
  gap: 8px;
  & > p {
    grid-row: 2;
    grid-column: 1 / -1;
  }
  ${media.phone} {
    grid-template-columns: repeat(2, minmax(0, 1fr));
    & > button {
      justify-self: start;
    }
  }
`;

/** Hidden where the balance would not fit beside it; the day is enough there. */
const Hour = styled("span")`
  ${media.phone} {
    display: none;
  }
`;

const More = styled("div")`
  padding: 12px 20px;
  text-align: center;
`;

const text = ACCOUNT_ADMIN_TEXT;

type AccountEntriesProps = {
  accountId: string;
  caption: string;
  entries: AdminList<AccountEntry>;
  address: ListAddress;
  timeZone: string;
};

/** The entries of an account, page by page, each with the balance after it. */
export function AccountEntries({ accountId, caption, entries, address, timeZone }: AccountEntriesProps) {
  const { rows, error, isLoading, hasMore, loadMore, reload } = entries;
  return (
    <>
      <Filters role="search">
        <FilterFields {...address} />
        <DayZone timeZone={timeZone} />
        <ListDownload list={`ledger/accounts/${accountId}/entries`} query={address.query} />
      </Filters>
      <Card data-flush="true">
        {error !== null && rows !== null && <StaleLine>{ADMIN_TEXT.stale}</StaleLine>}
        {error !== null && rows === null ? (
          <ErrorState title={text.failed} text={text.failedDetail} onRetry={reload} />
        ) : (
          <Table
            caption={caption}
            columns={columnsFor(timeZone, address)}
            rows={rows}
            rowKey={({ _id }) => _id}
            loadingRows={8}
            empty={<NothingListed address={address} empty={text.noEntries} />}
          />
        )}
        {hasMore && (
          <More>
            <Button isLoading={isLoading} onClick={loadMore}>
              {text.more}
            </Button>
          </More>
        )}
      </Card>
    </>
  );
}

function columnsFor(timeZone: string, { sort, setSort }: ListAddress): Column<AccountEntry>[] {
  const nowMs = Date.now();
  return [
    {
      key: "when",
      head: TRANSFER_ADMIN_TEXT.when,
      sort: {
        direction: sortedBy(BY_TIME, sort),
        button: <SortButton label={TRANSFER_ADMIN_TEXT.when} pair={BY_TIME} sort={sort} onSort={setSort} />,
      },
      cell: ({ at }) => (
        <span className="num">
          {formatRelativeDay(at, nowMs, timeZone)}
          <Hour>, {formatTime(at, timeZone)}</Hour>
        </span>
      ),
    },
    {
      key: "what",
      head: TRANSFER_ADMIN_TEXT.what,
      isRowHead: true,
      cell: ({ transferId, reference }) => <TextLink href={transferPath(transferId)}>{purposeOf(reference)}</TextLink>,
    },
    { key: "by", head: TRANSFER_ADMIN_TEXT.movedBy, isHiddenOnPhone: true, cell: ({ actor }) => actorName(actor) },
    { key: "amount", head: text.amount, isNumeric: true, cell: ({ amount }) => <Money usd={amount} as="moved" /> },
    {
      key: "balance",
      head: TRANSFER_ADMIN_TEXT.balanceAfter,
      isNumeric: true,
      isStrong: true,
      cell: ({ balance }) => <BalanceAfter balance={balance} />,
    },
  ];
}
