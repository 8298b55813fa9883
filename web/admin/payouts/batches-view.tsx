import { usePages } from "../../state/pages.ts";
import { ROUTE } from "../../state/routes.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { ChevronLeft } from "../../ui/icon.tsx";
import { ShowMore } from "../../ui/list/show-more.tsx";
import { type Column, Table } from "../../ui/list/table.tsx";
import { Money } from "../../ui/money.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { PageColumn, PagePane } from "../core/admin-layout.ts";
import { ADMIN_POLL_MS, adminKey } from "../core/admin-polling.ts";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import type { AdminView } from "../core/admin-time.ts";
import { PageHead } from "../core/page-head.tsx";
import { StateBadge } from "./made-batch.tsx";
import { batchPath } from "./payout-address.ts";
import { PAYOUT_ADMIN_TEXT } from "./payout-admin-text.ts";
import { fetchBatches, type PayoutBatch } from "./payout-calls.ts";
import { doneWords } from "./payout-words.ts";

const text = PAYOUT_ADMIN_TEXT;

/** Every batch, the newest first. */
export function BatchesView({ view }: { view: AdminView }) {
  const pages = usePages<PayoutBatch, object>({
    key: adminKey("payouts", "all batches"),
    everyMs: ADMIN_POLL_MS,
    fetchPage: fetchBatches,
  });
  const rows = pages.value?.rows ?? null;
  return (
    <PagePane>
      <PageColumn>
        <PageHead
          title={text.allBatches}
          lead={text.allBatchesLead}
          action={
            <ButtonLink href={ROUTE.adminPayouts} size="dense" icon={ChevronLeft}>
              {text.toPay}
            </ButtonLink>
          }
        />
        {rows === null && pages.error !== null && !pages.isLoading ? (
          <ErrorState title={text.batchesFailed} text={text.batchFailedDetail} onRetry={pages.reload} />
        ) : (
          <Card isFlush>
            <Table
              caption={text.allBatches}
              columns={columnsOf(view)}
              rows={rows}
              rowKey={({ _id }) => _id}
              empty={<EmptyState title={text.noBatches[0]} text={text.noBatches[1]} />}
            />
            {pages.hasMore && (
              <ShowMore isLoading={pages.isLoading} onMore={pages.loadMore}>
                {ADMIN_TEXT.loadMore}
              </ShowMore>
            )}
          </Card>
        )}
      </PageColumn>
    </PagePane>
  );
}

function columnsOf({ at }: AdminView): Column<PayoutBatch>[] {
  const { columns } = text;
  return [
    {
      key: "batch",
      head: columns.batch,
      isRowHead: true,
      cell: ({ _id, number }) => <TextLink href={batchPath(_id)}>{number}</TextLink>,
    },
    {
      key: "made",
      head: columns.made,
      isHiddenOnPhone: true,
      cell: ({ madeAt }) => <span className="num">{at(madeAt)}</span>,
    },
    { key: "by", head: columns.by, isHiddenOnPhone: true, cell: ({ madeBy }) => madeBy.name },
    { key: "account", head: columns.account, isHiddenOnNarrow: true, cell: ({ bankAccount }) => bankAccount.name },
    { key: "state", head: columns.state, cell: (batch) => <StateBadge batch={batch} /> },
    { key: "outcome", head: columns.outcome, isHiddenOnNarrow: true, cell: doneWords },
    { key: "count", head: columns.count, isNumeric: true, isHiddenOnPhone: true, cell: ({ count }) => count },
    { key: "sum", head: columns.sum, isNumeric: true, isStrong: true, cell: ({ total }) => <Money usd={total} /> },
  ];
}
