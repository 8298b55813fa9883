import { invalidate } from "../../state/query.ts";
import { adminKey } from "../core/admin-polling.ts";
import type { AdminView } from "../core/admin-time.ts";
import { OvertakenContext } from "../core/overtaken.ts";
import { SendingDialog } from "../core/sending-dialog.tsx";
import type { DayRow } from "./day-rows.ts";
import { ImportDialog } from "./import-dialog.tsx";
import { type Asked, type LinkOption, optionOf } from "./line-decisions.tsx";
import {
  CompleteLineDialog,
  ExceptionDialog,
  LinkDialog,
  MatchDialog,
  RefundLineDialog,
  TakeBackDialog,
} from "./line-dialogs.tsx";
import { RECONCILIATION_TEXT } from "./reconciliation-text.ts";
import {
  type CompleteByLineBody,
  completeByLine,
  type ExceptionBody,
  type ImportResult,
  importStatement,
  type LinkBody,
  linkLine,
  makeException,
  matchAgain,
  type ShownDay,
  type StatementAccounts,
  takeBackLink,
} from "./statement-calls.ts";
import { overtakenOf } from "./use-overtaken.ts";

const text = RECONCILIATION_TEXT;

type ActDialogsProps = {
  asked: Asked | null;
  shown: ShownDay | null;
  rows: readonly DayRow[];
  day: string;
  view: AdminView;
  accounts: StatementAccounts | null;
  /** Whether this page itself matched a line. */
  isOwn: (lineId: string) => boolean;
  onDone: (message: string) => void;
  onClose: () => void;
  onImported: (result: ImportResult) => void;
  /** @param asks whether its client is asked now */
  onException: (id: string, asks: boolean) => void;
};

/** The dialog of the act that is asked for, each sent once. */
export function ActDialogs({ asked, shown, rows, day, view, accounts, isOwn, ...props }: ActDialogsProps) {
  const { onDone, onClose, onImported, onException } = props;
  const sending = { onConflict: () => void invalidate(adminKey("statements")), onClose };
  return (
    <OvertakenContext value={asked && "line" in asked ? overtakenOf(asked.line, rows, asked.act, isOwn) : null}>
      {asked?.act === "import" && accounts && (
        <SendingDialog send={importStatement} onDone={onImported} {...sending}>
          {(dialog) => accounts && <ImportDialog {...dialog} {...accounts} account={asked.account} />}
        </SendingDialog>
      )}
      {asked?.act === "match" && (
        <SendingDialog
          send={matchAgain}
          onDone={({ matched }) => onDone(matched > 0 ? text.matchDone(matched) : text.matchNone)}
          {...sending}
        >
          {(dialog) => <MatchDialog {...dialog} day={day} />}
        </SendingDialog>
      )}
      {asked?.act === "link" && shown && (
        <SendingDialog
          send={(body: LinkBody, key) => linkLine(asked.line._id, body, key)}
          onDone={() => onDone(text.linkDone)}
          {...sending}
        >
          {(dialog) => (
            <LinkDialog {...dialog} line={asked.line} chosen={asked.chosen} options={optionsOf(asked, shown)} />
          )}
        </SendingDialog>
      )}
      {asked?.act === "refund" && (
        <SendingDialog
          send={(body: LinkBody, key) => linkLine(asked.line._id, body, key)}
          onDone={() => onDone(text.linkDone)}
          {...sending}
        >
          {(dialog) => <RefundLineDialog {...dialog} {...asked} />}
        </SendingDialog>
      )}
      {asked?.act === "exception" && (
        <SendingDialog
          send={(body: ExceptionBody, key) => makeException(asked.line._id, body, key)}
          onDone={(id) => onException(id, asked.asks)}
          {...sending}
        >
          {(dialog) => <ExceptionDialog {...dialog} {...asked} />}
        </SendingDialog>
      )}
      {asked?.act === "complete" && (
        <SendingDialog
          send={(body: CompleteByLineBody, key) => completeByLine(asked.line._id, body, key)}
          onDone={() => onDone(text.completeDone)}
          {...sending}
        >
          {(dialog) => (
            <CompleteLineDialog {...dialog} line={asked.line} withdrawalId={asked.withdrawalId} view={view} />
          )}
        </SendingDialog>
      )}
      {asked?.act === "takeBack" && (
        <SendingDialog
          send={(body: { reason: string }, key) => takeBackLink(asked.line._id, body, key)}
          onDone={() => onDone(text.takeBackDone)}
          {...sending}
        >
          {(dialog) => <TakeBackDialog {...dialog} />}
        </SendingDialog>
      )}
    </OvertakenContext>
  );
}

/** What a line can be linked to: what was chosen, and the day's open transfers that move money the same way. */
function optionsOf({ line, chosen }: Extract<Asked, { act: "link" }>, shown: ShownDay): LinkOption[] {
  const ofDay = shown.transfers.filter(({ lineId, amount }) => lineId === null && amount < 0 === line.amount < 0);
  return [...new Map([...chosen, ...ofDay.map(optionOf)].map((option) => [option._id, option])).values()];
}
