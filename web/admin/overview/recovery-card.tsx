import { useSignals } from "@preact/signals-react/runtime";
import { useState } from "react";
import toast from "react-hot-toast";
import { BACKUP } from "../../../worker/contract/limits.ts";
import { DAY_MS, HOUR_MS } from "../../../worker/contract/time.ts";
import { Button } from "../../ui/button.tsx";
import { formatAge, formatMoney, type Instant, NO_VALUE } from "../../ui/format.ts";
import { TriangleAlert } from "../../ui/icon.tsx";
import { Box, Row, Stack, Text } from "../../ui/layout.tsx";
import { ActionDialog } from "../core/action-dialog.tsx";
import { AdminFlag, FlagStack } from "../core/admin-flag.tsx";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import { midSentence } from "../core/admin-time.ts";
import { type CardLine, LinesPanel } from "../core/card-lines.tsx";
import { type Overtaken, OvertakenContext } from "../core/overtaken.ts";
import { hasRole } from "../core/roles.ts";
import { approvalsSeen, approvalsSince } from "../core/seen.ts";
import { SendingDialog } from "../core/sending-dialog.tsx";
import { type AdminOverview, type ApproveRestoreBody, approveRestore } from "./overview-calls.ts";
import { OVERVIEW_TEXT } from "./overview-text.ts";

type Recovery = AdminOverview["recovery"];
type Review = NonNullable<Recovery["review"]>;

const text = OVERVIEW_TEXT.recovery;

type RecoveryCardProps = {
  recovery: Recovery;
  nowMs: number;
  at: (instant: Instant) => string;
  onApproved: () => void;
};

/**
 * When the last backup and the last drill of a restore were; after a restore what it found, which two admins approve
 * before anything is paid.
 */
export function RecoveryCard({ recovery, nowMs, at, onApproved }: RecoveryCardProps) {
  useSignals();
  const { lastBackupAt, lastDrillAt, review } = recovery;
  /** As it was when the dialog opened: approvals that come meanwhile are shown before anything is sent. */
  const [asked, setAsked] = useState<Review | null>(null);
  const line = (name: string, moment: string | null, lateMs: number): CardLine => {
    // There is nothing to restore from, or nobody knows whether it can be.
    if (moment === null) return { name, value: OVERVIEW_TEXT.ledger.never, tone: "down" };
    const ageMs = nowMs - Date.parse(moment);
    return { name, value: OVERVIEW_TEXT.ledger.ago(formatAge(ageMs)), tone: ageMs > lateMs ? "warn" : undefined };
  };
  const close = () => setAsked(null);
  return (
    <LinesPanel
      title={text.title}
      lines={[
        line(text.backup, lastBackupAt, BACKUP.lateHours * HOUR_MS),
        line(text.drill, lastDrillAt, BACKUP.drillLateDays * DAY_MS),
      ]}
    >
      {review && (
        <Box pad={8}>
          <Stack gap={12}>
            <FlagStack>
              <AdminFlag tone="warn" icon={TriangleAlert} title={text.waiting}>
                {text.waitingDetail(midSentence(at(review.restoredAt)), review.approvals.have)}
              </AdminFlag>
            </FlagStack>
            {hasRole("operator") && (
              <Button type="button" onClick={() => setAsked(review)}>
                {text.review}
              </Button>
            )}
          </Stack>
        </Box>
      )}
      {asked && (
        <OvertakenContext value={overtakenOf(asked, review, at, () => setAsked(review))}>
          <SendingDialog
            send={(body: ApproveRestoreBody, key) => approveRestore(asked._id, body, key)}
            onDone={(restore) => {
              close();
              toast.success(text.done[doneBy(restore)]);
              onApproved();
            }}
            onConflict={onApproved}
            onClose={close}
          >
            {(dialog) => (
              <ActionDialog
                title={text.review}
                lead={text.question}
                submit={`${text.confirm}${ADMIN_TEXT.agreement.step(asked.approvals.have, asked.approvals.need)}`}
                needsStepUp
                isSending={dialog.isSending}
                problem={dialog.problem}
                onSubmit={() =>
                  dialog.onSubmit({
                    findingCount: asked.findingCount,
                    approvals: approvalsSeen(asked, asked.approvals.need),
                  })
                }
                onClose={dialog.onClose}
              >
                <Findings review={asked} />
                <Credited review={asked} at={at} />
              </ActionDialog>
            )}
          </SendingDialog>
        </OvertakenContext>
      )}
    </LinesPanel>
  );
}

function doneBy({ resumedAt, othersOpen }: Pick<Review, "resumedAt" | "othersOpen">): keyof typeof text.done {
  if (resumedAt === null) return "first";
  return othersOpen > 0 ? "othersOpen" : "last";
}

/** How a restore has changed since the dialog about it was opened, as the dialog shows it; null without a change. */
function overtakenOf(
  asked: Review,
  now: Review | null,
  at: RecoveryCardProps["at"],
  goOn: () => void,
): Overtaken | null {
  if (now?._id !== asked._id) return { now: text.done.last, goOn: null };
  const approved = approvalsSince(asked, now).map((approval) =>
    ADMIN_TEXT.agreement.agreed(approval.name, midSentence(at(approval.at)), ""),
  );
  if (approved.length === 0 && now.findingCount === asked.findingCount) return null;
  return { now: [`${text.findings(now.findingCount)}.`, ...approved].join(" "), goOn };
}

/** The payments that only the payment network knew: they are credited already, while payouts wait. */
function Credited({ review: { credited }, at }: { review: Review; at: RecoveryCardProps["at"] }) {
  if (credited.length === 0) return <p>{text.noneCredited}</p>;
  return (
    <Stack gap={8}>
      <p>{text.credited(credited.length)}</p>
      <Stack as="ul" line="between" aria-label={text.creditedCaption}>
        {credited.map(({ id, amount, paidAt }) => (
          <Stack as="li" key={id} gap={2} pad="8px 0" size="dense">
            <Row justify="space-between" gap={12}>
              <Text weight={600}>{text.kind.deposit}</Text>
              <Text className="num">{formatMoney(amount)}</Text>
            </Row>
            <Text>{text.creditedAt(midSentence(at(paidAt)))}</Text>
            <Text tone="muted" breaks="anywhere">
              {id}
            </Text>
          </Stack>
        ))}
      </Stack>
    </Stack>
  );
}

/** The records that are newer than the copy, as many as the restore stored. */
function Findings({ review: { findings, findingCount } }: { review: Review }) {
  const unlisted = findingCount - findings.length;
  return (
    <Stack gap={8}>
      <p>{text.findings(findingCount)}</p>
      <Stack as="ul" line="between" aria-label={text.caption}>
        {findings.map(({ kind, id, before, after, amount }) => (
          <Stack as="li" key={`${kind} ${id}`} gap={2} pad="8px 0" size="dense">
            <Row justify="space-between" gap={12}>
              <Text weight={600}>{text.kind[kind]}</Text>
              <Text className="num">{amount === null ? NO_VALUE : formatMoney(amount)}</Text>
            </Row>
            <Text>{text.change(before ?? text.notInCopy, after ?? text.nowhere)}</Text>
            <Text tone="muted" breaks="anywhere">
              {id}
            </Text>
          </Stack>
        ))}
      </Stack>
      {unlisted > 0 && <p>{text.more(unlisted)}</p>}
    </Stack>
  );
}
