import { styled } from "goober";
import { type } from "../ui/theme.ts";
import { DepositBadge } from "./deposit-badge.tsx";
import type { Deposit } from "./deposit-calls.ts";
import { reviewNote } from "./review-text.ts";

const Note = styled("p")`
  ${type.caption}
  max-width: 44ch;
  padding: 4px 0 8px;
  color: var(--muted);
  white-space: normal;
  text-wrap: pretty;
`;

const Reviewed = styled("div")`
  padding-top: 8px;
`;

/** The status of a deposit, with the review of a mismatched payment below it. */
export function DepositState({ deposit }: { deposit: Pick<Deposit, "amount" | "status" | "review"> }) {
  const badge = <DepositBadge deposit={deposit} />;
  if (deposit.review === null) return badge;
  return (
    <Reviewed>
      {badge}
      <Note>{reviewNote(deposit.review, deposit.amount)}</Note>
    </Reviewed>
  );
}
