import { useSignals } from "@preact/signals-react/runtime";
import { useState } from "react";
import { TEXT_MAX } from "../../../worker/contract/limits.ts";
import { Button } from "../../ui/button.tsx";
import { TextArea } from "../../ui/fields/text-area.tsx";
import type { Instant } from "../../ui/format.ts";
import { Lock } from "../../ui/icon.tsx";
import { StatusDot } from "../../ui/status-dot.tsx";
import { toast } from "../../ui/toast/toast.ts";
import { ActionDialog } from "../core/action-dialog.tsx";
import type { Flag, FlagList } from "../core/admin-flag.tsx";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import { midSentence } from "../core/admin-time.ts";
import type { ApprovalProgress } from "../core/admin-types.ts";
import { LinesPanel } from "../core/card-lines.tsx";
import { hasRole } from "../core/roles.ts";
import { approvalsSeen } from "../core/seen.ts";
import { type BodyDialogProps, SendingDialog } from "../core/sending-dialog.tsx";
import { useTexts } from "../core/use-texts.ts";
import { PAUSE_TEXT } from "./pause-text.ts";
import { type Pause, type PauseBody, type Paused, pauseOperation, resumeOperation } from "./setting-calls.ts";

const text = PAUSE_TEXT;

type PausePanelProps = {
  what: Paused;
  title: string;
  note?: string;
  /** The pause that lasts; null without one. */
  pause: Pause | null;
  /** Below that of the pause. */
  flags?: FlagList;
  nowMs: number;
  at: (instant: Instant) => string;
  onChanged: () => void;
};

/**
 * Whether an admin has paused withdrawals or new deposits, which operators and owners can do; two operators end it, or the only one a
 * day later.
 */
export function PausePanel({ what, title, note, pause, flags = [], nowMs, at, onChanged }: PausePanelProps) {
  useSignals();
  const words = text.of[what];
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
  return (
    <LinesPanel
      title={title}
      note={note}
      action={
        mayPress && (
          <Button type="button" aria-haspopup="dialog" disabled={mustWait} onClick={() => setAsked(pause ?? "none")}>
            {pause ? words.resume : words.pause}
          </Button>
        )
      }
      flags={[pause && pauseFlag(pause, mustWait, at), ...flags]}
      lines={[
        {
          name: words.name,
          value: <StatusDot tone={pause ? "down" : "up"}>{pause ? text.paused : text.running}</StatusDot>,
        },
      ]}
    >
      {asked === "none" && (
        <SendingDialog send={pauseOperation} onDone={() => done(words.done)} {...sending}>
          {(dialog) => <PauseDialog {...dialog} what={what} />}
        </SendingDialog>
      )}
      {asked !== null && asked !== "none" && (
        <SendingDialog
          send={(body: { approvals: ApprovalProgress }, key) => resumeOperation(asked._id, body, key)}
          onDone={(after) => done(after.resumedAt === null ? text.first : words.resumed)}
          {...sending}
        >
          {({ onSubmit, ...dialog }) => (
            <ActionDialog
              {...dialog}
              title={words.resume}
              lead={words.resumeLead(asked.approvals.have + 1 >= asked.approvals.need)}
              submit={`${words.resume}${ADMIN_TEXT.agreement.step(asked.approvals.have, asked.approvals.need)}`}
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

function pauseFlag(pause: Pause, mustWait: boolean, at: PausePanelProps["at"]): Flag {
  const { by, since, reason, approvedBy, aloneFrom } = pause;
  return {
    tone: "warn",
    icon: Lock,
    title: text.pausedBy(by, midSentence(at(since))),
    text: [
      reason,
      approvedBy.length > 0 && text.agreed(approvedBy.map(({ name }) => name).join(", ")),
      mustWait && aloneFrom && text.aloneFrom(midSentence(at(aloneFrom))),
    ]
      .filter(Boolean)
      .join(" "),
  };
}

function PauseDialog({ what, problem, onSubmit, ...dialog }: BodyDialogProps<PauseBody> & { what: Paused }) {
  const words = text.of[what];
  const form = useTexts({
    before: { reason: undefined },
    problem,
    check: ({ reason }) => ({ reason: !reason && text.reasonMissing }),
    onSubmit: ({ reason }) => onSubmit({ what, reason }),
  });
  return (
    <ActionDialog {...dialog} {...form.dialog} title={words.pause} lead={words.lead} submit={words.pause} isDanger>
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
