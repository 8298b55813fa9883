import { ROUTE } from "../../state/routes.ts";
import { useQuery } from "../../state/use-query.ts";
import { Badge } from "../../ui/badge.tsx";
import { Callout } from "../../ui/callout.tsx";
import { Card, CardHead } from "../../ui/card.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { formatSum } from "../../ui/format.ts";
import { Check, CircleX, Clock } from "../../ui/icon.tsx";
import { Box } from "../../ui/layout.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { type AdminFact, AdminFacts } from "../core/admin-facts.tsx";
import { ItemColumns, ItemMain } from "../core/admin-layout.ts";
import { ADMIN_POLL_MS, adminKey } from "../core/admin-polling.ts";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import { ItemHead } from "../core/item-head.tsx";
import { subjectPath } from "../list/subject-path.ts";
import { itemPath } from "../list/use-open-item.ts";
import { monthName } from "../month-close/month-names.ts";
import { type AdminAct, findPlannedAct, type PlannedAct } from "./book-calls.ts";
import { BOOK_ADMIN_TEXT } from "./book-text.ts";
import { ledgerPath } from "./ledger-address.ts";
import type { LedgerItemProps } from "./ledger-list.tsx";
import { accountName } from "./ledger-names.ts";
import { PlannedEntries } from "./planned-entries.tsx";
import { TRANSFER_ADMIN_TEXT } from "./transfer-admin-text.ts";

const text = BOOK_ADMIN_TEXT;

export const STATE_LOOK = {
  open: { tone: "warn", icon: Clock },
  posted: { tone: "up", icon: Check },
  cancelled: { tone: "neutral", icon: CircleX },
} as const;

/** An act with what it would write now, as the screen and its dialogs read it. */
export function usePlannedAct(id: string | null) {
  return useQuery<{ found: PlannedAct | null }>({
    key: id === null ? null : adminKey("book act", id),
    fetch: async (signal) => ({ found: id === null ? null : await findPlannedAct(id, signal) }),
    everyMs: ADMIN_POLL_MS,
    isLoadedAnew: true,
  });
}

/** One act: while it is open every entry that it would write now, or why it would be refused. */
export function ActItem({ item: act, view, onBack }: LedgerItemProps<AdminAct>) {
  const { _id, kind, state, amount, currency, user } = act;
  const read = usePlannedAct(_id);
  const found = read.value?.found ?? null;
  return (
    <ItemColumns>
      <ItemMain>
        <ItemHead
          figure={formatSum(amount, currency)}
          copy={{ text: amount.toFixed(2), what: ADMIN_TEXT.copy.amount }}
          badge={<Badge {...STATE_LOOK[state]}>{text.state[state]}</Badge>}
          lead={`${TRANSFER_ADMIN_TEXT.kinds[kind]}, ${user?.name ?? text.house}`}
          onBack={onBack}
        />
        {state === "open" && found === null && read.error !== null && (
          <ErrorState title={text.failed} text={text.failedDetail} isRetrying={read.isLoading} onRetry={read.refetch} />
        )}
        {state === "open" && found === null && read.error === null && <Skeleton width="100%" height={120} />}
        {found?.refusal && <Callout tone="warn">{text.refused(found.refusal)}</Callout>}
        {found?.plan && (
          <Card isFlush>
            <CardHead title={text.planNow} />
            <Box pad="0 0 8px">
              <PlannedEntries plan={found.plan} title={text.planNow} />
            </Box>
          </Card>
        )}
        <AdminFacts title={text.facts} facts={factsOf(found?.act ?? act, view.at)} />
      </ItemMain>
    </ItemColumns>
  );
}

function factsOf(act: AdminAct, at: (instant: string) => string): AdminFact[] {
  const { _id, kind, recordId, user, from, to, rate, owed } = act;
  const reference = kind === "payout_returned" ? `withdrawal:${recordId}` : `deposit:${recordId}`;
  const recordPath = recordId !== null && user ? subjectPath(reference, user) : null;
  const by = (name: string | null, when: string | null) => when && `${name ?? ""}, ${at(when)}`;
  return [
    { name: text.from, value: accountName(from) },
    { name: text.to, value: accountName(to) },
    {
      name: text.about,
      value: user && (
        <TextLink href={itemPath(ROUTE.adminUsers, user._id)}>{`${user.name} (${user.username})`}</TextLink>
      ),
    },
    {
      name: kind === "payout_returned" ? text.withdrawalLink : text.depositLink,
      value: recordPath && <TextLink href={recordPath}>{text.see}</TextLink>,
    },
    { name: text.owed, value: owed > 0 ? formatSum(owed, "USD") : null, isFigure: true, mark: "warn" },
    { name: text.rate, value: rate && formatSum(rate, "KHR"), isFigure: true },
    {
      name: text.bankReference,
      value: act.bankReference,
      after: act.bankReference && <CopyButton text={act.bankReference} what={text.bankReference} />,
    },
    { name: text.evidence, value: act.evidence },
    { name: text.reason, value: act.reason },
    { name: text.foundFor, value: act.foundFor && monthName(act.foundFor) },
    { name: text.proposedBy, value: by(act.proposedBy, act.proposedAt) },
    { name: text.postedBy, value: by(act.postedBy, act.postedAt) },
    {
      name: text.transfer,
      value: act.state === "posted" && (
        <TextLink href={ledgerPath("transfers", { search: `book:${_id}` })}>{text.see}</TextLink>
      ),
    },
    { name: text.cancelledBy, value: by(act.cancelledBy, act.cancelledAt) },
    { name: "ID", value: _id, after: <CopyButton text={_id} what={text.entry} /> },
  ];
}
