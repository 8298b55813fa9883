import { styled } from "goober";
import type { User } from "../state/api.ts";
import { Fact, FactRows } from "../ui/fact-rows.tsx";
import { Landmark, QrCode } from "../ui/icon.tsx";
import { type } from "../ui/theme.ts";
import { ViewableImage } from "../ui/viewable-image.tsx";
import { KhqrLayout } from "./khqr-layout.ts";
import { MethodSection } from "./method-section.tsx";
import { PAYMENT_METHODS_TEXT as text } from "./payment-methods-text.ts";

const Quiet = styled("p")`
  ${type.dense}
  color: var(--muted);
`;

/** The configured payment methods in view mode. */
export function PaymentMethodsView({ methods }: { methods: User["paymentMethods"] }) {
  const { khqr, bankTransfer } = methods;
  return (
    <>
      <MethodSection icon={QrCode} title={text.khqr} isActive={khqr.isActive}>
        {khqr.image === null ? (
          <Quiet>{text.notConfigured}</Quiet>
        ) : (
          <KhqrLayout data-has>
            <div>
              <ViewableImage key={khqr.image} src={khqr.image} title={text.yourCode} saveAs={text.savedAs} />
            </div>
            <Quiet>{text.clickToEnlarge}</Quiet>
          </KhqrLayout>
        )}
      </MethodSection>
      <MethodSection icon={Landmark} title={text.bankTransfer} isActive={bankTransfer.isActive}>
        <FactRows>
          <Fact term={text.bankName}>{bankTransfer.bankName || <Quiet>{text.notConfigured}</Quiet>}</Fact>
          <Fact term={text.accountNumber}>{bankTransfer.accountId || <Quiet>{text.notConfigured}</Quiet>}</Fact>
        </FactRows>
      </MethodSection>
    </>
  );
}
