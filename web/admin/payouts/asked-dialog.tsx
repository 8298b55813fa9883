import { useSignals } from "@preact/signals-react/runtime";
import { Button } from "../../ui/button.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Dialog } from "../../ui/dialog/dialog.tsx";
import { formatMoney } from "../../ui/format.ts";
import { Icon } from "../../ui/icon.tsx";
import { Box, Row, Text } from "../../ui/layout.tsx";
import { type Column, Table } from "../../ui/list/table.tsx";
import { Money } from "../../ui/money.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { toast } from "../../ui/toast/toast.ts";
import { type AdminFact, AdminFacts, FactColumns } from "../core/admin-facts.tsx";
import { hasRole } from "../core/roles.ts";
import { SendingDialog } from "../core/sending-dialog.tsx";
import { proposeAct } from "../ledger/book-calls.ts";
import { BOOK_ADMIN_TEXT } from "../ledger/book-text.ts";
import { ProposeDialog } from "../ledger/propose-dialog.tsx";
import {
  FileDialog,
  MatchDialog,
  ResultDialog,
  StatementDialog,
  TakeBackDialog,
  TakeOverDialog,
} from "./batch-dialogs.tsx";
import { ITEM_LOOK } from "./item-look.ts";
import { PAYOUT_ADMIN_TEXT } from "./payout-admin-text.ts";
import {
  type BatchDetail,
  type BatchItem,
  completeFromStatement,
  importResult,
  matchItem,
  type OthersPayment,
  type PayoutBatch,
  saveBatchFile,
  takeBackItem,
  takeOverBatch,
} from "./payout-calls.ts";
import { batchName, destinationOf, unmatchedWhy, withdrawalPath } from "./payout-words.ts";

const text = PAYOUT_ADMIN_TEXT;

/** An act on a batch or on an item of it, for its dialog. */
export type Asked =
  | { act: "file" | "result" | "statement" | "all" }
  | { act: "match" | "compare" | "takeBack" | "return"; item: BatchItem }
  | { act: "takeOver"; payment: OthersPayment };

type AskedDialogProps = {
  asked: Asked;
  detail: BatchDetail;
  onChanged: () => void;
  onAsk: (asked: Asked) => void;
  onClose: () => void;
};

/** The dialog of an act on a batch. */
export function AskedDialog({ asked, detail, onChanged, onAsk, onClose }: AskedDialogProps) {
  const { batch, items, lines } = detail;
  function done(message: string) {
    onClose();
    toast.success(message);
    onChanged();
  }
  const sending = { onConflict: onChanged, onClose };
  switch (asked.act) {
    case "file":
      return (
        <SendingDialog<object, void>
          send={() => saveBatchFile(batch._id)}
          onDone={() => done(text.file.done)}
          {...sending}
        >
          {(dialog) => <FileDialog {...dialog} batch={batch} />}
        </SendingDialog>
      );
    case "result":
      return (
        <SendingDialog
          send={(body: Parameters<typeof importResult>[1], key) => importResult(batch._id, body, key)}
          onDone={({ isSame, completed, bounced, unmatched }) =>
            done(isSame ? text.result.same : text.result.done(completed, bounced, unmatched))
          }
          {...sending}
        >
          {(dialog) => <ResultDialog {...dialog} batch={batch} />}
        </SendingDialog>
      );
    case "statement":
      return (
        <SendingDialog
          send={(_: object, key) => completeFromStatement(batch._id, key)}
          onDone={({ isSame, completed }) => done(isSame ? text.statement.same : text.statement.done(completed))}
          {...sending}
        >
          {(dialog) => <StatementDialog {...dialog} batch={batch} />}
        </SendingDialog>
      );
    case "all":
      return <ItemsDialog batch={batch} items={items} onClose={onClose} />;
    case "match":
      return (
        <SendingDialog
          send={({ resultLine }: { resultLine: string }, key) =>
            matchItem(batch._id, asked.item.withdrawalId, resultLine, key)
          }
          onDone={() => done(text.matching.done(asked.item.number))}
          {...sending}
        >
          {(dialog) => <MatchDialog {...dialog} item={asked.item} lines={lines} />}
        </SendingDialog>
      );
    case "compare":
      return (
        <ComparisonDialog item={asked.item} onTakeBack={() => onAsk({ ...asked, act: "takeBack" })} onClose={onClose} />
      );
    case "takeBack":
      return (
        <SendingDialog
          send={(_: object, key) => takeBackItem(batch._id, asked.item, key)}
          onDone={() => done(text.taking.done(asked.item.number))}
          {...sending}
        >
          {(dialog) => <TakeBackDialog {...dialog} item={asked.item} />}
        </SendingDialog>
      );
    case "takeOver":
      return (
        <SendingDialog
          send={(_: object, key) => takeOverBatch(batch._id, asked.payment, key)}
          onDone={() => done(text.takingOver.done(batchName(batch)))}
          {...sending}
        >
          {(dialog) => <TakeOverDialog {...dialog} batch={batch} payment={asked.payment} />}
        </SendingDialog>
      );
    case "return": {
      const { withdrawalId, paymentId, reference, reason } = asked.item;
      return (
        <SendingDialog send={proposeAct} onDone={() => done(BOOK_ADMIN_TEXT.proposeDone)} {...sending}>
          {(dialog) => (
            <ProposeDialog
              {...dialog}
              proposal={{ kind: "payout_returned", about: withdrawalId }}
              filled={{ bankReference: paymentId ?? reference, reason: reason ?? "" }}
            />
          )}
        </SendingDialog>
      );
    }
  }
}

type ComparisonDialogProps = { item: BatchItem; onTakeBack: () => void; onClose: () => void };

/** What was sent beside what the bank says of it; what differs is marked. */
function ComparisonDialog({ item, onTakeBack, onClose }: ComparisonDialogProps) {
  useSignals();
  const words = text.comparison;
  const { withdrawalId, number, amount, reference, holder, bank, account, says, resultLine, canTakeBack } = item;
  const sent: AdminFact[] = [
    { name: words.sum, value: formatMoney(amount), isFigure: true },
    { name: words.reference, value: reference, isFigure: true },
    { name: words.holder, value: holder },
    { name: words.account, value: account === null ? bank : `${bank}, ${account}`, isFigure: true },
  ];
  const said: AdminFact[] = [
    { name: words.line, value: resultLine === null ? null : String(resultLine), isFigure: true },
    {
      name: words.sum,
      value: says === null ? null : formatMoney(says),
      isFigure: true,
      mark: says !== null && says !== amount ? "warn" : undefined,
    },
  ];
  return (
    <Dialog
      title={words.title(number)}
      width="wide"
      onClose={onClose}
      actions={
        <>
          {hasRole("operator") && canTakeBack && (
            <Button variant="danger" onClick={onTakeBack}>
              {text.takeBack}
            </Button>
          )}
          <ButtonLink href={withdrawalPath(withdrawalId)}>{words.open}</ButtonLink>
          <Button data-autofocus="" onClick={onClose}>
            {words.close}
          </Button>
        </>
      }
    >
      <FactColumns>
        <AdminFacts title={words.sent} facts={sent} />
        {resultLine === null ? (
          <Box>
            <AdminFacts title={words.said} facts={[]} />
            <Text size="dense" tone="muted">
              {unmatchedWhy(item, undefined)}
            </Text>
          </Box>
        ) : (
          <AdminFacts title={words.said} facts={said} />
        )}
      </FactColumns>
      <Text size="dense" tone="muted" pad="12px 0 0">
        {nextOf(item)}
      </Text>
    </Dialog>
  );
}

/** What can be done about an item that nothing settled. */
function nextOf({ isYours, isSaidPaid, payerBefore }: BatchItem): string {
  if (isSaidPaid) return text.comparison.saidPaid;
  return isYours && payerBefore !== null ? text.comparison.takenOver(payerBefore) : text.comparison.next;
}

type ItemsDialogProps = { batch: PayoutBatch; items: readonly BatchItem[]; onClose: () => void };

/** Every payout of a batch, as the file has them. */
function ItemsDialog({ batch, items, onClose }: ItemsDialogProps) {
  return (
    <Dialog
      title={batchName(batch)}
      note={text.sent(batch.count, formatMoney(batch.total))}
      width="large"
      isTall
      onClose={onClose}
      actions={
        <Button data-autofocus="" onClick={onClose}>
          {text.comparison.close}
        </Button>
      }
    >
      <Table
        caption={text.allOf(batch.count)}
        columns={ITEM_COLUMNS}
        rows={items}
        rowKey={({ withdrawalId }) => withdrawalId}
        empty={null}
        maxHeight={520}
      />
    </Dialog>
  );
}

const ITEM_COLUMNS: Column<BatchItem>[] = [
  {
    key: "number",
    head: text.request,
    isRowHead: true,
    cell: ({ withdrawalId, number }) => (
      <TextLink href={withdrawalPath(withdrawalId)} tone="quiet">
        {number}
      </TextLink>
    ),
  },
  { key: "trader", head: text.trader, cell: ({ trader }) => trader },
  {
    key: "place",
    head: text.destination,
    isHiddenOnPhone: true,
    cell: destinationOf,
  },
  { key: "reference", head: text.comparison.reference, isHiddenOnNarrow: true, cell: ({ reference }) => reference },
  {
    key: "state",
    head: text.columns.state,
    cell: ({ state }) => (
      <Row as="span" gap={6}>
        <Icon of={ITEM_LOOK[state].icon} size={14} tone={ITEM_LOOK[state].tone} />
        {text.item[state]}
      </Row>
    ),
  },
  {
    key: "bankId",
    head: text.comparison.bankId,
    isHiddenOnNarrow: true,
    cell: ({ paymentId }) => paymentId ?? "",
  },
  { key: "amount", head: text.amount, isNumeric: true, isStrong: true, cell: ({ amount }) => <Money usd={amount} /> },
];
