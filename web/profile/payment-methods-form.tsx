import { styled } from "goober";
import type { ChangeEvent } from "react";
import { TEXT_MAX } from "../../worker/contract/limits.ts";
import type { User } from "../state/api.ts";
import { Field } from "../ui/field.tsx";
import { Landmark, QrCode } from "../ui/icon.tsx";
import { media } from "../ui/theme.ts";
import { KhqrImageField } from "./khqr-image-field.tsx";
import { MethodSection } from "./method-section.tsx";
import { PAYMENT_METHODS_TEXT as text } from "./payment-methods-text.ts";
import type { PaymentMethodsDraft, SaveProblem } from "./save-payment-methods.ts";

const Pair = styled("div")`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  align-items: start;
  gap: 12px 16px;
  ${media.phone} {
    grid-template-columns: minmax(0, 1fr);
  }
`;

type PaymentMethodsFormProps = {
  methods: User["paymentMethods"];
  draft: PaymentMethodsDraft;
  onChange: (draft: PaymentMethodsDraft) => void;
  problem: SaveProblem | null;
};

/** The configured payment methods in edit mode. */
export function PaymentMethodsForm({ methods, draft, onChange, problem }: PaymentMethodsFormProps) {
  const { khqr, bankTransfer } = methods;
  const errorOf = (field: string) => (problem?.field === field ? problem.message : null);
  const isHalf = (draft.bankName.trim() === "") !== (draft.accountId.trim() === "");
  const type =
    (name: "bankName" | "accountId") =>
    ({ target }: ChangeEvent<HTMLInputElement>) =>
      onChange({ ...draft, [name]: target.value });
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
        <Pair>
          <Field
            label={text.bankName}
            placeholder={text.bankNamePlaceholder}
            value={draft.bankName}
            onChange={type("bankName")}
            maxLength={TEXT_MAX.bankName}
            autoComplete="off"
            hint={isHalf && draft.bankName.trim() === "" ? text.bothNeeded : undefined}
            error={errorOf("bankName")}
          />
          <Field
            label={text.accountNumber}
            placeholder={text.accountNumberPlaceholder}
            value={draft.accountId}
            onChange={type("accountId")}
            maxLength={TEXT_MAX.accountId}
            autoComplete="off"
            hint={isHalf && draft.accountId.trim() === "" ? text.bothNeeded : undefined}
            error={errorOf("accountId")}
          />
        </Pair>
      </MethodSection>
    </>
  );
}
