import { useSignals } from "@preact/signals-react/runtime";
import { useSearch } from "wouter";
import { TEXT_MAX } from "../../../worker/contract/limits.ts";
import { DEPOSIT_LOOK } from "../../deposits/deposit-badge.tsx";
import type { api, User } from "../../state/api.ts";
import { ROUTE } from "../../state/routes.ts";
import { Badge } from "../../ui/badge.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Field } from "../../ui/fields/field.tsx";
import { TextArea } from "../../ui/fields/text-area.tsx";
import { formatMoney, formatSum } from "../../ui/format.ts";
import { CircleCheck, Clock, Inbox, TriangleAlert } from "../../ui/icon.tsx";
import { Box, Grid, Text } from "../../ui/layout.tsx";
import { MailAddress } from "../../ui/mail-address.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { ActionDialog } from "../core/action-dialog.tsx";
import { type AdminFact, AdminFacts, FactColumns } from "../core/admin-facts.tsx";
import { conflictFlag, Flags } from "../core/admin-flag.tsx";
import { KEYS } from "../core/admin-keys.ts";
import { ItemColumns, ItemMain, QuietText, SectionTitle } from "../core/admin-layout.ts";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import { ItemHead } from "../core/item-head.tsx";
import { hasRole } from "../core/roles.ts";
import { approvalsBesides, approvalsKey, approvalsSeen } from "../core/seen.ts";
import { useTexts } from "../core/use-texts.ts";
import { proposalPath } from "../ledger/book-address.ts";
import { BOOK_ADMIN_TEXT } from "../ledger/book-text.ts";
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
import { ListViews, SaveView } from "../list/saved-views.tsx";
import type { ListSpec } from "../list/use-list-address.ts";
import { itemPath } from "../list/use-open-item.ts";
import { approvalFlag } from "../review/approval-flag.tsx";
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
  done: (deposit) =>
    deposit.status === "paid" ? text.done(formatMoney(sumOf(deposit)), deposit.user.name) : text.approvalRecorded,
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
    moneyColumn(ADMIN_TEXT.amount, sumOf, { width: "80px", sorts: BY_AMOUNT }),
    textColumn(ADMIN_TEXT.name, "minmax(0, 1fr)", ({ user }) => user.name),
    markColumn((deposit) => ({ ...DEPOSIT_LOOK[stateOf(deposit)], label: wordOf(deposit) })),
  ],
  fetch: fetchDeposits,
  find: findDeposit,
  // Its list may be some seconds old, and a payment or another admin may have changed it.
  stateOf: ({ status, payments, ...row }) =>
    [status, ...payments.map((payment) => payment.status), approvalsKey(row)].join(" "),
  decided: decidedItems(),
  hrefOf: ({ _id }) => itemPath(ROUTE.adminDeposits, _id),
  announcement: (deposit) => `${formatMoney(sumOf(deposit))}, ${deposit.user.name}, ${text.status[deposit.status]}`,
  Item: DepositItem,
  actionsOf(deposit, { admin }) {
    const { status, user, approvals } = deposit;
    if (status === "paid" || waitingPayment(deposit)) return [];
    const label = `${text.mark}${ADMIN_TEXT.agreement.step(approvals.have, approvals.need)}`;
    return [{ action: MARK_PAID, key: KEYS.markPaid, label, tone: "accent", isPossible: user._id !== admin._id }];
  },
};

/** The credited sum, or the requested one while nothing was credited. */
function sumOf({ amount, paidAmount }: AdminDeposit): number {
  return paidAmount ?? amount;
}

/** A payment for the code that waits for a decision: it is decided about, and not the deposit. */
function waitingPayment({ payments }: AdminDeposit): PaymentForCode | undefined {
  return payments.find(({ status }) => status === "open");
}

/** Deposits, searchable by bill number, and the action that marks one paid from the bank's own records. */
export function DepositSection({ admin }: { admin: User }) {
  return (
    <ReviewScreen
      admin={admin}
      queue={DEPOSITS}
      spec={SPEC}
      isListed={() => true}
      views={<DepositViews />}
      headAside={<SaveView list="deposits" />}
      empty={text.empty}
    />
  );
}

const VIEWS = [
  { status: "", icon: Inbox, label: text.all },
  { status: "pending", icon: Clock, label: text.status.pending },
  { status: "paid", icon: CircleCheck, label: text.status.paid },
] as const;

function DepositViews() {
  const current = new URLSearchParams(useSearch()).get("status") ?? "";
  const views = VIEWS.map(({ status, icon, label }) => ({
    href: status === "" ? ROUTE.adminDeposits : `${ROUTE.adminDeposits}?status=${status}`,
    icon,
    label,
    isCurrent: status === current,
    counted: null,
  }));
  return <ListViews list="deposits" label={text.views} title={text.title} views={views} />;
}

/** A reversed deposit stays paid, and is shown as reversed. */
const stateOf = ({ status, reversedAt }: AdminDeposit) => (reversedAt === null ? status : "reversed");
const wordOf = ({ status, reversedAt }: AdminDeposit) =>
  reversedAt === null ? text.status[status] : BOOK_ADMIN_TEXT.reversedAt;

/** One deposit, with the facts to compare with the bank's statement. */
function DepositItem({ item: deposit, view, conflict, onBack }: ReviewedItemProps<AdminDeposit>) {
  useSignals();
  const { admin, at } = view;
  const { status, billNumber, user, approvals, approvedBy, payments } = deposit;
  const sum = sumOf(deposit);
  const waiting = waitingPayment(deposit);
  return (
    <ItemColumns>
      <ItemMain>
        <ItemHead
          figure={formatMoney(sum)}
          copy={{ text: sum.toFixed(2), what: ADMIN_TEXT.copy.amount }}
          badge={<Badge {...DEPOSIT_LOOK[stateOf(deposit)]}>{wordOf(deposit)}</Badge>}
          lead={`${user.name}, ${billNumber}`}
          onBack={onBack}
        />
        <Flags
          of={[
            conflict !== null && conflictFlag(text.conflict),
            status !== "paid" &&
              waiting && {
                icon: TriangleAlert,
                title: text.paymentWaitsTitle,
                text: (
                  <>
                    {text.paymentWaits}{" "}
                    <TextLink href={itemPath(ROUTE.adminExceptions, waiting._id)}>{text.paymentLink}</TextLink>
                  </>
                ),
              },
            // The approval's content is hidden: the second admin must read the bank's records instead.
            status !== "paid" && approvals.have > 0 && approvalFlag({ approvals, approvedBy, adminId: admin._id, at }),
          ]}
        />
        <FactColumns>
          <AdminFacts title={text.deposit} facts={depositFacts(deposit, at)} />
          <AdminFacts title={text.payment} facts={paymentFacts(deposit, at)} />
        </FactColumns>
        {payments.length > 0 && (
          <section>
            <SectionTitle>{text.payments}</SectionTitle>
            <PaymentList payments={payments} at={at} />
          </section>
        )}
      </ItemMain>
    </ItemColumns>
  );
}

type Write = (instant: string) => string;

function depositFacts({ amount, billNumber, createdAt, expiresAt, user }: AdminDeposit, at: Write): AdminFact[] {
  return [
    { name: text.asked, value: formatMoney(amount), isFigure: true },
    { name: text.bill, value: billNumber, after: <CopyButton text={billNumber} what={ADMIN_TEXT.copy.bill} /> },
    { name: ADMIN_TEXT.created, value: at(createdAt), isFigure: true },
    { name: text.expires, value: at(expiresAt), isFigure: true },
    { name: text.trader, value: `${user.name} (${user.username})` },
    { name: ADMIN_TEXT.email, value: <MailAddress of={user.email} /> },
  ];
}

function paymentFacts(deposit: AdminDeposit, at: Write): AdminFact[] {
  const { paidAmount, paymentVerifiedAt, isLate, reversedAt, settlementHash, bankReference } = deposit;
  return [
    { name: text.credited, value: paidAmount === null ? null : formatMoney(paidAmount), isFigure: true },
    {
      name: text.paidAt,
      value: paymentVerifiedAt === null ? text.notPaid : `${at(paymentVerifiedAt)}${isLate ? `, ${text.late}` : ""}`,
      isFigure: paymentVerifiedAt !== null,
    },
    { name: BOOK_ADMIN_TEXT.reversedAt, value: reversedAt && at(reversedAt), isFigure: true, mark: "warn" },
    {
      name: BOOK_ADMIN_TEXT.next,
      value: deposit.status === "paid" && reversedAt === null && hasRole("operator") && (
        <TextLink href={proposalPath("deposit_reversed", deposit._id)}>{BOOK_ADMIN_TEXT.reversed}</TextLink>
      ),
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

/**
 * Takes the payment data from the bank's own records. The second admin enters it again: that is the check. What came for the
 * code before stands beside it, so that the same money is not credited again.
 */
function MarkPaidDialog(props: ReviewDialogProps<AdminDeposit, MarkPaidBody>) {
  const { item, view, problem, isSending, onSubmit, onClose } = props;
  const { need } = item.approvals;
  const have = approvalsBesides(item.approvedBy, view.admin._id);
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
      {item.payments.length > 0 && (
        <section>
          <QuietText>{text.cameBefore}</QuietText>
          <PaymentList payments={item.payments} at={view.at} />
        </section>
      )}
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

type PaymentForCode = AdminDeposit["payments"][number];

type PaymentListProps = { payments: readonly PaymentForCode[]; at: (instant: string) => string };

/** The payments for a code that did not match it, each with its link, its time and what became of it. */
function PaymentList({ payments, at }: PaymentListProps) {
  return (
    <Box as="ul" className="num" size="dense" line="between">
      {payments.map(({ _id, status, paidAmount, paidCurrency, paidAt, isLate, creditedAmount }) => (
        <Grid key={_id} as="li" columns="minmax(0, 1fr) auto" gap="0 12px" pad="6px 0" align="baseline">
          <TextLink href={itemPath(ROUTE.adminExceptions, _id)}>{formatSum(paidAmount, paidCurrency)}</TextLink>
          <Text as="span" textAlign="right">
            {text.paymentStatus[status]}
            {creditedAmount !== null && `, ${formatMoney(creditedAmount)}`}
          </Text>
          {paidAt !== null && (
            <Text as="small" size="caption" tone="muted">
              {at(paidAt)}
              {isLate && `, ${text.late}`}
            </Text>
          )}
        </Grid>
      ))}
    </Box>
  );
}
