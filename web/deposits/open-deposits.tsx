import { ApiError } from "../state/api.ts";
import { invalidate } from "../state/query.ts";
import { useQuery } from "../state/use-query.ts";
import { useSubmit } from "../state/use-submit.ts";
import { Button } from "../ui/button.tsx";
import { Panel } from "../ui/card.tsx";
import { formatCountdown } from "../ui/format.ts";
import { X } from "../ui/icon.tsx";
import { Row, Stack } from "../ui/layout.tsx";
import { OpenMovement } from "../ui/list/open-movement.tsx";
import { toast } from "../ui/toast/toast.ts";
import { useNow } from "../ui/use-now.ts";
import { DepositBadge } from "./deposit-badge.tsx";
import { cancelDeposit, DEPOSITS, type Deposit } from "./deposit-calls.ts";
import { DEPOSIT_TEXT } from "./deposit-text.ts";

/** How often to refetch, to notice that a code has ended. */
const REFRESH_MS = 15_000;

/** Whether a code still waits for its payment. A code with any payment does not, even a mismatched one. */
export function isPayable({ status, review }: Pick<Deposit, "status" | "review">): boolean {
  return status === "pending" && review === null;
}

/** Codes that can still be paid although their modal is closed: from another browser, or from a page that crashed. */
export function OpenDeposits() {
  const { value } = useQuery({ ...DEPOSITS, everyMs: (all) => (all?.some(isPayable) ? REFRESH_MS : undefined) });
  const open = value?.filter(isPayable) ?? [];

  if (open.length === 0) return null;
  return (
    <Panel title={DEPOSIT_TEXT.openHeading} note={DEPOSIT_TEXT.openNote}>
      <Stack as="ul" line="between">
        {open.map((deposit) => (
          <OpenDeposit key={deposit._id} deposit={deposit} />
        ))}
      </Stack>
    </Panel>
  );
}

function OpenDeposit({ deposit }: { deposit: Deposit }) {
  const leftMs = Date.parse(deposit.expiresAt) - useNow(1_000);

  // The list shows the outcome, and after a refusal what is still possible.
  const { submit, isSending } = useSubmit({
    async send() {
      try {
        await cancelDeposit(deposit.md5Hash);
        toast(DEPOSIT_TEXT.cancelled);
      } finally {
        await invalidate(DEPOSITS.key);
      }
    },
    explain(error) {
      toast.error(error instanceof ApiError ? error.message : DEPOSIT_TEXT.connectFailed);
      return null;
    },
  });

  return (
    <OpenMovement
      usd={deposit.amount}
      badge={<DepositBadge deposit={deposit} />}
      detail={
        <Row as="span" wrap gap="4px 16px">
          <span>{deposit.billNumber}</span>
          <span className="num">{DEPOSIT_TEXT.payableFor(formatCountdown(leftMs))}</span>
        </Row>
      }
      action={
        <Button
          icon={X}
          isLoading={isSending}
          aria-label={DEPOSIT_TEXT.cancelOf(deposit.billNumber)}
          onClick={() => void submit()}
        >
          {DEPOSIT_TEXT.cancelPayment}
        </Button>
      }
    />
  );
}
