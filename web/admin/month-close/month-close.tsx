import { useSignals } from "@preact/signals-react/runtime";
import { useState } from "react";
import { useQuery } from "../../state/use-query.ts";
import { Button } from "../../ui/button.tsx";
import { formatDate } from "../../ui/format.ts";
import { Icon, Lock, ShieldCheck, TriangleAlert } from "../../ui/icon.tsx";
import { Row, Stack } from "../../ui/layout.tsx";
import { TextButton } from "../../ui/text-button.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { ADMIN_POLL_MS } from "../core/admin-polling.ts";
import { hasRole } from "../core/roles.ts";
import { CloseActions } from "./close-actions.tsx";
import { monthPath } from "./month-address.ts";
import { fetchMonths, MONTHS_KEY } from "./month-calls.ts";
import { HoldDialog } from "./month-dialogs.tsx";
import { monthName, monthWord, shortDigest } from "./month-names.ts";
import { MONTH_ADMIN_TEXT } from "./month-text.ts";

const text = MONTH_ADMIN_TEXT;

type MonthCloseProps = {
  /** `2026-11` */
  month: string;
  /** How many lines and transfers of the month are open. */
  openItems: number;
  /** How many of its days lack a statement. */
  missingDays: number;
  /** Shows them; without it they are named in a dialog. */
  onOpenItems?: () => void;
};

/** The close of a month at the foot of its days: what holds it, who prepared it, or when it was sealed. It leads to the report. */
export function MonthClose({ month, openItems, missingDays, onOpenItems }: MonthCloseProps) {
  useSignals();
  const [isHoldShown, setIsHoldShown] = useState(false);
  const { value } = useQuery({ key: MONTHS_KEY, fetch: fetchMonths, everyMs: ADMIN_POLL_MS });
  if (value === null) return null;
  const row = value.months.find((one) => one.month === month);
  const close = row?.close ?? null;
  const isRunning = row?.isRunning ?? month >= value.running;
  const isBehind = value.next !== null && value.next < month;
  const isFree = !isRunning && openItems === 0 && missingDays === 0 && (value.next === null || value.next === month);
  const showHold = () => (openItems > 0 && onOpenItems ? onOpenItems() : setIsHoldShown(true));
  return (
    <Stack as="section" aria-label={text.closeMonth(monthName(month))} gap={8} align="end" phone={{ align: "stretch" }}>
      <Row gap={8} wrap justify="end" phone={{ each: "1 0 auto" }}>
        {close === null && !isFree && hasRole("operator") && (value.next ?? month) <= month && (
          <Button icon={Lock} aria-haspopup="dialog" onClick={showHold}>
            {text.closeMonth(monthWord(month))}
          </Button>
        )}
        <CloseActions month={month} close={close} isFree={isFree} />
      </Row>
      <Row as="p" gap="4px 12px" wrap justify="end" size="dense" tone="muted" phone={{ justify: "start" }}>
        {close === null && openItems > 0 && <TextButton onClick={showHold}>{text.holds(openItems)}</TextButton>}
        {close === null && openItems === 0 && missingDays > 0 && !isRunning && !isBehind && (
          <TextButton onClick={showHold}>{text.lacksDays(missingDays)}</TextButton>
        )}
        {close === null && openItems === 0 && isRunning && <span>{text.running}</span>}
        {close === null && openItems === 0 && !isRunning && isBehind && value.next !== null && (
          <span>{text.hold.monthBefore(monthName(value.next))}</span>
        )}
        {close?.state === "prepared" && <span>{text.oneOfTwo(close.preparedBy)}</span>}
        {close?.state === "sealed" && close.sealedAt !== null && (
          <Row as="span" gap={4} tone={close.isIntact ? "up" : "down"}>
            <Icon of={close.isIntact ? ShieldCheck : TriangleAlert} size={14} />
            {close.isIntact ? text.sealed(formatDate(close.sealedAt, value.timeZone)) : text.broken}
          </Row>
        )}
        {close?.state === "sealed" && <span>{shortDigest(close.digest)}</span>}
        <TextLink href={monthPath(month)}>{text.report}</TextLink>
      </Row>
      {isHoldShown && <HoldDialog month={month} onClose={() => setIsHoldShown(false)} />}
    </Stack>
  );
}
