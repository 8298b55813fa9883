import { useSignals } from "@preact/signals-react/runtime";
import { useState } from "react";
import { OPERATION_SETTINGS } from "../../../worker/contract/operation/settings.ts";
import { Button } from "../../ui/button.tsx";
import { Clock } from "../../ui/icon.tsx";
import { Box, Row, Stack, Text } from "../../ui/layout.tsx";
import { toast } from "../../ui/toast/toast.ts";
import { ActionDialog } from "../core/action-dialog.tsx";
import { AdminFlag } from "../core/admin-flag.tsx";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import { type AdminView, midSentence } from "../core/admin-time.ts";
import type { ApprovalProgress } from "../core/admin-types.ts";
import { hasRole } from "../core/roles.ts";
import { approvalsSeen } from "../core/seen.ts";
import { SendingDialog } from "../core/sending-dialog.tsx";
import { useAction } from "../core/use-action.ts";
import { OPERATION_TEXT } from "./operation-text.ts";
import { approveSetting, cancelSetting, proposeSetting, type Setting } from "./setting-calls.ts";
import { SettingDialog } from "./setting-dialog.tsx";
import { settingWords } from "./setting-words.ts";

const text = OPERATION_TEXT;

type SettingRowsProps = {
  settings: readonly Setting[];
  /** The trader whose limit it is. */
  userId?: string;
  isOnlyOwner: boolean;
  view: AdminView;
  onChanged: () => void;
};

/** Settings with their values, where these come from, and what is proposed. Owners change them. */
export function SettingRows({ settings, ...row }: SettingRowsProps) {
  return (
    <Stack as="ul" line="between">
      {settings.map((setting) => (
        <SettingRow key={setting.key} {...row} setting={setting} />
      ))}
    </Stack>
  );
}

function SettingRow({ setting, ...row }: Omit<SettingRowsProps, "settings"> & { setting: Setting }) {
  useSignals();
  const { key, value, setBy, setAt, proposal } = setting;
  const { at } = row.view;
  const { name, help } = text.setting[key];
  /** The setting as the dialog about it shows it: as it was when it opened, and after a refusal as it is. */
  const [asked, setAsked] = useState<Setting | null>(null);
  const [isOvertaken, setIsOvertaken] = useState(false);
  const close = () => {
    setAsked(null);
    setIsOvertaken(false);
  };
  const source =
    setBy === null || setAt === null ? firstSource(setting) : text.setBy(setBy.join(text.and), midSentence(at(setAt)));
  return (
    <Stack as="li" gap={8} pad="12px 20px" phone={{ pad: "12px 16px" }}>
      <Row gap="4px 16px" align="start" phone={{ wrap: true }}>
        <Stack grow="1 1 0" minWidth={0} phone={{ grow: "1 0 100%" }}>
          <Text as="b" size="dense" weight={500}>
            {name}
          </Text>
          <Text size="caption" tone="muted">
            {help}
          </Text>
        </Stack>
        <Stack width={240} minWidth={0} textAlign="right" phone={{ grow: "1 1 0", textAlign: "left" }}>
          <Text as="span" className="num" size="dense" weight={600} breaks="anywhere">
            {settingWords(key, value)}
          </Text>
          <Text as="span" size="caption" tone="muted">
            {source}
          </Text>
        </Stack>
        {hasRole("owner") && (
          <Button
            size="dense"
            aria-haspopup="dialog"
            aria-label={text.changeOf(name)}
            disabled={proposal !== null}
            onClick={() => setAsked(setting)}
          >
            {text.change}
          </Button>
        )}
      </Row>
      {proposal && <ProposalFlag {...row} setting={setting} proposal={proposal} />}
      {asked && (
        <SendingDialog
          send={proposeSetting}
          onDone={() => {
            close();
            toast.success(OPERATION_SETTINGS[key].people === 2 ? text.proposeDone : text.changeDone(name));
            row.onChanged();
          }}
          onConflict={() => {
            setIsOvertaken(true);
            row.onChanged();
          }}
          onClose={close}
        >
          {(dialog) => (
            <SettingDialog
              {...dialog}
              setting={isOvertaken ? setting : asked}
              isOnlyOwner={row.isOnlyOwner}
              {...(row.userId !== undefined && { userId: row.userId })}
            />
          )}
        </SendingDialog>
      )}
    </Stack>
  );
}

function firstSource({ key, value }: Setting): string {
  if (value === null) return text.notSet;
  return key.startsWith("withdrawal_day_max") ? text.asBuiltIn : text.fromServer;
}

type Proposal = NonNullable<Setting["proposal"]>;
type ProposalFlagProps = Omit<SettingRowsProps, "settings"> & { setting: Setting; proposal: Proposal };

/** The proposed value of a setting, with the buttons that the signed-in admin may press. */
function ProposalFlag({ setting, proposal, view, onChanged }: ProposalFlagProps) {
  useSignals();
  const { key, value } = setting;
  const { name } = text.setting[key];
  const { at, admin, nowMs } = view;
  const [asked, setAsked] = useState<Proposal | null>(null);
  const [before, after] = [settingWords(key, value), settingWords(key, proposal.value)];
  const close = () => setAsked(null);
  const conflict = (message: string) => {
    close();
    toast.error(message);
    onChanged();
  };
  const { run, isSending } = useAction({
    send: (_: object, idempotencyKey: string) => cancelSetting(proposal._id, {}, idempotencyKey),
    onDone() {
      toast.success(text.takenBack);
      onChanged();
    },
    onConflict: conflict,
  });
  const isOwn = proposal.byId === admin._id;
  const mustWait = proposal.aloneFrom !== null && Date.parse(proposal.aloneFrom) > nowMs;
  const mayApprove = proposal.aloneFrom === null ? !isOwn : !mustWait;
  const next = mustWait && proposal.aloneFrom ? text.aloneFrom(midSentence(at(proposal.aloneFrom))) : null;
  return (
    <Stack gap={8}>
      <AdminFlag
        tone="warn"
        icon={Clock}
        title={text.proposed(before, after)}
        aside={
          <Text as="span" size="dense" tone="muted" breaks="never" className="num">
            {ADMIN_TEXT.agreement.count(proposal.approvals.have, proposal.approvals.need)}
          </Text>
        }
      >
        {[
          text.proposedBy(proposal.by, midSentence(at(proposal.at)), proposal.reason),
          next ?? (isOwn && text.waitsForOther),
        ]
          .filter(Boolean)
          .join(" ")}
      </AdminFlag>
      {hasRole("owner") && (
        <Row gap={8} justify="end">
          <Button size="dense" aria-label={text.takeBackOf(name)} isLoading={isSending} onClick={() => void run({})}>
            {text.takeBack}
          </Button>
          {mayApprove && (
            <Button
              size="dense"
              variant="accent"
              aria-haspopup="dialog"
              aria-label={text.approveOf(name)}
              onClick={() => setAsked(proposal)}
            >
              {text.approve}
            </Button>
          )}
        </Row>
      )}
      {asked && (
        <SendingDialog
          send={(body: { approvals: ApprovalProgress }, idempotencyKey) =>
            approveSetting(asked._id, body, idempotencyKey)
          }
          onDone={() => {
            close();
            toast.success(text.approved(name));
            onChanged();
          }}
          onConflict={conflict}
          onClose={close}
        >
          {({ onSubmit, ...dialog }) => (
            <ActionDialog
              {...dialog}
              title={text.approveOf(name)}
              lead={text.approveLead(name, before, settingWords(key, asked.value))}
              submit={`${text.approve}${ADMIN_TEXT.agreement.step(asked.approvals.have, asked.approvals.need)}`}
              isSubmitFirst
              needsStepUp
              onSubmit={() => onSubmit({ approvals: approvalsSeen(asked, asked.approvals.need) })}
            >
              <Box>
                <Text size="dense" tone="muted" breaks="written">
                  {asked.reason}
                </Text>
              </Box>
            </ActionDialog>
          )}
        </SendingDialog>
      )}
    </Stack>
  );
}
