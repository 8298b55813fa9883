import { useQuery } from "../../state/use-query.ts";
import { Callout } from "../../ui/callout.tsx";
import { Dialog } from "../../ui/dialog/dialog.tsx";
import { Facts } from "../../ui/facts.tsx";
import { formatSum } from "../../ui/format.ts";
import { Stack, Text } from "../../ui/layout.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { ActionDialog } from "../core/action-dialog.tsx";
import type { BodyDialogProps } from "../core/sending-dialog.tsx";
import { holdPath } from "./month-address.ts";
import { fetchMonth, type MonthHold, type MonthShown, monthKey, type SealBody } from "./month-calls.ts";
import { holdAction, holdText, monthName, shortDigest } from "./month-names.ts";
import { MONTH_ADMIN_TEXT } from "./month-text.ts";

const text = MONTH_ADMIN_TEXT;

/** The report of a month as a screen and its dialogs read it. */
export function useMonth(month: string) {
  return useQuery({ key: monthKey(month), fetch: (signal) => fetchMonth(month, signal), isLoadedAnew: true });
}

type MonthDialogProps<Body> = BodyDialogProps<Body> & { month: string };

/** Prepares exactly the report whose figures it shows. */
export function PrepareDialog({ month, onSubmit, ...dialog }: MonthDialogProps<{ digest: string }>) {
  const { value: shown, error } = useMonth(month);
  return (
    <ActionDialog
      {...dialog}
      title={text.prepareTitle(monthName(month))}
      lead={text.prepareLead}
      submit={text.prepare}
      isComplete={shown !== null && shown.holds.length === 0}
      isSubmitFirst
      needsStepUp
      onSubmit={() => shown && onSubmit({ digest: shown.digest })}
    >
      <Summary shown={shown} hasFailed={error !== null} />
    </ActionDialog>
  );
}

/** Seals exactly the report whose figures it shows, which is the prepared one. */
export function SealDialog({ month, onSubmit, ...dialog }: MonthDialogProps<SealBody>) {
  const { value: shown, error } = useMonth(month);
  const close = shown?.close ?? null;
  return (
    <ActionDialog
      {...dialog}
      title={text.seal(monthName(month))}
      lead={text.sealLead}
      submit={text.seal(monthName(month))}
      isComplete={close?.state === "prepared" && shown?.holds.length === 0 && !shown.isOutdated}
      isSubmitFirst
      needsStepUp
      onSubmit={() =>
        close && onSubmit({ digest: close.digest, approvals: { have: close.approvedBy.length, need: 2 } })
      }
    >
      <Summary shown={shown} hasFailed={error !== null} />
      {shown?.isOutdated && <Callout tone="warn">{text.outdated}</Callout>}
    </ActionDialog>
  );
}

/** Cancels the close of a month that is prepared. */
export function CancelCloseDialog({ month, onSubmit, ...dialog }: MonthDialogProps<object>) {
  return (
    <ActionDialog
      {...dialog}
      title={text.cancelTitle(monthName(month))}
      lead={text.cancelLead}
      submit={text.cancelSubmit}
      isDanger
      isSubmitFirst
      needsStepUp
      onSubmit={() => onSubmit({})}
    />
  );
}

/** What holds the close of a month. */
export function HoldDialog({ month, onClose }: { month: string; onClose: () => void }) {
  const { value: shown, error } = useMonth(month);
  return (
    <Dialog title={text.holdTitle} onClose={onClose}>
      <Stack gap={12}>
        <Summary shown={shown} hasFailed={error !== null} onLeave={onClose} />
      </Stack>
    </Dialog>
  );
}

/** The reasons why a month cannot be closed, each with a link to the page where it is corrected. @param onLeave is called when one is followed */
export function Holds({ holds, onLeave }: { holds: readonly MonthHold[]; onLeave?: (() => void) | undefined }) {
  return holds.map((hold) => {
    const path = holdPath(hold);
    return (
      <Callout
        key={JSON.stringify(hold)}
        tone="warn"
        action={
          path !== null && (
            <TextLink href={path} onClick={onLeave}>
              {holdAction(hold)}
            </TextLink>
          )
        }
      >
        {holdText(hold)}
      </Callout>
    );
  });
}

type SummaryProps = { shown: MonthShown | null; hasFailed: boolean; onLeave?: () => void };

function Summary({ shown, hasFailed, onLeave }: SummaryProps) {
  if (shown === null) {
    return hasFailed ? <Callout tone="warn">{text.failed}</Callout> : <Skeleton width="100%" height={120} />;
  }
  const { report, holds, digest } = shown;
  return (
    <>
      {report.currencies
        .filter(({ clients, currency }) => currency === "USD" || clients.opening !== 0 || clients.closing !== 0)
        .map(({ currency, clients, open }) => (
          <Facts
            key={currency}
            className="num"
            facts={[
              { name: text.opening, value: formatSum(clients.opening, currency, "always") },
              { name: text.flows, value: formatSum(clients.closing - clients.opening, currency, "always") },
              { name: text.closing, value: formatSum(clients.closing, currency, "always") },
              { name: text.openAtEnd, value: open.reduce((sum, { count }) => sum + count, 0) },
            ]}
          />
        ))}
      <Text size="caption" tone="muted">
        {text.digest} {shortDigest(digest)}
      </Text>
      <Holds holds={holds} onLeave={onLeave} />
    </>
  );
}
