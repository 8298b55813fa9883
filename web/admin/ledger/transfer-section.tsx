import { useCallback } from "react";
import type { api, User } from "../../state/api.ts";
import { formatRelativeDay } from "../../ui/format.ts";
import { Money } from "../../ui/money.tsx";
import { ActionBar, ItemPane, Panes } from "../core/admin-layout.ts";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import { timesFor } from "../core/admin-time.ts";
import { ItemSteps } from "../list/item-steps.tsx";
import { AGE_SORTS, AMOUNT_FIELDS, BY_TIME, choiceField, PERIOD_FIELDS, USER_FIELD } from "../list/list-columns.ts";
import { fieldsOf } from "../list/list-filter.ts";
import { NothingOpen } from "../list/nothing-open.tsx";
import { QueueScreen } from "../list/queue-screen.tsx";
import { useAdminList } from "../list/use-admin-list.ts";
import { type ListSpec, useListAddress } from "../list/use-list-address.ts";
import { useListKeys } from "../list/use-list-keys.ts";
import { useOpenItem } from "../list/use-open-item.ts";
import { LEDGER_ADMIN_TEXT } from "./ledger-admin-text.ts";
import { fetchTransfers, findTransfer } from "./ledger-calls.ts";
import { TRANSFER_ADMIN_TEXT } from "./transfer-admin-text.ts";
import { TransferItem } from "./transfer-item.tsx";
import { TransferMark } from "./transfer-mark.tsx";

const text = TRANSFER_ADMIN_TEXT;
const FIELDS = fieldsOf<typeof api.admin.ledger.transfers.$get>()([
  { kind: "text", name: "search", label: text.search, placeholder: text.searchPlaceholder, isLead: true },
  { ...choiceField("kind", text.kind, text.kinds), isLead: true },
  USER_FIELD,
  ...PERIOD_FIELDS,
  ...AMOUNT_FIELDS,
]);
/** Sums narrow what one person moved: no index has everybody's. */
const TRANSFERS_OF_ONE = { fields: FIELDS, sorts: AGE_SORTS } satisfies ListSpec;
const TRANSFERS = { fields: FIELDS.filter(({ kind }) => kind !== "dollars"), sorts: AGE_SORTS } satisfies ListSpec;

/** All transfers, one list. */
export function TransferSection({ admin }: { admin: User }) {
  const all = useListAddress(TRANSFERS, "newest", admin.timeZone);
  const ofOne = useListAddress(TRANSFERS_OF_ONE, "newest", admin.timeZone);
  const address = all.filter.user === undefined ? all : ofOne;
  const { query } = address;
  const list = useAdminList(useCallback((cursor) => fetchTransfers(query, cursor), [query]));
  const open = useOpenItem(list, findTransfer);
  const { item } = open;
  const nowMs = Date.now();
  const at = timesFor(admin.timeZone, nowMs);

  useListKeys(open);

  return (
    <Panes data-open={item !== null}>
      <QueueScreen
        title={LEDGER_ADMIN_TEXT.views.transfers}
        note={text.shown(list.rows?.length ?? 0, list.hasMore)}
        narrowing={{ address, file: { list: "ledger/transfers", query } }}
        columns="88px 92px minmax(0, 1fr) 16px"
        heads={[
          { label: text.when, sorts: BY_TIME },
          { label: ADMIN_TEXT.amount, isRight: true },
          { label: text.trader },
          { label: "" },
        ]}
        list={list}
        openId={item?._id}
        onOpen={open.openRow}
        row={({ at: instant, amount, user, kind, reference }) => (
          <>
            <span className="num" data-tone="muted" title={at(instant)}>
              {formatRelativeDay(instant, nowMs, admin.timeZone)}
            </span>
            <b data-align="right">
              <Money usd={amount} />
            </b>
            <span>{user?.name ?? text.nobody}</span>
            <TransferMark kind={kind} reference={reference} />
          </>
        )}
        empty={text.empty}
        loading={text.loading}
      />
      <ItemPane aria-label={text.transfer}>
        {item ? (
          <TransferItem key={item._id} transfer={item} admin={admin} onBack={open.close} />
        ) : (
          <NothingOpen list={list} />
        )}
      </ItemPane>
      {item && (
        <ActionBar>
          <ItemSteps open={open} />
        </ActionBar>
      )}
    </Panes>
  );
}
