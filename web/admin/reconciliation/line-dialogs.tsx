import { useState } from "react";
import { TEXT_MAX } from "../../../worker/contract/limits.ts";
import { useQuery } from "../../state/use-query.ts";
import { Callout } from "../../ui/callout.tsx";
import { Checkbox } from "../../ui/fields/choice.tsx";
import { FieldError } from "../../ui/fields/field-frame.tsx";
import { TextArea } from "../../ui/fields/text-area.tsx";
import { formatSum } from "../../ui/format.ts";
import { Row, Stack, Text } from "../../ui/layout.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { ActionDialog } from "../core/action-dialog.tsx";
import { adminKey } from "../core/admin-polling.ts";
import type { AdminView } from "../core/admin-time.ts";
import type { BodyDialogProps } from "../core/sending-dialog.tsx";
import { TextDialog } from "../core/text-dialog.tsx";
import { useTexts } from "../core/use-texts.ts";
import { findWithdrawal } from "../withdrawals/withdrawal-calls.ts";
import { CompleteDialog } from "../withdrawals/withdrawal-dialogs.tsx";
import type { LinkOption } from "./line-decisions.tsx";
import { RECONCILIATION_TEXT } from "./reconciliation-text.ts";
import { hundredths, signedSum } from "./signed-sum.ts";
import type { CompleteByLineBody, ExceptionBody, LinkBody, StatementLine } from "./statement-calls.ts";

const text = RECONCILIATION_TEXT;

type LinkDialogProps = BodyDialogProps<LinkBody> & {
  line: StatementLine;
  /** What can be chosen: the transfer that was chosen before, and the open ones of the day. */
  options: readonly LinkOption[];
  chosen: readonly LinkOption[];
};

/** Links a line to transfers of its sum, with a reason. */
export function LinkDialog({ line, options, chosen, onSubmit, ...dialog }: LinkDialogProps) {
  const [ids, setIds] = useState(() => new Set(chosen.map(({ _id }) => _id)));
  const picked = options.filter(({ _id }) => ids.has(_id));
  const { currency } = line;
  const sum = picked.reduce((total, { amount }) => total + hundredths(amount), 0);
  const isEqual = sum === hundredths(line.amount);
  const form = useTexts({
    before: { reason: "" },
    problem: dialog.problem,
    check: ({ reason }) => ({ reason: !reason && text.reasonMissing }),
    onSubmit({ reason }) {
      if (isEqual) onSubmit({ transferIds: picked.map(({ _id }) => _id), reason });
    },
  });
  const [lineSum, chosenSum] = [signedSum(line.amount, currency), signedSum(sum / 100, currency)];
  const problem = picked.length === 0 ? text.linkMissing : isEqual ? null : text.linkDiffers(lineSum, chosenSum);

  function toggle(id: string) {
    const next = new Set(ids);
    if (!next.delete(id)) next.add(id);
    setIds(next);
  }

  return (
    <ActionDialog
      {...dialog}
      {...form.dialog}
      title={text.linkTitle(signedSum(line.amount, currency))}
      lead={text.linkLead}
      submit={text.linkByHand}
      needsStepUp
    >
      <Stack gap={0} role="group" aria-label={text.linkChoose}>
        {options.length === 0 && (
          <Text size="dense" tone="muted">
            {text.linkNone}
          </Text>
        )}
        {options.map((option) => (
          <Checkbox key={option._id} checked={ids.has(option._id)} onChange={() => toggle(option._id)}>
            <Row as="span" grow justify="space-between" gap={12} size="dense">
              <span>{option.label}</span>
              <span className="num">{signedSum(option.amount, option.currency)}</span>
            </Row>
          </Checkbox>
        ))}
        <Text size="dense" tone={isEqual ? "up" : "muted"} className="num" role="status">
          {text.linkSum(lineSum, chosenSum)}
        </Text>
        {form.hasTried && problem && <FieldError id="link-sum">{problem}</FieldError>}
      </Stack>
      <TextArea
        {...form.field("reason")}
        data-autofocus=""
        label={text.reason}
        hint={text.reasonHint}
        rows={2}
        maxLength={TEXT_MAX.note}
      />
    </ActionDialog>
  );
}

type ExceptionDialogProps = BodyDialogProps<ExceptionBody> & {
  line: StatementLine;
  /** Null where nobody knows the payer, or where their trader has no deposit. */
  depositId: string | null;
  name: string | null;
  /** Whether the client is asked as soon as it is one. */
  asks: boolean;
};

/** Makes a payment exception of a line. */
export function ExceptionDialog({ line, depositId, name, asks, onSubmit, ...dialog }: ExceptionDialogProps) {
  const title = text.exceptionDialog(formatSum(line.amount, line.currency));
  return (
    <ActionDialog
      {...dialog}
      title={title}
      lead={
        depositId !== null && name !== null
          ? `${text.exceptionOf(name)}${asks ? ` ${text.exceptionAsks}` : ""}`
          : text.exceptionUnknown(name)
      }
      submit={asks ? text.exceptionAndAsk : title}
      isSubmitFirst
      needsStepUp
      onSubmit={() => onSubmit(depositId === null ? {} : { depositId })}
    />
  );
}

/** Links a line to the exception whose refund it is. */
export function RefundLineDialog({
  line,
  exceptionId,
  name,
  onSubmit,
  ...dialog
}: BodyDialogProps<LinkBody> & { line: StatementLine; exceptionId: string; name: string }) {
  return (
    <ActionDialog
      {...dialog}
      title={text.linkTitle(signedSum(line.amount, line.currency))}
      lead={text.refundLead(name)}
      submit={text.linkRefund}
      isSubmitFirst
      needsStepUp
      onSubmit={() => onSubmit({ refundOf: exceptionId })}
    />
  );
}

/** Takes the match of a line back. */
export function TakeBackDialog({ onSubmit, ...dialog }: BodyDialogProps<{ reason: string }>) {
  return (
    <TextDialog
      {...dialog}
      title={text.takeBack}
      lead={text.takeBackLead}
      submit={text.takeBack}
      isDanger
      needsStepUp
      field="reason"
      label={text.reason}
      hint={text.reasonHint}
      missing={text.takeBackMissing}
      onSubmit={(reason) => onSubmit({ reason })}
    />
  );
}

/** Matches the open lines of a day once more. */
export function MatchDialog({
  day,
  onSubmit,
  ...dialog
}: BodyDialogProps<{ from: string; to: string }> & { day: string }) {
  return (
    <ActionDialog
      {...dialog}
      title={text.match}
      lead={text.matchLead}
      submit={text.match}
      isSubmitFirst
      needsStepUp
      onSubmit={() => onSubmit({ from: day, to: day })}
    />
  );
}

type CompleteLineProps = BodyDialogProps<CompleteByLineBody> & {
  line: StatementLine;
  withdrawalId: string;
  view: AdminView;
};

/** Completes a withdrawal by the line of its payment, with notes and proof as without a statement. */
export function CompleteLineDialog({ line, withdrawalId, view, onSubmit, ...dialog }: CompleteLineProps) {
  const { value, error } = useQuery({
    key: adminKey("statements", "withdrawal", withdrawalId),
    fetch: (signal) => findWithdrawal(withdrawalId, signal),
  });
  if (value === null) {
    return (
      <ActionDialog
        {...dialog}
        title={text.complete("")}
        lead=""
        submit={text.complete("")}
        isComplete={false}
        onSubmit={() => {}}
      >
        {error === null ? <Skeleton width="100%" height={96} /> : <Callout tone="warn">{text.completeFailed}</Callout>}
      </ActionDialog>
    );
  }
  return (
    <CompleteDialog
      {...dialog}
      item={value.row}
      view={{ ...view, context: value.context, evidence: "shown" }}
      before={undefined}
      linePaymentId={line.bankId ?? line.reference ?? ""}
      onSubmit={({ paymentId: _, ...body }) => onSubmit({ ...body, withdrawalId })}
    />
  );
}
