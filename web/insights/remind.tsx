import { useSignals } from "@preact/signals-react/runtime";
import { useEffect } from "react";
import type { TicketReminder } from "../../worker/contract/terminal/terminal-schema.ts";
import {
  areSettingsRead,
  onTerminalRefusal,
  setTicketReminder,
  ticketReminder,
  useTerminalSettings,
} from "../terminal/drawings-and-settings.ts";
import { Button } from "../ui/button.tsx";
import { Bell, Check } from "../ui/icon.tsx";
import { Row, Text } from "../ui/layout.tsx";
import { toast } from "../ui/toast/toast.ts";
import { undoToast } from "../ui/toast/undo-toast.tsx";
import { insightsText as text } from "./insights-text.ts";
import { QUESTION_TEXT } from "./question-text.ts";
import { isSameReminder } from "./reminder-of-finding.ts";

type RemindButtonProps = {
  /** What this finding's reminder would be. */
  reminder: TicketReminder;
  isCostliest: boolean;
};

/** Asks the ticket to remind of a finding: offered for the costliest alone. One that is on can be turned off wherever it is. */
export function RemindButton({ reminder, isCostliest }: RemindButtonProps) {
  useSignals();
  useTerminalSettings();
  useRefusals();
  const now = ticketReminder.value;
  const isOn = now !== null && isSameReminder(now, reminder);
  if (!isOn && !isCostliest) return null;
  return (
    <Button
      size="dense"
      variant={isOn ? "neutral" : "accent"}
      icon={isOn ? Check : Bell}
      aria-pressed={isOn}
      disabled={!areSettingsRead.value}
      onClick={() => change(isOn ? null : reminder)}
    >
      {isOn ? text.reminds : text.remind}
    </Button>
  );
}

/** The reminder of a finding that is not on the screen: of another account, or one that stands no longer. */
export function OtherReminder({ shown }: { shown: readonly TicketReminder[] }) {
  useSignals();
  useTerminalSettings();
  useRefusals();
  const now = ticketReminder.value;
  if (now === null || shown.some((one) => isSameReminder(one, now))) return null;
  const title = QUESTION_TEXT[now.question];
  const words = typeof title === "function" ? title(now.about?.name ?? "") : (title ?? now.question);
  return (
    <Row wrap gap="4px 12px" size="dense" tone="muted">
      <Text as="span">{text.remindsElse(words)}</Text>
      <Button size="dense" onClick={() => change(null)}>
        {text.stopReminding}
      </Button>
    </Row>
  );
}

function change(next: TicketReminder | null): void {
  const before = ticketReminder.peek();
  setTicketReminder(next);
  const words = next === null ? text.reminderOff : text.reminderOn;
  undoToast("reminder", words, { label: text.undo, undo: () => setTicketReminder(before) });
}

/** The account may refuse a change: one that is frozen. */
function useRefusals(): void {
  useEffect(
    () =>
      onTerminalRefusal((error) => {
        if (error !== null) toast.error(error.message);
      }),
    [],
  );
}
