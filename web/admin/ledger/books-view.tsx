import { useSignals } from "@preact/signals-react/runtime";
import { useState } from "react";
import { useSearchParams } from "wouter";
import type { api, User } from "../../state/api.ts";
import { Button } from "../../ui/button.tsx";
import { formatSum } from "../../ui/format.ts";
import { Row, Text } from "../../ui/layout.tsx";
import { toast } from "../../ui/toast/toast.ts";
import { KEYS } from "../core/admin-keys.ts";
import { viewOf } from "../core/admin-time.ts";
import { hasRole } from "../core/roles.ts";
import { SendingDialog } from "../core/sending-dialog.tsx";
import { choiceField } from "../list/list-fields.ts";
import { fieldsOf } from "../list/list-filter.ts";
import { ListScreen } from "../list/list-screen.tsx";
import { dayColumn, markColumn, textColumn } from "../list/row-columns.tsx";
import { type ListSpec, useListAddress, useListAt } from "../list/use-list-address.ts";
import { useOpenItem } from "../list/use-open-item.ts";
import { CancelDialog, PostDialog } from "./act-dialogs.tsx";
import { ActItem, STATE_LOOK, usePlannedAct } from "./act-item.tsx";
import { BankAccountDialog } from "./bank-account-dialog.tsx";
import { ABOUT, FEE_PARAMS, feeIn, type LinkedKind, PROPOSE } from "./book-address.ts";
import { type AdminAct, cancelAct, fetchActs, findAct, openBankAccount, postAct, proposeAct } from "./book-calls.ts";
import { BOOK_ADMIN_TEXT } from "./book-text.ts";
import { LEDGER_ADMIN_TEXT } from "./ledger-admin-text.ts";
import { type Proposal, ProposeDialog } from "./propose-dialog.tsx";
import { TRANSFER_ADMIN_TEXT } from "./transfer-admin-text.ts";

const text = BOOK_ADMIN_TEXT;
const LINKED = [
  "payout_returned",
  "deposit_reversed",
  "receivable_collected",
  "correction",
] as const satisfies LinkedKind[];

const SPEC: ListSpec = {
  fields: fieldsOf<typeof api.admin.books.acts.$get, "recordId" | "before">()([
    { ...choiceField("state", text.stateLabel, text.state), isLead: true },
  ]),
  sorts: [],
  order: "newest",
};

const SECTION = {
  title: LEDGER_ADMIN_TEXT.views.books,
  item: text.entry,
  loading: text.loading,
  path: null,
  note: (rows: readonly AdminAct[], hasMore: boolean) => text.shown(rows.length, hasMore),
  columns: [
    dayColumn<AdminAct>(text.proposed, ({ proposedAt }) => proposedAt),
    textColumn<AdminAct>(text.amount, "112px", ({ amount, currency }) => formatSum(amount, currency), {
      isStrong: true,
      isRight: true,
      isFigure: true,
    }),
    textColumn<AdminAct>(text.what, "minmax(0, 1fr)", ({ kind }) => TRANSFER_ADMIN_TEXT.kinds[kind]),
    textColumn<AdminAct>(text.about, "minmax(0, 1fr)", ({ user }) => user?.name ?? text.house, {
      isMuted: true,
      isWide: true,
    }),
    markColumn<AdminAct>(({ state }) => ({ ...STATE_LOOK[state], label: text.state[state] })),
  ],
};

type Asked =
  | { act: "post" | "cancel"; item: AdminAct }
  | { act: "propose"; proposal: Proposal }
  | { act: "bank account" };

/** Acts on the books: those that wait for a second operator, with every entry that they would write, and those of before. */
export function BooksView({ admin }: { admin: User }) {
  useSignals();
  const [params, setParams] = useSearchParams();
  const [asked, setAsked] = useState<Asked | null>(null);
  const address = useListAddress(SPEC, admin.timeZone);
  const list = useListAt(address, fetchActs);
  const open = useOpenItem(list, findAct);
  const { refetch } = usePlannedAct(open.item?._id ?? null);
  const isOperator = hasRole("operator");
  const now = asked ?? (isOperator ? proposalIn(params) : null);

  function close() {
    setAsked(null);
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        after.delete(PROPOSE);
        after.delete(ABOUT);
        for (const name of FEE_PARAMS) after.delete(name);
        return after;
      },
      { replace: true },
    );
  }
  function done(message: string) {
    close();
    toast.success(message);
    list.reload();
    void refetch();
  }
  const sending = {
    // The dialog stays, says what is different, and shows the entries of now.
    onConflict() {
      list.reload();
      void refetch();
    },
    onClose: close,
  };
  const item = open.item;
  const view = viewOf(admin, Date.now());
  const isOpenAct = isOperator && item?.state === "open";
  const isYours = item?.proposedById === admin._id;
  return (
    <>
      {isOperator && (
        <Row grow={false} wrap gap={8} pad="8px 20px" phone={{ pad: "8px 16px" }}>
          <Text as="span" size="dense" tone="muted">
            {text.record}
          </Text>
          <Button size="dense" onClick={() => setAsked({ act: "propose", proposal: { kind: "fee", about: null } })}>
            {text.recordFee}
          </Button>
          <Button
            size="dense"
            onClick={() => setAsked({ act: "propose", proposal: { kind: "adjustment", about: null } })}
          >
            {text.recordAdjustment}
          </Button>
          <Button size="dense" onClick={() => setAsked({ act: "bank account" })}>
            {text.newAccount}
          </Button>
        </Row>
      )}
      <ListScreen
        section={SECTION}
        list={list}
        address={address}
        open={open}
        view={view}
        empty={text.empty}
        item={(row) => <ActItem key={row._id} item={row} view={view} onBack={open.close} />}
        message={item?.state === "open" && (isOperator ? isYours && text.yours : text.operatorsOnly)}
        actions={
          isOpenAct
            ? [
                {
                  key: KEYS.reject,
                  label: text.cancel,
                  tone: "danger",
                  run: () => setAsked({ act: "cancel", item }),
                },
                {
                  key: KEYS.approve,
                  label: text.post(TRANSFER_ADMIN_TEXT.kinds[item.kind]),
                  tone: "accent",
                  run: isYours ? undefined : () => setAsked({ act: "post", item }),
                },
              ]
            : []
        }
      />
      {now?.act === "propose" && (
        <SendingDialog send={proposeAct} onDone={() => done(text.proposeDone)} {...sending}>
          {(dialog) => <ProposeDialog key={JSON.stringify(now.proposal)} {...dialog} proposal={now.proposal} />}
        </SendingDialog>
      )}
      {now?.act === "bank account" && (
        <SendingDialog send={openBankAccount} onDone={({ name }) => done(text.accountDone(name))} {...sending}>
          {(dialog) => <BankAccountDialog {...dialog} />}
        </SendingDialog>
      )}
      {now?.act === "post" && (
        <SendingDialog
          send={(body: Parameters<typeof postAct>[1], key) => postAct(now.item._id, body, key)}
          onDone={() => done(text.postDone)}
          {...sending}
        >
          {(dialog) => <PostDialog {...dialog} act={now.item} />}
        </SendingDialog>
      )}
      {now?.act === "cancel" && (
        <SendingDialog
          send={(body: { reason: string }, key) => cancelAct(now.item._id, body, key)}
          onDone={() => done(text.cancelDone)}
          {...sending}
        >
          {(dialog) => <CancelDialog {...dialog} />}
        </SendingDialog>
      )}
    </>
  );
}

/** The proposal that an address opens, as the item of a withdrawal, a deposit or a trader and a line of the bank's statement link to it. */
function proposalIn(params: URLSearchParams): Asked | null {
  const fee = feeIn(params);
  if (fee) return { act: "propose", proposal: { kind: "fee", about: null, fee } };
  const kind = LINKED.find((one) => one === params.get(PROPOSE));
  const about = params.get(ABOUT);
  const amount = params.get("amount");
  return kind && about ? { act: "propose", proposal: { kind, about, ...(amount !== null && { amount }) } } : null;
}
