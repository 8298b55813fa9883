import type { ComponentType, ReactNode } from "react";
import type { Problem } from "../../state/use-submit.ts";
import type { AdminView } from "../core/admin-time.ts";
import type { Decision } from "../core/pending-actions.ts";
import type { ApprovedItem } from "../core/seen.ts";
import { type BodyDialogProps, SendingDialog } from "../core/sending-dialog.tsx";
import type { BarAction } from "../list/list-screen.tsx";
import type { EvidenceState } from "../trader/use-item-context.ts";

export type ReviewRow = ApprovedItem & { _id: string; user: { _id: string; name: string } };

/** The admin who looks at the open item, the time, and the evidence. */
export type ReviewView<Context> = AdminView & {
  /** Null until it has loaded, and when it could not be. */
  context: Context | null;
  evidence: EvidenceState;
};

/** Props of the dialog of an action. `before` is the body of an attempt that was undone or refused. */
export type ReviewDialogProps<Row, Body, Context = unknown> = BodyDialogProps<Body> & {
  item: Row;
  view: ReviewView<Context>;
  before: Body | undefined;
};

/** What an action asks of the screen that shows its dialog or form. */
export type DialogHost<Row, Context> = {
  item: Row;
  view: ReviewView<Context>;
  draft: <Body extends object>() => { body: Body; problem: Problem | null } | null;
  decide: (decision: Pick<Decision, "verb" | "label" | "body">, send: (key: string) => Promise<Row>) => void;
  onDone: (after: Row) => void;
  onConflict: (message: string) => void;
  onClose: () => void;
};

type ActionBase<Row> = {
  name: string;
  /**
   * - `shown`: it needs all evidence on the screen.
   * - `tried`: also possible when the evidence could not be loaded; it needs a reason and pays no money out.
   * - `none`: it decides nothing.
   */
  evidence: "shown" | "tried" | "none";
  done: (after: Row) => string;
};
/** An action that a dialog takes. */
export type DialogAction<Row, Context> = ActionBase<Row> & { dialog: (host: DialogHost<Row, Context>) => ReactNode };
/** An action that a form within the item takes. Its button leads to the form: `lead`. */
export type FormAction<Row, Context> = ActionBase<Row> & {
  form: (host: DialogHost<Row, Context>) => ReactNode;
  lead: () => void;
};
/** An action that the press of its button sends. */
export type InstantAction<Row> = ActionBase<Row> & { send: (row: Row, key: string) => Promise<Row> };
export type ReviewAction<Row, Context> = DialogAction<Row, Context> | FormAction<Row, Context> | InstantAction<Row>;

type Send<Row, Body> = (id: string, body: Body, key: string) => Promise<Row>;

type Given<Row, Body, Context> = {
  name: string;
  evidence?: ActionBase<Row>["evidence"];
  done: (after: Row) => string;
  send: Send<Row, Body>;
  Dialog: ComponentType<ReviewDialogProps<Row, Body, Context>>;
};

/** An action that is sent when its countdown ends. @param given.label names it: "Approve $100.00" */
export function decision<Row extends ReviewRow, Body extends object, Context>(
  given: Given<Row, Body, Context> & { label: (row: Row) => string },
): DialogAction<Row, Context> {
  const { name, evidence = "shown", done, send, Dialog, label } = given;
  return {
    name,
    evidence,
    done,
    dialog({ item, view, draft, decide, onClose }) {
      const attempt = draft<Body>();
      return (
        <Dialog
          item={item}
          view={view}
          before={attempt?.body}
          problem={attempt?.problem ?? null}
          isSending={false}
          onSubmit={(body) => decide({ verb: name, label: label(item), body }, (key) => send(item._id, body, key))}
          onClose={onClose}
        />
      );
    },
  };
}

/** A decision that is made in a form within the item, not in a dialog. @param given.lead moves the focus into that form */
export function formDecision<Row extends ReviewRow, Body extends object, Context>(
  given: Parameters<typeof decision<Row, Body, Context>>[0] & { lead: () => void },
): FormAction<Row, Context> {
  const { dialog: form, ...base } = decision(given);
  return { ...base, form, lead: given.lead };
}

/** An action that is sent from its dialog, without a countdown. */
export function confirmedAction<Row extends ReviewRow, Body extends object, Context>(
  given: Given<Row, Body, Context>,
): DialogAction<Row, Context> {
  const { name, evidence = "shown", done, send, Dialog } = given;
  return {
    name,
    evidence,
    done,
    dialog: ({ item, view, onDone, onConflict, onClose }) => (
      <SendingDialog<Body, Row>
        send={(body, key) => send(item._id, body, key)}
        onDone={onDone}
        onConflict={onConflict}
        onClose={onClose}
      >
        {(dialog) => <Dialog {...dialog} item={item} view={view} before={undefined} />}
      </SendingDialog>
    ),
  };
}

/** An action as the bar of an item offers it. */
export type OfferedAction<Row, Context> = Pick<BarAction, "key" | "label" | "tone" | "isAside"> & {
  action: ReviewAction<Row, Context>;
  /** Whether the item is in a state for it; the evidence is checked as well. */
  isPossible: boolean;
  /** Whether it is every admin's; else it is operators'. */
  isForAll?: boolean;
};
