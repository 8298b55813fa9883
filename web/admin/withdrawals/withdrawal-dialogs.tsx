import { useSignals } from "@preact/signals-react/runtime";
import { useState } from "react";
import { TEXT_MAX } from "../../../worker/contract/limits.ts";
import { Field } from "../../ui/fields/field.tsx";
import { Select } from "../../ui/fields/select.tsx";
import { TextArea } from "../../ui/fields/text-area.tsx";
import { formatMoney } from "../../ui/format.ts";
import { ActionDialog } from "../core/action-dialog.tsx";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import { midSentence } from "../core/admin-time.ts";
import { approvalsSeen } from "../core/seen.ts";
import { useTexts } from "../core/use-texts.ts";
import { codeKey, knownCodeName } from "../holders/code-names.ts";
import { HOLDER_TEXT } from "../holders/holder-text.ts";
import { isHolderSought, NO_NAMES, namesState } from "../holders/names.ts";
import type { ReviewDialogProps } from "../review/review-actions.tsx";
import { ImagePicker, type ImagePickerProps } from "./image-picker.tsx";
import { approvalsAhead, otherPayer, rejectionsAhead, takersOf, unverifiedPayout } from "./withdrawal-actions.ts";
import { WITHDRAWAL_ADMIN_TEXT } from "./withdrawal-admin-text.ts";
import type {
  AdminWithdrawal,
  ApproveBody,
  CompleteBody,
  HandOverBody,
  RejectBody,
  RejectReason,
  SentImage,
  TakeOverBody,
  VersionBody,
  WithdrawalContext,
} from "./withdrawal-calls.ts";

const text = WITHDRAWAL_ADMIN_TEXT;

/** Maximum number of images besides the proof; all of them fit into one request. */
const IMAGES_MAX = 4;

type WithdrawalDialogProps<Body> = ReviewDialogProps<AdminWithdrawal, Body, WithdrawalContext>;

/**
 * Confirms an approval. Enter is enough where nothing must be entered; for a trader without a verified identity a
 * reason is required, unless another admin has already given one. So it is where the holder's name is not the account's.
 */
export function ApproveDialog(props: WithdrawalDialogProps<ApproveBody>) {
  useSignals();
  const { item, view, before, problem, onSubmit, onClose } = props;
  const warnings = view.context?.warnings ?? [];
  const codeName = knownCodeName(codeKey(item));
  const isSought = isHolderSought(item);
  const { have, need } = approvalsAhead(item, warnings, view.admin._id);
  const seen = seenOf(item, need);
  // The API may require a reason before the warnings show it: they are as old as the page.
  const needsReason = unverifiedPayout(item, warnings) !== null || problem?.field === "unverifiedReason";
  const sum = formatMoney(item.amount);
  const [images, setImages] = useState<readonly SentImage[]>(before?.images ?? []);
  const names = namesState(item, view.context?.names ?? NO_NAMES, codeName);
  const asksHolder = isSought && names.from === "unknown";
  /** Whether the names take a reason with the holder's name as it is typed here. */
  const isReasonNeeded = (holder: string) =>
    isSought && holder !== ""
      ? namesState(item, view.context?.names ?? NO_NAMES, { name: holder, isRead: false }).needsReason
      : names.needsReason && !asksHolder;
  const asksNames = names.needsReason || problem?.field === "namesReason" || problem?.field === "holder";
  const form = useTexts({
    before: {
      unverifiedReason: before?.unverifiedReason,
      notes: before?.notes,
      holder: before?.holder ?? names.holder,
      namesReason: before?.namesReason,
    },
    problem,
    check: ({ unverifiedReason, holder, namesReason }) => ({
      holder: asksNames && isSought && !holder && HOLDER_TEXT.holderMissing,
      namesReason: asksNames && isReasonNeeded(holder) && !namesReason && HOLDER_TEXT.reasonMissing,
      unverifiedReason:
        needsReason && item.unverifiedReason === null && !unverifiedReason && text.unverifiedReasonMissing,
    }),
    onSubmit({ unverifiedReason, notes, holder: typed, namesReason }) {
      // The code may have been read after the dialog opened: then no field asks for its name.
      const holder = asksNames ? typed : names.holder.trim();
      const reason = needsReason && unverifiedReason ? { unverifiedReason } : {};
      // A name that an earlier check has is there already, with where it came from.
      const isOfCheck = codeName === null && holder === names.holder;
      const isRead = codeName?.isRead === true && holder === codeName.name;
      const sought = isSought && holder && !isOfCheck ? { holder, holderIsRead: isRead } : {};
      const ofNames = asksNames && namesReason ? { namesReason } : {};
      onSubmit({ ...seen, ...reason, ...sought, ...ofNames, ...notesAndImages(notes, images) });
    },
  });
  return (
    <ActionDialog
      {...form.dialog}
      title={text.approve(sum)}
      lead={`${text.approveLead(item.user.name, text.methodName(item.paymentMethod))} ${stepLead(have, need)}`}
      submit={text.approve(`${sum}${ADMIN_TEXT.agreement.step(have, need)}`)}
      isSubmitFirst={!needsReason && !asksNames}
      hasInput={images !== before?.images && images.length > 0}
      needsStepUp
      onClose={onClose}
    >
      {needsReason && (
        <TextArea
          {...form.field("unverifiedReason")}
          data-autofocus=""
          label={text.unverifiedReason}
          hint={text.unverifiedReasonHint}
          maxLength={TEXT_MAX.note}
        />
      )}
      {asksNames && isSought && (
        <Field {...form.field("holder")} label={HOLDER_TEXT.write} maxLength={TEXT_MAX.holder} autoComplete="off" />
      )}
      {asksNames && (
        <TextArea
          {...form.field("namesReason")}
          data-autofocus={needsReason ? undefined : ""}
          label={HOLDER_TEXT.reason}
          aside={isReasonNeeded(form.texts.holder) ? undefined : ADMIN_TEXT.images.optional}
          hint={HOLDER_TEXT.reasonHint}
          maxLength={TEXT_MAX.note}
        />
      )}
      <TextArea
        {...form.field("notes")}
        label={text.notesForTrader}
        aside={ADMIN_TEXT.images.optional}
        maxLength={TEXT_MAX.note}
      />
      <ImagesForTrader images={images} onChange={setImages} takesPaste />
    </ActionDialog>
  );
}

/** @param props.linePaymentId the bank's ID, where the line of a statement has it: then it is not typed */
export function CompleteDialog(props: WithdrawalDialogProps<CompleteBody> & { linePaymentId?: string }) {
  const { item, before, problem, linePaymentId, onSubmit, onClose } = props;
  const sum = formatMoney(item.amount);
  const [proofs, setProofs] = useState<readonly SentImage[]>(before?.proof ? [before.proof] : []);
  const [images, setImages] = useState<readonly SentImage[]>(before?.images ?? []);
  const seen = seenOf(item, 1);
  const [proof] = proofs;
  // A colleague from whom the payment was taken over may have added it.
  const isProofMissing = !proof && item.proofOfPayment === null;
  const form = useTexts({
    before: { paymentId: linePaymentId ?? before?.paymentId, notes: before?.notes },
    problem,
    check: ({ paymentId }) => ({ paymentId: !paymentId && text.paymentIdMissing }),
    onSubmit({ paymentId, notes }) {
      if (isProofMissing) return;
      onSubmit({
        ...seen,
        paymentId,
        ...(proof ? { proof } : {}),
        ...notesAndImages(notes, images),
      });
    },
  });

  return (
    <ActionDialog
      {...form.dialog}
      title={text.complete(sum)}
      lead={text.completeLead(item.user.name)}
      submit={text.complete(sum)}
      isSending={props.isSending}
      hasInput={(proof !== undefined && proof !== before?.proof) || (images !== before?.images && images.length > 0)}
      needsStepUp
      onClose={onClose}
    >
      <Field
        {...form.field("paymentId")}
        data-autofocus=""
        label={text.paymentId}
        hint={linePaymentId === undefined ? text.paymentIdHint : text.paymentIdOfLine}
        readOnly={linePaymentId !== undefined}
        autoComplete="off"
        spellCheck={false}
        maxLength={TEXT_MAX.bankReference}
      />
      <ImagePicker
        label={text.proofLabel}
        images={proofs}
        onChange={setProofs}
        max={1}
        hint={item.proofOfPayment ? text.proofStands : undefined}
        takesPaste
        error={form.hasTried && isProofMissing ? text.proofMissing : null}
      />
      <TextArea
        {...form.field("notes")}
        label={text.notesForTrader}
        aside={ADMIN_TEXT.images.optional}
        maxLength={TEXT_MAX.note}
      />
      <ImagesForTrader images={images} onChange={setImages} />
    </ActionDialog>
  );
}

// The record has every reason as a key; `Object.keys` types them as string.
const REASONS = (Object.keys(text.reasonWord) as RejectReason[]).map((value) => ({
  value,
  label: text.reasonWord[value],
}));

/** Takes the reason of a rejection. The money is returned at once, unless another admin is paying it: then two must approve. */
export function RejectDialog(props: WithdrawalDialogProps<RejectBody>) {
  const { item, view, before, problem, onSubmit, onClose } = props;
  const sum = formatMoney(item.amount);
  const payer = otherPayer(item, view.admin._id);
  const { have, need } = rejectionsAhead(item, view.admin._id);
  const seen = seenOf(item, need);
  /** A second admin must approve as well: the trader is not notified yet. */
  const isFirst = have + 1 < need;
  const [reason, setReason] = useState<RejectReason>(before?.reason ?? "wrong_details");
  const [images, setImages] = useState<readonly SentImage[]>(before?.images ?? []);
  const form = useTexts({
    before: { notes: before?.notes },
    problem,
    check: ({ notes }) => ({ notes: !notes && (isFirst ? text.notesForLogMissing : text.notesMissing) }),
    onSubmit: ({ notes }) => onSubmit({ ...seen, reason, ...notesAndImages("", images), notes }),
  });
  return (
    <ActionDialog
      {...form.dialog}
      title={text.rejectTitle(sum)}
      lead={
        payer
          ? `${text.rejectPaid(payer)} ${isFirst ? text.rejectPaidFirst : text.rejectPaidLast}`
          : text.rejectLead(item.user.name)
      }
      submit={text.rejectSubmit(`${sum}${ADMIN_TEXT.agreement.step(have, need)}`)}
      isDanger
      hasInput={images !== before?.images && images.length > 0}
      needsStepUp
      onClose={onClose}
    >
      <Select data-autofocus="" label={text.reason} value={reason} options={REASONS} onChange={setReason} />
      <TextArea
        {...form.field("notes")}
        label={isFirst ? text.notesForLog : text.notesForTrader}
        maxLength={TEXT_MAX.note}
      />
      {!isFirst && <ImagesForTrader images={images} onChange={setImages} takesPaste />}
    </ActionDialog>
  );
}

/** Chooses the colleague whose work a request becomes. */
export function HandOverDialog({ item, view, onSubmit, ...dialog }: WithdrawalDialogProps<HandOverBody>) {
  const colleagues = takersOf(item, view.context?.colleagues ?? []);
  const [chosen, setChosen] = useState<string | null>(null);
  // Who has left the list since, as without the role, is not who the field shows.
  const to = (colleagues.find(({ _id }) => _id === chosen) ?? colleagues[0])?._id ?? "";
  return (
    <ActionDialog
      {...dialog}
      title={text.handOverOf(formatMoney(item.amount))}
      lead={text.handOverLead}
      submit={text.handOver}
      onSubmit={() => onSubmit({ version: item.version, to })}
    >
      <Select
        data-autofocus=""
        label={text.handOverTo}
        value={to}
        options={colleagues.map(({ _id, name }) => ({ value: _id, label: name }))}
        onChange={setChosen}
      />
    </ActionDialog>
  );
}

/** Confirms that the admin is paying the request at the bank now. */
export function StartPaymentDialog({ item, onSubmit, ...dialog }: WithdrawalDialogProps<VersionBody>) {
  const title = text.startPaymentOf(formatMoney(item.amount));
  return (
    <ActionDialog
      {...dialog}
      title={title}
      lead={text.startPaymentLead(item.user.name)}
      submit={title}
      isSubmitFirst
      needsStepUp
      onSubmit={() => onSubmit({ version: item.version })}
    />
  );
}

/** Confirms that the admin pays the request in place of a colleague, after a look at the bank. */
export function TakeOverPaymentDialog({ item, view, onSubmit, ...dialog }: WithdrawalDialogProps<TakeOverBody>) {
  const title = text.takeOverOf(formatMoney(item.amount));
  const { payer, payerId, paymentStartedAt, version } = item;
  return (
    <ActionDialog
      {...dialog}
      title={title}
      lead={text.takeOverLead(payer ?? "", midSentence(view.at(paymentStartedAt ?? "")))}
      submit={title}
      isDanger
      needsStepUp
      onSubmit={() => onSubmit({ version, payerId: payerId ?? "" })}
    />
  );
}

/** Confirms that the admin has not paid the request and will not. */
export function StopPaymentDialog({ item, onSubmit, ...dialog }: WithdrawalDialogProps<VersionBody>) {
  const title = text.stopPaymentOf(formatMoney(item.amount));
  return (
    <ActionDialog
      {...dialog}
      title={title}
      lead={text.stopPaymentLead}
      submit={title}
      isDanger
      isSubmitFirst
      needsStepUp
      onSubmit={() => onSubmit({ version: item.version })}
    />
  );
}

function ImagesForTrader(props: Pick<ImagePickerProps, "images" | "onChange" | "takesPaste">) {
  return <ImagePicker {...props} label={ADMIN_TEXT.images.forTrader} max={IMAGES_MAX} isOptional />;
}

/** The version and approvals that the dialog shows, as the body of a decision has them. */
function seenOf(item: AdminWithdrawal, need: number) {
  return { version: item.version, approvals: approvalsSeen(item, need) };
}

/** Whether this approval is the first or the last of two. */
function stepLead(have: number, need: number): string {
  if (have + 1 < need) return text.firstApproval;
  return need > 1 ? ADMIN_TEXT.agreement.last : "";
}

/** Notes and images for the trader, as the request body has them: empty ones are omitted. */
function notesAndImages(notes: string, images: readonly SentImage[]): { notes?: string; images?: SentImage[] } {
  return { ...(notes ? { notes } : {}), ...(images.length > 0 ? { images: [...images] } : {}) };
}
