import { TEXT_MAX } from "../../../worker/contract/limits.ts";
import { DEPOSIT_LOOK } from "../../deposits/deposit-badge.tsx";
import type { api, User } from "../../state/api.ts";
import { ROUTE } from "../../state/routes.ts";
import { Badge } from "../../ui/badge.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Field } from "../../ui/field.tsx";
import { formatMoney } from "../../ui/format.ts";
import { MailAddress } from "../../ui/mail-address.tsx";
import { TextArea } from "../../ui/text-area.tsx";
import { ActionDialog } from "../core/action-dialog.tsx";
import { type AdminFact, AdminFacts, FactColumns } from "../core/admin-facts.tsx";
import { FlagStack } from "../core/admin-flag.tsx";
import { ItemColumns, ItemMain } from "../core/admin-layout.ts";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import { ItemHead } from "../core/item-head.tsx";
import { ConflictFlag } from "../core/refused-flag.tsx";
import { approvalsKey, approvalsSeen } from "../core/seen.ts";
import { useTexts } from "../core/use-texts.ts";
import {
  AMOUNT_FIELDS,
  AMOUNT_SORTS,
  BY_AMOUNT,
  choiceField,
  PERIOD_FIELDS,
  periodFields,
} from "../list/list-fields.ts";
import { fieldsOf } from "../list/list-filter.ts";
import { dayColumn, markColumn, moneyColumn, textColumn } from "../list/row-columns.tsx";
import type { ListSpec } from "../list/use-list-address.ts";
import { itemPath } from "../list/use-open-item.ts";
import { ApprovalFlag } from "../review/approval-flag.tsx";
import { decidedItems } from "../review/decided-items.ts";
import { confirmedAction, type ReviewDialogProps } from "../review/review-actions.tsx";
import { type ReviewedItemProps, type ReviewQueue, ReviewScreen } from "../review/review-screen.tsx";
import { DEPOSIT_ADMIN_TEXT } from "./deposit-admin-text.ts";
import { type AdminDeposit, fetchDeposits, findDeposit, type MarkPaidBody, markDepositPaid } from "./deposit-calls.ts";

const text = DEPOSIT_ADMIN_TEXT;
const SPEC: ListSpec = {
  fields: fieldsOf<typeof api.admin.deposits.$get>()([
    { kind: "text", name: "search", label: text.search, placeholder: text.searchPlaceholder, isLead: true },
    { ...choiceField("status", ADMIN_TEXT.status, text.status), isLead: true },
    ...PERIOD_FIELDS,
    ...periodFields("paidFrom", "paidTo", ADMIN_TEXT.filter.paid),
    ...AMOUNT_FIELDS,
  ]),
  sorts: AMOUNT_SORTS,
  order: "newest",
};

const MARK_PAID = confirmedAction({
  name: "markPaid",
  Dialog: MarkPaidDialog,
  send: markDepositPaid,
  done: ({ status, amount, user }) =>
    status === "paid" ? text.done(formatMoney(amount), user.name) : text.approvalRecorded,
});

const DEPOSITS: ReviewQueue<AdminDeposit, object> = {
  title: text.title,
  item: text.deposit,
  loading: text.loading,
  path: "deposits",
  note: (rows, hasMore) => text.shown(rows.length, hasMore),
  columns: [
    dayColumn(ADMIN_TEXT.created, ({ createdAt }) => createdAt),
    textColumn(text.bill, "106px", ({ billNumber }) => billNumber, { isFigure: true, isMuted: true, isWide: true }),
    moneyColumn(ADMIN_TEXT.amount, ({ amount }) => amount, { sorts: BY_AMOUNT }),
    textColumn(ADMIN_TEXT.name, "minmax(0, 1fr)", ({ user }) => user.name),
    markColumn(({ status }) => ({ ...DEPOSIT_LOOK[status], label: text.status[status] })),
  ],
  fetch: fetchDeposits,
  find: findDeposit,
  // Its list may be some seconds old, and a payment or another admin may have changed it.
  stateOf: ({ status, approvals, ...row }) => `${status} ${approvals.have} ${approvalsKey(row)}`,
  decided: decidedItems(),
  hrefOf: ({ _id }) => itemPath(ROUTE.adminDeposits, _id),
  announcement: ({ amount, user, status }) => `${formatMoney(amount)}, ${user.name}, ${text.status[status]}`,
  Item: DepositItem,
  actionsOf({ status, user, approvals }, { admin }) {
    if (status === "paid") return [];
    const label = `${text.mark}${ADMIN_TEXT.agreement.step(approvals.have, approvals.need)}`;
    return [{ action: MARK_PAID, key: "m", label, tone: "accent", isPossible: user._id !== admin._id }];
  },
};

/** Deposits, searchable by bill number, and the action that marks one paid from the bank's own records. */
export function DepositSection({ admin }: { admin: User }) {
  return <ReviewScreen admin={admin} queue={DEPOSITS} spec={SPEC} isListed={() => true} empty={text.empty} />;
}

/** One deposit, with the facts to compare with the bank's statement. */
function DepositItem({ item: deposit, view, conflict, onBack }: ReviewedItemProps<AdminDeposit>) {
  const { admin, at } = view;
  const { amount, status, billNumber, user, approvals, approvedBy } = deposit;
  return (
    <ItemColumns>
      <ItemMain>
        <ItemHead
          figure={formatMoney(amount)}
          copy={{ text: amount.toFixed(2), what: ADMIN_TEXT.copy.amount }}
          badge={<Badge {...DEPOSIT_LOOK[status]}>{text.status[status]}</Badge>}
          lead={`${user.name}, ${billNumber}`}
          onBack={onBack}
        />
        <FlagStack>
          {conflict !== null && <ConflictFlag message={text.conflict} />}
          {status !== "paid" && approvals.have > 0 && (
            // The approval's content is hidden: the second admin must read the bank's records instead.
            <ApprovalFlag approvals={approvals} approvedBy={approvedBy} adminId={admin._id} at={at} />
          )}
        </FlagStack>
        <FactColumns>
          <AdminFacts title={text.deposit} facts={depositFacts(deposit, at)} />
          <AdminFacts title={text.payment} facts={paymentFacts(deposit, at)} />
        </FactColumns>
      </ItemMain>
    </ItemColumns>
  );
}

type Write = (instant: string) => string;

function depositFacts({ billNumber, createdAt, expiresAt, user }: AdminDeposit, at: Write): AdminFact[] {
  return [
    { name: text.bill, value: billNumber, after: <CopyButton text={billNumber} what={ADMIN_TEXT.copy.bill} /> },
    { name: ADMIN_TEXT.created, value: at(createdAt), isFigure: true },
    { name: text.expires, value: at(expiresAt), isFigure: true },
    { name: text.trader, value: `${user.name} (${user.username})` },
    { name: ADMIN_TEXT.email, value: <MailAddress of={user.email} /> },
  ];
}

function paymentFacts({ paymentVerifiedAt, settlementHash, bankReference }: AdminDeposit, at: Write): AdminFact[] {
  return [
    {
      name: text.paidAt,
      value: paymentVerifiedAt === null ? text.notPaid : at(paymentVerifiedAt),
      isFigure: paymentVerifiedAt !== null,
    },
    { name: text.bankReference, value: bankReference },
    {
      name: text.hash,
      value: settlementHash,
      after: settlementHash && <CopyButton text={settlementHash} what={ADMIN_TEXT.copy.hash} />,
    },
  ];
}

const NOTHING = { bankReference: "", settlementHash: "", note: "" };

/** Takes the payment data from the bank's own records. The second admin enters it again: that is the check. */
function MarkPaidDialog(props: ReviewDialogProps<AdminDeposit, MarkPaidBody>) {
  const { item, problem, isSending, onSubmit, onClose } = props;
  const { have, need } = item.approvals;
  const sum = formatMoney(item.amount);
  const form = useTexts({
    before: NOTHING,
    problem,
    check: ({ bankReference, settlementHash, note }) => ({
      bankReference: !bankReference && text.missing.bankReference,
      settlementHash: !settlementHash && text.missing.settlementHash,
      note: !note && text.missing.note,
    }),
    onSubmit: (texts) => onSubmit({ status: item.status, approvals: approvalsSeen(item, need), ...texts }),
  });
  return (
    <ActionDialog
      {...form.dialog}
      title={text.markTitle(sum)}
      lead={`${text.markLead(item.user.name)}${have + 1 === need ? ` ${ADMIN_TEXT.agreement.last}` : ""}`}
      submit={`${text.markTitle(sum)}${ADMIN_TEXT.agreement.step(have, need)}`}
      isSending={isSending}
      needsStepUp
      onClose={onClose}
    >
      <Field
        {...form.field("bankReference")}
        data-autofocus=""
        label={text.bankReference}
        hint={text.bankReferenceHint}
        autoComplete="off"
        spellCheck={false}
        maxLength={TEXT_MAX.bankReference}
      />
      <Field
        {...form.field("settlementHash")}
        label={text.hash}
        hint={text.hashHint}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextArea {...form.field("note")} label={text.note} maxLength={TEXT_MAX.note} />
    </ActionDialog>
  );
}
