import { useState } from "react";
import { CARD_FAULT_TEXT } from "../../../worker/contract/card-fault-text.ts";
import { compareNames } from "../../../worker/contract/compare-names.ts";
import { TEXT_MAX } from "../../../worker/contract/limits.ts";
import { type CardField, readCard, readCardDate, readCardName } from "../../../worker/contract/read-card.ts";
import { dayAt, isoDate } from "../../../worker/contract/trade-calendar.ts";
import { Checkbox } from "../../ui/fields/choice.tsx";
import { Field } from "../../ui/fields/field.tsx";
import { Select } from "../../ui/fields/select.tsx";
import { TextArea } from "../../ui/fields/text-area.tsx";
import { formatDate } from "../../ui/format.ts";
import { ViewableImage } from "../../ui/image/viewable-image.tsx";
import { Box, Grid, Stack } from "../../ui/layout.tsx";
import { ActionDialog } from "../core/action-dialog.tsx";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import { TextDialog } from "../core/text-dialog.tsx";
import { useTexts } from "../core/use-texts.ts";
import type { ReviewDialogProps } from "../review/review-actions.tsx";
import { IDENTITY_ADMIN_TEXT } from "./identity-admin-text.ts";
import type {
  AdminIdentity,
  CardBody,
  IdentityContext,
  RejectIdentityBody,
  ReopenIdentityBody,
  VerifyBody,
} from "./identity-calls.ts";

const text = IDENTITY_ADMIN_TEXT;

const REASONS = (
  ["unclear", "not_accepted", "expired", "name_differs", "other"] satisfies RejectIdentityBody["reason"][]
).map((value) => ({ value, label: text.reasonWord[value] }));

const CARD_FIELDS = ["cardName", "cardNumber", "birthDate", "expiresOn"] as const satisfies readonly CardField[];

/** Confirms a verification with what the card says, which is typed beside its picture. */
export function VerifyDialog(props: ReviewDialogProps<AdminIdentity, VerifyBody, IdentityContext>) {
  const { item, onSubmit } = props;
  return (
    <CardDialog
      {...props}
      title={text.verifyTitle(item.user.name)}
      lead={text.verifyLead}
      submit={text.verify}
      onSubmit={({ reason: _, ...card }) => onSubmit({ version: item.version, ...card })}
    />
  );
}

/** Writes what the card of a verified identity says, or writes it anew, with a reason. */
export function CorrectCardDialog(props: ReviewDialogProps<AdminIdentity, CardBody, IdentityContext>) {
  const { item, view, before, onSubmit } = props;
  const card = view.context?.card ?? null;
  // What is seen when the dialog opens: a colleague's correction meanwhile is said by the API.
  const [readAt] = useState(card?.readAt ?? null);
  const read = card && {
    cardName: card.name,
    cardNumber: card.number,
    birthDate: card.birthDate,
    expiresOn: card.expiresOn ?? "",
    hasNoExpiry: card.expiresOn === null,
    cardReason: card.usedReason ?? undefined,
  };
  return (
    <CardDialog
      {...props}
      before={before ?? read ?? undefined}
      title={text.correctTitle(item.user.name)}
      lead={card === null ? text.addLead : text.correctLead}
      submit={card === null ? text.add : text.correct}
      isCorrection
      onSubmit={({ reason = "", ...typed }) => onSubmit({ version: item.version, readAt, reason, ...typed })}
    />
  );
}

/** The typed fields of a card, with the reasons that they need. */
type TypedBody = Omit<VerifyBody, "version"> & { reason?: string };

type CardDialogProps = Omit<ReviewDialogProps<AdminIdentity, TypedBody, IdentityContext>, "onSubmit"> & {
  title: string;
  lead: string;
  submit: string;
  /** Whether it is verified already: then it takes a reason, and may have expired. */
  isCorrection?: boolean;
  onSubmit: (typed: TypedBody) => void;
};

function CardDialog(props: CardDialogProps) {
  const { item, view, before, problem, title, lead, submit, isCorrection = false, onSubmit, onClose } = props;
  const { user, image } = item;
  const [hasNoExpiry, setHasNoExpiry] = useState(before?.hasNoExpiry ?? false);
  const today = isoDate(dayAt(view.nowMs, view.admin.timeZone));
  // The API may find the same card only by the number that is typed here.
  const isUsed = (view.context?.cardOthers.length ?? 0) > 0 || problem?.field === "cardReason" || !!before?.cardReason;
  const form = useTexts({
    before: {
      cardName: before?.cardName,
      cardNumber: before?.cardNumber,
      birthDate: before?.birthDate,
      expiresOn: before?.expiresOn,
      cardReason: before?.cardReason,
      reason: before?.reason,
    },
    problem,
    check({ cardReason, reason, ...typed }) {
      const reading = readCard({ ...typed, hasNoExpiry }, today, { mayHaveExpired: isCorrection });
      const faults = "faults" in reading ? reading.faults : {};
      const words = CARD_FIELDS.map((field) => [field, faults[field] && CARD_FAULT_TEXT[faults[field]]] as const);
      return {
        ...Object.fromEntries(words),
        cardReason: isUsed && !cardReason && text.cardReasonMissing,
        reason: isCorrection && !reason && text.correctReasonMissing,
      };
    },
    onSubmit: ({ cardReason, reason, ...typed }) =>
      onSubmit({ ...typed, hasNoExpiry, ...(isUsed && { cardReason }), ...(isCorrection && { reason }) }),
  });
  const field = (name: CardField) => ({ ...form.field(name), label: text.field[name], autoComplete: "off" });
  const hints = { birthDate: dateHint(form.texts.birthDate), expiresOn: dateHint(form.texts.expiresOn) };
  return (
    <ActionDialog
      {...form.dialog}
      title={title}
      lead={lead}
      submit={submit}
      width="large"
      hasInput={hasNoExpiry !== (before?.hasNoExpiry ?? false)}
      needsStepUp
      onClose={onClose}
    >
      <Grid columns="minmax(0, 1fr) minmax(0, 1fr)" gap="16px 20px" align="start" phone={{ columns: 1 }}>
        {image !== null && (
          <Box height={320} phone={{ height: 200 }}>
            <ViewableImage src={image} title={text.cardOf(user.name)} saveAs={`id-card-${user.username}`} />
          </Box>
        )}
        <Stack gap={16}>
          <Field
            {...field("cardName")}
            data-autofocus=""
            hint={nameHint(form.texts.cardName, user.name)}
            maxLength={TEXT_MAX.holder}
            autoCapitalize="characters"
            spellCheck={false}
          />
          <Field {...field("cardNumber")} className="num" maxLength={TEXT_MAX.name} spellCheck={false} />
          <Field {...field("birthDate")} className="num" hint={hints.birthDate} maxLength={TEXT_MAX.name} />
          <Stack gap={8}>
            <Field {...field("expiresOn")} className="num" hint={hints.expiresOn} maxLength={TEXT_MAX.name} />
            <Checkbox checked={hasNoExpiry} onChange={({ target }) => setHasNoExpiry(target.checked)}>
              {text.noExpiry}
            </Checkbox>
          </Stack>
          {isUsed && (
            <TextArea
              {...form.field("cardReason")}
              label={text.field.cardReason}
              hint={text.cardReasonHint}
              maxLength={TEXT_MAX.note}
            />
          )}
          {isCorrection && (
            <TextArea
              {...form.field("reason")}
              label={text.correctReason}
              hint={text.cardReasonHint}
              maxLength={TEXT_MAX.note}
            />
          )}
        </Stack>
      </Grid>
    </ActionDialog>
  );
}

/** How a typed date is read, where it can be. */
function dateHint(typed: string): string {
  const reading = readCardDate(typed);
  return "value" in reading ? text.readAs(formatDate(reading.value, "UTC")) : text.dateHint;
}

/** What a name in Latin letters does not have in common with the account's. */
function nameHint(typed: string, account: string): string | undefined {
  if (typed === "" || "fault" in readCardName(typed)) return undefined;
  const { verdict } = compareNames(typed, account);
  if (verdict === "same") return undefined;
  return verdict === "differs" ? text.nameDiffers(account) : text.nameNotCompared(account);
}

export function RejectIdentityDialog(props: ReviewDialogProps<AdminIdentity, RejectIdentityBody>) {
  const { item, before, problem, onSubmit, onClose } = props;
  const [reason, setReason] = useState<RejectIdentityBody["reason"]>(before?.reason ?? "unclear");
  const form = useTexts({
    before: { note: before?.note },
    problem,
    check: ({ note }) => ({ note: reason === "other" && !note && text.noteMissing }),
    onSubmit: ({ note }) => onSubmit({ version: item.version, reason, note }),
  });
  return (
    <ActionDialog
      {...form.dialog}
      title={text.rejectTitle(item.user.name)}
      lead={text.rejectLead}
      submit={text.reject}
      isDanger
      onClose={onClose}
    >
      <Select data-autofocus="" label={text.reason} value={reason} options={REASONS} onChange={setReason} />
      <TextArea
        {...form.field("note")}
        label={text.noteLabel}
        aside={reason === "other" ? undefined : ADMIN_TEXT.images.optional}
        hint={text.noteHint}
        maxLength={TEXT_MAX.note}
      />
    </ActionDialog>
  );
}

export function ReopenIdentityDialog(props: ReviewDialogProps<AdminIdentity, ReopenIdentityBody>) {
  const { item, before, problem, onSubmit, onClose } = props;
  return (
    <TextDialog
      title={text.reopenTitle(item.user.name)}
      lead={text.reopenLead}
      submit={text.reopen}
      isDanger
      needsStepUp
      label={text.reopenReason}
      hint={text.reopenHint}
      field="reason"
      before={before?.reason}
      missing={text.reopenMissing}
      problem={problem}
      onSubmit={(reason) => onSubmit({ version: item.version, reason })}
      onClose={onClose}
    />
  );
}
