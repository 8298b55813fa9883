import { useSignals } from "@preact/signals-react/runtime";
import { useState } from "react";
import toast from "react-hot-toast";
import { TEXT_MAX } from "../../../worker/contract/limits.ts";
import { Button } from "../../ui/button.tsx";
import { TextArea } from "../../ui/fields/text-area.tsx";
import type { Instant } from "../../ui/format.ts";
import { Lock, UsersRound } from "../../ui/icon.tsx";
import { Box } from "../../ui/layout.tsx";
import { StatusDot } from "../../ui/status-dot.tsx";
import { ActionDialog } from "../core/action-dialog.tsx";
import { AdminFlag, FlagStack } from "../core/admin-flag.tsx";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import { midSentence } from "../core/admin-time.ts";
import type { ApprovalProgress } from "../core/admin-types.ts";
import { LinesPanel } from "../core/card-lines.tsx";
import { hasRole } from "../core/roles.ts";
import { approvalsSeen } from "../core/seen.ts";
import { type BodyDialogProps, SendingDialog } from "../core/sending-dialog.tsx";
import { useTexts } from "../core/use-texts.ts";
import { type AdminOverview, pauseWithdrawals, resumeWithdrawals } from "./overview-calls.ts";
import { PAYOUTS_TEXT } from "./payouts-text.ts";

const text = PAYOUTS_TEXT;

type Pause = NonNullable<AdminOverview["withdrawalPause"]>;

type PayoutsCardProps = {
  overview: Pick<AdminOverview, "withdrawalPause" | "soleApproverPayout">;
  nowMs: number;
  at: (instant: Instant) => string;
  onChanged: () => void;
};

/** Whether an admin has paused withdrawals, which operators and owners can do, and whether one admin alone may approve and pay. */
export function PayoutsCard({ overview, nowMs, at, onChanged }: PayoutsCardProps) {
  useSignals();
  const { withdrawalPause: pause, soleApproverPayout } = overview;
  /** The pause as it was when the dialog about it opened; "none" when there was none. */
  const [asked, setAsked] = useState<Pause | "none" | null>(null);
  const close = () => setAsked(null);
  const done = (message: string) => {
    close();
    toast.success(message);
    onChanged();
  };
  const sending = {
    onConflict(message: string) {
      close();
      toast.error(message);
      onChanged();
    },
    onClose: close,
  };
  const mayPress = pause ? hasRole("operator") : hasRole("operator", "owner");
  const mustWait = pause !== null && pause.aloneFrom !== null && Date.parse(pause.aloneFrom) > nowMs;
  const isAloneAllowed = soleApproverPayout === "allowed";
  return (
    <LinesPanel
      title={text.title}
      action={
        mayPress && (
          <Button type="button" aria-haspopup="dialog" disabled={mustWait} onClick={() => setAsked(pause ?? "none")}>
            {pause ? text.resume : text.pause}
          </Button>
        )
      }
      lines={[
        {
          name: text.withdrawals,
          value: <StatusDot tone={pause ? "down" : "up"}>{pause ? text.paused : text.running}</StatusDot>,
        },
      ]}
    >
      {(pause || isAloneAllowed) && (
        <Box pad={8}>
          <FlagStack>
            {pause && <PauseFlag pause={pause} mustWait={mustWait} at={at} />}
            {isAloneAllowed && (
              <AdminFlag tone="warn" icon={UsersRound} title={text.soleApprover}>
                {text.soleApproverDetail}
              </AdminFlag>
            )}
          </FlagStack>
        </Box>
      )}
      {asked === "none" && (
        <SendingDialog send={pauseWithdrawals} onDone={() => done(text.pauseDone)} {...sending}>
          {(dialog) => <PauseDialog {...dialog} />}
        </SendingDialog>
      )}
      {asked !== null && asked !== "none" && (
        <SendingDialog
          send={(body: { approvals: ApprovalProgress }, key) => resumeWithdrawals(asked._id, body, key)}
          onDone={(after) => done(after.resumedAt === null ? text.resumeDone.first : text.resumeDone.last)}
          {...sending}
        >
          {({ onSubmit, ...dialog }) => (
            <ActionDialog
              {...dialog}
              title={text.resume}
              lead={text.resumeLead(asked.approvals.have, asked.approvals.need)}
              submit={`${text.resume}${ADMIN_TEXT.agreement.step(asked.approvals.have, asked.approvals.need)}`}
              isSubmitFirst
              needsStepUp
              onSubmit={() => onSubmit({ approvals: approvalsSeen(asked, asked.approvals.need) })}
            />
          )}
        </SendingDialog>
      )}
    </LinesPanel>
  );
}

type PauseFlagProps = { pause: Pause; mustWait: boolean; at: PayoutsCardProps["at"] };

function PauseFlag({ pause: { by, since, reason, approvedBy, aloneFrom }, mustWait, at }: PauseFlagProps) {
  return (
    <AdminFlag tone="warn" icon={Lock} title={text.pausedBy(by, midSentence(at(since)))}>
      {[
        reason,
        approvedBy.length > 0 && text.agreed(approvedBy.map(({ name }) => name).join(", ")),
        mustWait && aloneFrom && text.aloneFrom(midSentence(at(aloneFrom))),
      ]
        .filter(Boolean)
        .join(" ")}
    </AdminFlag>
  );
}

function PauseDialog({ problem, onSubmit, ...dialog }: BodyDialogProps<{ reason: string }>) {
  const form = useTexts({
    before: { reason: undefined },
    problem,
    check: ({ reason }) => ({ reason: !reason && text.reasonMissing }),
    onSubmit,
  });
  return (
    <ActionDialog {...dialog} {...form.dialog} title={text.pause} lead={text.pauseLead} submit={text.pause} isDanger>
      <TextArea
        {...form.field("reason")}
        data-autofocus=""
        label={text.reason}
        hint={text.reasonHint}
        maxLength={TEXT_MAX.note}
      />
    </ActionDialog>
  );
}
