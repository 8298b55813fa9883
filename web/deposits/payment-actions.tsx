import { styled } from "goober";
import { Button, ButtonAnchor } from "../ui/button.tsx";
import { FieldError } from "../ui/field-frame.tsx";
import { Download, RefreshCw, Smartphone } from "../ui/icon.tsx";
import { type } from "../ui/theme.ts";
import { toast } from "../ui/toaster.tsx";
import type { DepositStatus, Making, PayableDeposit } from "./deposit-flow.ts";
import { DEPOSIT_TEXT } from "./deposit-text.ts";
import { merchantNameOf } from "./merchant-name.ts";
import { COMPACT } from "./payment-layout.ts";
import { saveQrImage } from "./save-qr-image.ts";

const Frame = styled("div")`
  display: grid;
  grid-template-columns: 1fr 1fr;
  gap: 8px;
  width: 100%;
  margin-top: 12px;
  ${COMPACT} {
    margin-top: 0;
  }
  & > [data-whole="true"],
  & > p {
    grid-column: 1 / -1;
  }
`;

const Note = styled("p")`
  ${type.caption}
  color: var(--muted);
  text-align: center;
`;

type PaymentActionsProps = {
  deposit: PayableDeposit;
  status: Exclude<DepositStatus, "paid">;
  making: Making;
  isCompact: boolean;
  onNewCode: () => void;
  onClose: () => void;
};

/** The actions for a code: pay or cancel it while it is payable, request a new one after it has ended. */
export function PaymentActions({ deposit, status, making, isCompact, onNewCode, onClose }: PaymentActionsProps) {
  if (status === "pending") return <PayableActions deposit={deposit} isCompact={isCompact} onCancel={onClose} />;
  return (
    <Frame>
      {making.error && <FieldError id="new-code-error">{making.error}</FieldError>}
      <Button size={isCompact ? "touch" : "normal"} onClick={onClose}>
        {DEPOSIT_TEXT.close}
      </Button>
      <Button
        variant="accent"
        size={isCompact ? "touch" : "normal"}
        icon={RefreshCw}
        isLoading={making.isRunning}
        onClick={onNewCode}
      >
        {status === "failed" ? DEPOSIT_TEXT.tryAgain : DEPOSIT_TEXT.newCode}
      </Button>
    </Frame>
  );
}

type PayableActionsProps = { deposit: PayableDeposit; isCompact: boolean; onCancel: () => void };

function PayableActions({ deposit, isCompact, onCancel }: PayableActionsProps) {
  const { qrString, amount, billNumber, deeplink } = deposit;

  async function save() {
    try {
      await saveQrImage({ qrString, merchant: merchantNameOf(qrString), amountUsd: amount, billNumber });
    } catch {
      toast.error(DEPOSIT_TEXT.saveQrFailed);
    }
  }

  return (
    <Frame>
      {isCompact && deeplink && (
        // In a new tab: leaving this page would cancel the payment.
        <ButtonAnchor
          variant="accent"
          size="large"
          icon={Smartphone}
          href={deeplink}
          target="_blank"
          rel="noreferrer"
          data-whole={true}
        >
          {DEPOSIT_TEXT.openApp}
        </ButtonAnchor>
      )}
      <Button size={isCompact ? "touch" : "normal"} icon={Download} onClick={save}>
        {DEPOSIT_TEXT.saveQr}
      </Button>
      <Button variant={isCompact ? "plain" : "neutral"} size={isCompact ? "touch" : "normal"} onClick={onCancel}>
        {DEPOSIT_TEXT.cancelPayment}
      </Button>
      <Note>{DEPOSIT_TEXT.closingCancels}</Note>
    </Frame>
  );
}
