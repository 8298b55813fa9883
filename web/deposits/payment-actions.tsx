import { Button, ButtonAnchor } from "../ui/button.tsx";
import { FieldError } from "../ui/fields/field-frame.tsx";
import { Download, RefreshCw, Smartphone } from "../ui/icon.tsx";
import { Box, Grid, Text } from "../ui/layout.tsx";
import { toast } from "../ui/toast/toast.ts";
import type { DepositStatus, Making, PayableDeposit } from "./deposit-flow.ts";
import { DEPOSIT_TEXT } from "./deposit-text.ts";
import { merchantNameOf } from "./merchant-name.ts";
import { saveQrImage } from "./save-qr-image.ts";

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
    <Grid columns={2} gap={8} width="100%" margin={isCompact ? 0 : "12px 0 0"}>
      {making.error && (
        <Box span="all">
          <FieldError id="new-code-error">{making.error}</FieldError>
        </Box>
      )}
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
    </Grid>
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
    <Grid columns={2} gap={8} width="100%" margin={isCompact ? 0 : "12px 0 0"}>
      {isCompact && deeplink && (
        <Box span="all">
          {/* In a new tab: leaving this page would cancel the payment. */}
          <ButtonAnchor
            variant="accent"
            size="large"
            icon={Smartphone}
            isWide
            href={deeplink}
            target="_blank"
            rel="noreferrer"
          >
            {DEPOSIT_TEXT.openApp}
          </ButtonAnchor>
        </Box>
      )}
      <Button size={isCompact ? "touch" : "normal"} icon={Download} onClick={save}>
        {DEPOSIT_TEXT.saveQr}
      </Button>
      <Button variant={isCompact ? "plain" : "neutral"} size={isCompact ? "touch" : "normal"} onClick={onCancel}>
        {DEPOSIT_TEXT.cancelPayment}
      </Button>
      <Text span="all" size="caption" tone="muted" textAlign="center">
        {DEPOSIT_TEXT.closingCancels}
      </Text>
    </Grid>
  );
}
