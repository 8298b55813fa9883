import { useId, useState } from "react";
import { TEXT_MAX } from "../../worker/contract/limits.ts";
import type { User } from "../state/api.ts";
import { Field } from "../ui/fields/field.tsx";
import { FieldError } from "../ui/fields/field-frame.tsx";
import { Check, Icon, Landmark, QrCode } from "../ui/icon.tsx";
import { Box, Grid, Row, Stack, Text } from "../ui/layout.tsx";
import { type ChosenImage, chooseImage } from "./chosen-image.ts";
import { ImageZone } from "./image-zone.tsx";
import { PAYMENT_METHODS_TEXT as text } from "./payment-methods-text.ts";
import { CodeAndMore, MethodSection } from "./payment-methods-view.tsx";
import type { PaymentMethodsDraft } from "./save-payment-methods.ts";

type PaymentMethodsFormProps = {
  methods: User["paymentMethods"];
  draft: PaymentMethodsDraft;
  onChange: (changed: (draft: PaymentMethodsDraft) => PaymentMethodsDraft) => void;
  errorOf: (field: string) => string | null;
};

const BANK_FIELDS = [
  { name: "bankName", label: text.bankName, placeholder: text.bankNamePlaceholder, maxLength: TEXT_MAX.bankName },
  {
    name: "accountId",
    label: text.accountNumber,
    placeholder: text.accountNumberPlaceholder,
    maxLength: TEXT_MAX.accountId,
  },
] as const;

export function PaymentMethodsForm({ methods, draft, onChange, errorOf }: PaymentMethodsFormProps) {
  const { khqr, bankTransfer } = methods;
  const isEmpty = (name: "bankName" | "accountId") => draft[name].trim() === "";
  const isHalf = isEmpty("bankName") !== isEmpty("accountId");
  const type = (name: keyof Omit<PaymentMethodsDraft, "image">, value: string) =>
    onChange((current) => ({ ...current, [name]: value }));
  return (
    <>
      <MethodSection icon={QrCode} title={text.khqr} isActive={khqr.isActive}>
        <KhqrImageField
          saved={khqr.image}
          chosen={draft.image}
          onChoose={(image) => onChange((current) => withCode(current, image, khqr.holder))}
          error={errorOf("khqrImage")}
        />
        <Box margin="16px 0 0">
          <Field
            label={text.codeOwner}
            maxLength={TEXT_MAX.holder}
            autoComplete="off"
            value={draft.khqrHolder}
            onChange={({ target }) => type("khqrHolder", target.value)}
            hint={codeHint(draft, khqr)}
            error={errorOf("khqrHolder")}
          />
        </Box>
      </MethodSection>
      <MethodSection icon={Landmark} title={text.bankTransfer} isActive={bankTransfer.isActive}>
        <Grid columns={2} align="start" gap="12px 16px" phone={{ columns: 1 }}>
          {BANK_FIELDS.map(({ name, ...field }) => (
            <Field
              key={name}
              {...field}
              autoComplete="off"
              value={draft[name]}
              onChange={({ target }) => type(name, target.value)}
              hint={isHalf && isEmpty(name) ? text.bothNeeded : undefined}
              error={errorOf(name)}
            />
          ))}
          <Box span="all" minWidth={0}>
            <Field
              label={text.accountHolder}
              maxLength={TEXT_MAX.holder}
              autoComplete="off"
              value={draft.bankHolder}
              onChange={({ target }) => type("bankHolder", target.value)}
              hint={isEmptied(bankTransfer.holder, draft.bankHolder) ? text.holderEmptied : text.holderHint}
              error={errorOf("bankHolder")}
            />
          </Box>
        </Grid>
      </MethodSection>
    </>
  );
}

/** A draft with another code: with the name that was read in it, and without that of the code before. */
function withCode(draft: PaymentMethodsDraft, image: ChosenImage, savedHolder: string): PaymentMethodsDraft {
  const isOfCodeBefore = draft.khqrHolder === savedHolder || draft.khqrHolder === draft.image?.codeName;
  return { ...draft, image, khqrHolder: image.codeName ?? (isOfCodeBefore ? "" : draft.khqrHolder) };
}

/** Whether a holder on record would be taken away: that is a change of the method, as another holder is. */
function isEmptied(saved: string, draft: string): boolean {
  return saved !== "" && draft.trim() === "";
}

function codeHint(
  { image, khqrHolder }: PaymentMethodsDraft,
  saved: User["paymentMethods"]["khqr"],
): string | undefined {
  if (image?.codeName) return text.codeSays(image.codeName);
  if (image) return text.codeUnread;
  if (isEmptied(saved.holder, khqrHolder)) return text.holderEmptied;
  return saved.image !== null && khqrHolder.trim() === "" ? text.holderHint : undefined;
}

type KhqrImageFieldProps = {
  saved: string | null;
  chosen: ChosenImage | null;
  onChoose: (image: ChosenImage) => void;
  error: string | null;
};

/** The payment code in edit mode: shown, and replaced by choosing or dropping a file. */
function KhqrImageField({ saved, chosen, onChoose, error }: KhqrImageFieldProps) {
  const id = useId();
  const [problem, setProblem] = useState<string | null>(null);
  const shown = chosen?.dataUrl ?? saved;
  const errorText = problem ?? error;

  async function take(file: File, isLatest: () => boolean) {
    setProblem(null);
    const result = await chooseImage(file);
    if (!isLatest()) return;
    if ("problem" in result) setProblem(result.problem);
    else onChoose(result);
  }

  return (
    <CodeAndMore src={shown}>
      <Stack gap={6} minWidth={0} size="dense">
        <Text as="span" id={`${id}-label`} weight={500}>
          {text.qrImage}
        </Text>
        <ImageZone
          actionLabel={shown === null ? text.clickToChoose : text.clickToChange}
          hint={text.imageHint}
          reading={text.reading}
          labelId={`${id}-label`}
          errorId={errorText ? `${id}-error` : undefined}
          onFile={take}
        />
        {errorText && <FieldError id={`${id}-error`}>{errorText}</FieldError>}
        {chosen && !errorText && (
          <Row role="status" gap={8} minWidth={0}>
            <Text as="span" tone="up">
              <Icon of={Check} />
            </Text>
            <Text as="b" weight={400} breaks="ellipsis">
              {chosen.name}
            </Text>
          </Row>
        )}
        {shown !== null && (
          <Text size="caption" tone="muted">
            {text.clickToEnlarge}
          </Text>
        )}
      </Stack>
    </CodeAndMore>
  );
}
