import { useCallback, useRef, useState } from "react";
import { useSearchParams } from "wouter";
import type { User } from "../../api.ts";

import { formatMoney } from "../../format.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Money } from "../../ui/money.tsx";
import { toast } from "../../ui/toaster.tsx";
import { fetchDeposits, findDeposit } from "../desk/desk-calls.ts";
import { ActBar, ActBarSpace, ItemPane, Panes } from "../desk/desk-layout.ts";
import { DeskQueue } from "../desk/desk-queue.tsx";
import { DESK_TEXT } from "../desk/desk-text.ts";
import type { DeskDeposit } from "../desk/desk-types.ts";
import { focusItem } from "../desk/item-head.tsx";
import { ItemSteps } from "../desk/item-steps.tsx";
import { ButtonKey } from "../desk/key-cap.tsx";
import { useDeskKeys } from "../desk/use-desk-keys.ts";
import { useDeskList } from "../desk/use-desk-list.ts";
import { useOpenItem } from "../desk/use-open-item.ts";
import { DEPOSIT_DESK_TEXT } from "./deposit-desk-text.ts";
import { DepositFilters, STATUS_CHOICES } from "./deposit-filters.tsx";
import { DepositItem } from "./deposit-item.tsx";
import { DepositMark } from "./deposit-mark.tsx";
import { MarkPaidDialog } from "./mark-paid-dialog.tsx";

const text = DEPOSIT_DESK_TEXT;
/** Deposits by their bill number, and the payment that only the bank's own books show. */
export function DepositDesk({ admin }: { admin: User }) {
  const [params, setParams] = useSearchParams();
  const status = STATUS_CHOICES.find((choice) => choice === params.get("status")) ?? null;
  const search = params.get("search") ?? "";
  const list = useDeskList(useCallback((cursor) => fetchDeposits({ status, search }, cursor), [status, search]));
  const open = useOpenItem(list, findDeposit);
  /** The deposit as it was when the question was asked: the list below may change, what is decided about may not. */
  const [marked, setMarked] = useState<DeskDeposit | null>(null);
  const [conflictId, setConflictId] = useState<string | null>(null);
  const searchField = useRef<HTMLInputElement>(null);
  const { item } = open;
  const canMark = item !== null && item.status !== "paid" && item.user._id !== admin._id;

  function filter(next: { status?: string; search?: string }) {
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        for (const [key, value] of Object.entries(next)) {
          if (value) after.set(key, value);
          else after.delete(key);
        }
        after.delete("item");
        return after;
      },
      { replace: true },
    );
  }

  function onConflict(id: string) {
    setMarked(null);
    setConflictId(id);
    void open.look(id);
  }

  function onDone(after: DeskDeposit) {
    setMarked(null);
    setConflictId(null);
    toast.success(after.status === "paid" ? text.done(formatMoney(after.amount), after.user.name) : text.word);
    list.put(after);
  }

  useDeskKeys({
    j: () => open.move(1),
    k: () => open.move(-1),
    Enter: focusItem,
    "/": () => searchField.current?.focus(),
    m: canMark ? () => setMarked(item) : undefined,
  });

  return (
    <Panes data-open={item !== null}>
      <DeskQueue
        title={text.title}
        note={text.shown(list.rows?.length ?? 0, list.hasMore)}
        filters={
          <DepositFilters
            field={searchField}
            status={status}
            search={search}
            onStatus={(next) => filter({ status: next ?? "" })}
            onSearch={(next) => filter({ search: next })}
          />
        }
        columns="96px 76px minmax(0, 1fr) 16px"
        heads={[
          { label: text.bill },
          { label: DESK_TEXT.amount, isRight: true },
          { label: DESK_TEXT.name },
          { label: "" },
        ]}
        list={list}
        openId={item?._id}
        onOpen={(id, isByKey) => {
          open.open(id);
          if (isByKey || !open.isSideBySide) focusItem();
        }}
        row={(deposit) => (
          <>
            <span className="num" data-tone="muted">
              {deposit.billNumber}
            </span>
            <b data-align="right">
              <Money usd={deposit.amount} />
            </b>
            <span>{deposit.user.name}</span>
            <DepositMark status={deposit.status} />
          </>
        )}
        empty={text.empty}
        loading={text.loading}
      />
      <ItemPane aria-label={text.deposit}>
        {item ? (
          <DepositItem
            key={item._id}
            deposit={item}
            admin={admin}
            hasConflict={conflictId === item._id}
            onBack={open.close}
          />
        ) : (
          list.rows !== null &&
          list.rows.length > 0 && <EmptyState title={DESK_TEXT.nothingOpen} text={DESK_TEXT.nothingOpenDetail} />
        )}
      </ItemPane>
      {item && (
        <ActBar>
          <ItemSteps place={open.place} count={list.rows?.length ?? 0} hasMore={list.hasMore} onMove={open.move} />
          <ActBarSpace />
          {item.status !== "paid" && (
            <Button variant="accent" aria-keyshortcuts="m" disabled={!canMark} onClick={() => setMarked(item)}>
              <ButtonKey>M</ButtonKey>
              {`${text.mark}${DESK_TEXT.agreement.step(item.approvals.have, item.approvals.need)}`}
            </Button>
          )}
        </ActBar>
      )}
      {marked && (
        <MarkPaidDialog
          deposit={marked}
          onDone={onDone}
          onConflict={() => onConflict(marked._id)}
          onClose={() => setMarked(null)}
        />
      )}
    </Panes>
  );
}
