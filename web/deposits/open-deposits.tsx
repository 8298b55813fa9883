import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { useEffect, useState } from "react";
import { ApiError } from "../state/api.ts";
import { poll } from "../state/poll.ts";
import { Button } from "../ui/button.tsx";
import { Card, CardHead } from "../ui/card.tsx";
import { formatCountdown } from "../ui/format.ts";
import { X } from "../ui/icon.tsx";
import { Money } from "../ui/money.tsx";
import { media, type } from "../ui/theme.ts";
import { toast } from "../ui/toaster.tsx";
import { useNow } from "../ui/use-now.ts";
import { DepositBadge } from "./deposit-badge.tsx";
import { cancelDeposit, type Deposit } from "./deposit-calls.ts";
import { depositHistory, loadDepositHistory } from "./deposit-history.ts";
import { DEPOSIT_TEXT } from "./deposit-text.ts";
import { isPayable } from "./is-payable.ts";

/** How often to refetch, to notice that a code has ended. */
const REFRESH_MS = 15_000;

const List = styled("ul")`
  & > li + li {
    border-top: 1px solid color-mix(in oklab, var(--line) 60%, transparent);
  }
`;

const Row = styled("li")`
  ${type.dense}
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 4px 16px;
  min-height: 60px;
  padding: 12px 20px;
  color: var(--muted);
  & > b {
    ${type.lead}
    color: var(--text);
  }
  & > button {
    margin-left: auto;
  }
  ${media.phone} {
    padding: 12px 16px;
  }
`;

/** Codes that can still be paid although their modal is closed: from another browser, or from a page that crashed. */
export function OpenDeposits() {
  useSignals();
  const open = depositHistory.value.items?.filter(isPayable) ?? [];
  const hasOpen = open.length > 0;
  useEffect(() => (hasOpen ? poll(loadDepositHistory, REFRESH_MS) : undefined), [hasOpen]);

  if (!hasOpen) return null;
  return (
    <Card data-flush="true" aria-labelledby="open-deposits">
      <CardHead id="open-deposits" title={DEPOSIT_TEXT.openHeading} note={DEPOSIT_TEXT.openNote} />
      <List>
        {open.map((deposit) => (
          <OpenDeposit key={deposit._id} deposit={deposit} />
        ))}
      </List>
    </Card>
  );
}

function OpenDeposit({ deposit }: { deposit: Deposit }) {
  const [isCancelling, setIsCancelling] = useState(false);
  const leftMs = Date.parse(deposit.expiresAt) - useNow(1_000);

  async function cancel() {
    setIsCancelling(true);
    try {
      await cancelDeposit(deposit.md5Hash);
      toast(DEPOSIT_TEXT.cancelled);
    } catch (error) {
      toast.error(error instanceof ApiError ? error.message : DEPOSIT_TEXT.connectFailed);
    }
    await loadDepositHistory();
    setIsCancelling(false);
  }

  return (
    <Row>
      <b>
        <Money usd={deposit.amount} />
      </b>
      <DepositBadge deposit={deposit} />
      <span>{deposit.billNumber}</span>
      <span className="num">{DEPOSIT_TEXT.payableFor(formatCountdown(leftMs))}</span>
      <Button
        size="dense"
        icon={X}
        isLoading={isCancelling}
        aria-label={DEPOSIT_TEXT.cancelOf(deposit.billNumber)}
        onClick={cancel}
      >
        {DEPOSIT_TEXT.cancelPayment}
      </Button>
    </Row>
  );
}
