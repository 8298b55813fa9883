import { TEXT_MAX } from "../../worker/contract/limits.ts";
import type { User } from "../state/api.ts";
import { Field } from "../ui/field.tsx";
import { Landmark, QrCode } from "../ui/icon.tsx";
import { Grid } from "../ui/layout.tsx";
import { KhqrImageField } from "./khqr-image-field.tsx";
import { PAYMENT_METHODS_TEXT as text } from "./payment-methods-text.ts";
import { MethodSection } from "./payment-methods-view.tsx";
import type { PaymentMethodsDraft } from "./save-payment-methods.ts";

type PaymentMethodsFormProps = {
  methods: User["paymentMethods"];
  draft: PaymentMethodsDraft;
  onChange: (draft: PaymentMethodsDraft) => void;
  /** The problem with a field; null without one. */
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

/** The configured payment methods in edit mode. */
export function PaymentMethodsForm({ methods, draft, onChange, errorOf }: PaymentMethodsFormProps) {
  const { khqr, bankTransfer } = methods;
  const isEmpty = (name: "bankName" | "accountId") => draft[name].trim() === "";
  const isHalf = isEmpty("bankName") !== isEmpty("accountId");
  return (
    <>
      <MethodSection icon={QrCode} title={text.khqr} isActive={khqr.isActive}>
        <KhqrImageField
          saved={khqr.image}
          chosen={draft.image}
          onChoose={(image) => onChange({ ...draft, image })}
          error={errorOf("khqrImage")}
        />
      </MethodSection>
      <MethodSection icon={Landmark} title={text.bankTransfer} isActive={bankTransfer.isActive}>
        <Grid columns={2} align="start" gap="12px 16px" phone={{ columns: 1 }}>
          {BANK_FIELDS.map(({ name, ...field }) => (
            <Field
              key={name}
              {...field}
              autoComplete="off"
              value={draft[name]}
              onChange={({ target }) => onChange({ ...draft, [name]: target.value })}
              hint={isHalf && isEmpty(name) ? text.bothNeeded : undefined}
              error={errorOf(name)}
            />
          ))}
        </Grid>
      </MethodSection>
    </>
  );
}
