import type { Instant } from "../../ui/format.ts";
import { UsersRound } from "../../ui/icon.tsx";
import { PausePanel } from "../operation/pause-panel.tsx";
import { PAUSE_TEXT } from "../operation/pause-text.ts";
import type { AdminOverview } from "./overview-calls.ts";
import { PAYOUTS_TEXT } from "./payouts-text.ts";

const text = PAYOUTS_TEXT;

type PayoutsCardProps = {
  overview: Pick<AdminOverview, "withdrawalPause" | "depositPause" | "soleApproverPayout">;
  nowMs: number;
  at: (instant: Instant) => string;
  onChanged: () => void;
};

/**
 * Whether an admin has paused withdrawals, and whether one admin alone may approve and pay. A pause of deposits, which the settings
 * begin, is here while it lasts.
 */
export function PayoutsCard({ overview, ...view }: PayoutsCardProps) {
  const { withdrawalPause, depositPause, soleApproverPayout } = overview;
  return (
    <>
      <PausePanel
        {...view}
        what="withdrawals"
        title={text.title}
        pause={withdrawalPause}
        flags={[
          soleApproverPayout === "allowed" && {
            tone: "warn",
            icon: UsersRound,
            title: text.soleApprover,
            text: text.soleApproverDetail,
          },
        ]}
      />
      {depositPause && (
        <PausePanel {...view} what="deposits" title={PAUSE_TEXT.of.deposits.name} pause={depositPause} />
      )}
    </>
  );
}
