import { useState } from "react";
import { useLocation } from "wouter";
import { BROKER } from "../../worker/contract/broker/broker-limits.ts";
import type { BrokerAccount, BrokerImport } from "../../worker/contract/broker/broker-shapes.ts";
import { BROKER_ACCOUNTS, changeBrokerAccount, deleteBrokerAccount } from "../broker/broker-calls.ts";
import { TakeBackDialog } from "../broker/done-banner.tsx";
import { invalidate } from "../state/query.ts";
import { ROUTE } from "../state/routes.ts";
import { FIGURES } from "../state/session.ts";
import { problemOf, useSubmit } from "../state/use-submit.ts";
import { digitsText } from "../trade-accounts/exact-digits.ts";
import { Button } from "../ui/button.tsx";
import { Card, Panel } from "../ui/card.tsx";
import { DialogForm } from "../ui/dialog/dialog-form.tsx";
import { Field } from "../ui/fields/field.tsx";
import { formatDate } from "../ui/format.ts";
import { Box, Row, Stack, Text } from "../ui/layout.tsx";
import { Side } from "../ui/side.tsx";
import { toast } from "../ui/toast/toast.ts";
import { brokerText as text } from "./broker-text.ts";
import { performanceText } from "./performance-text.ts";
import { useBrokerAccounts } from "./use-broker-accounts.ts";

type BrokerFilesProps = {
  /** Of the account. */
  number: number;
  /** Changes with the figures of the account. */
  revision: string;
  timeZone: string;
};

type Asking = { kind: "rename" } | { kind: "delete" } | { kind: "take_back"; file: BrokerImport };

/** The files of an account and the positions that the newest shows as open; a file can be taken back, and the account renamed and deleted. */
export function BrokerFiles({ number, revision, timeZone }: BrokerFilesProps) {
  const { value, error } = useBrokerAccounts(revision);
  const account = value?.find((one) => one.number === number);
  const [asking, setAsking] = useState<Asking | null>(null);
  // The head of the account says why there is none.
  if (!account) return value === null && error === null && <Card aria-busy="true" minHeight={354} />;
  const close = () => setAsking(null);
  return (
    <Stack gap="inherit" minWidth={0}>
      <Panel title={text.filesTitle}>
        {account.imports.length === 0 && (
          <Text size="dense" tone="muted" pad="16px 20px" phone={{ pad: "16px" }}>
            {text.noFiles}
          </Text>
        )}
        <Box as="ul" line="between" size="dense">
          {account.imports.map((file) => (
            <Row
              key={file.id}
              as="li"
              justify="space-between"
              gap={12}
              minHeight={56}
              pad="8px 20px"
              phone={{ pad: "8px 16px" }}
            >
              <Box minWidth={0}>
                <Text breaks="ellipsis" weight={500} title={file.fileName}>
                  {file.fileName}
                </Text>
                <Text size="caption" tone="muted">
                  {file.reversedAt === null
                    ? text.file(file.rows, file.kind, formatDate(file.committedAt, timeZone))
                    : text.takenBack(formatDate(file.reversedAt, timeZone))}
                </Text>
              </Box>
              {file.status === "committed" && (
                <Button
                  size="dense"
                  aria-label={text.takeBackOf(file.fileName)}
                  onClick={() => setAsking({ kind: "take_back", file })}
                >
                  {text.takeBack}
                </Button>
              )}
            </Row>
          ))}
        </Box>
        <Row wrap gap={8} line="top" pad="12px 20px" phone={{ pad: "12px 16px" }}>
          <Button size="dense" onClick={() => setAsking({ kind: "rename" })}>
            {text.rename}
          </Button>
          <Button size="dense" onClick={() => setAsking({ kind: "delete" })}>
            {text.delete}
          </Button>
        </Row>
      </Panel>
      <OpenPositions account={account} timeZone={timeZone} />
      {asking?.kind === "rename" && <RenameDialog account={account} onClose={close} />}
      {asking?.kind === "delete" && <DeleteDialog account={account} onClose={close} />}
      {asking?.kind === "take_back" && (
        <TakeBackDialog importId={asking.file.id} fileName={asking.file.fileName} onClose={close} />
      )}
    </Stack>
  );
}

/** Positions without a result yet: the next file brings it. */
function OpenPositions({ account: { open }, timeZone }: { account: BrokerAccount; timeZone: string }) {
  if (open.length === 0) return null;
  return (
    <Panel title={text.open} note={text.openNote(open.length)}>
      <Box as="ul" className="num" line="between" size="dense">
        {open.map(({ symbol, direction, quantity, entryPrice, openedAt }) => (
          <Box
            key={`${symbol} ${direction} ${entryPrice} ${openedAt}`}
            as="li"
            pad="8px 20px"
            phone={{ pad: "8px 16px" }}
          >
            <Row justify="space-between" wrap gap="0 12px">
              <Row as="span" gap={12}>
                <b>{symbol}</b>
                <Side of={direction} label={performanceText.directions[direction]} />
              </Row>
              <span>{text.at(digitsText(quantity), digitsText(entryPrice))}</span>
            </Row>
            {openedAt !== null && (
              <Text size="caption" tone="muted">
                {formatDate(openedAt, timeZone)}
              </Text>
            )}
          </Box>
        ))}
      </Box>
    </Panel>
  );
}

const explain = (error: unknown) => problemOf(error, text.notDone);

/** The accounts themselves, and the person's summary of them, which the switch shows. */
function readAccountsAgain(): Promise<unknown> {
  return Promise.all([invalidate(BROKER_ACCOUNTS), invalidate(FIGURES.key)]);
}

function RenameDialog({ account, onClose }: { account: BrokerAccount; onClose: () => void }) {
  const [name, setName] = useState(account.name);
  const given = name.trim();
  const isLong = [...given].length > BROKER.nameMax;
  const { submit, isSending, errorOf, formError } = useSubmit({
    send: (body: { number: number; name: string }, key) => changeBrokerAccount(body, key),
    onDone: () => {
      onClose();
      void readAccountsAgain();
    },
    explain,
    fields: ["name"],
  });
  return (
    <DialogForm
      title={text.renameTitle}
      problem={formError}
      width="narrow"
      cancel={text.cancel}
      submit={text.save}
      isComplete={given !== "" && !isLong}
      isBusy={isSending}
      onSubmit={() => void submit({ number: account.number, name: given })}
      onClose={onClose}
    >
      <Field
        label={text.name}
        name="name"
        required
        // Two units for a character outside the basic plane.
        maxLength={BROKER.nameMax * 2}
        value={name}
        error={isLong ? text.nameLong(BROKER.nameMax) : errorOf("name")}
        onChange={({ target }) => setName(target.value)}
      />
    </DialogForm>
  );
}

function DeleteDialog({ account, onClose }: { account: BrokerAccount; onClose: () => void }) {
  const [, navigate] = useLocation();
  const { submit, isSending, problem } = useSubmit({
    send: (number: number, key) => deleteBrokerAccount(number, key),
    onDone: () => {
      onClose();
      toast.success(text.deleted(account.name));
      // The page of the account goes first, so that it is not shown as one that is missing.
      navigate(ROUTE.performance, { replace: true });
      void readAccountsAgain();
    },
    explain: (error) => problemOf(error, text.deleteFailed),
  });
  return (
    <DialogForm
      title={text.deleteTitle(account.name)}
      lead={text.deleteText(account.trades, account.imports.length)}
      problem={problem?.message}
      width="narrow"
      role="alertdialog"
      isDanger
      cancel={text.keep}
      submit={text.delete}
      focus="cancel"
      isBusy={isSending}
      onSubmit={() => void submit(account.number)}
      onClose={onClose}
    />
  );
}
