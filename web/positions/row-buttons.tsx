import type { ReactNode } from "react";
import type { DemoCommand } from "../../worker/contract/demo/demo-types.ts";
import { Button } from "../ui/button.tsx";
import { afterRemoval } from "../ui/dialog/after-removal.ts";
import { Icon, Pencil } from "../ui/icon.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { Row, Text } from "../ui/layout.tsx";
import { VisuallyHidden } from "../ui/visually-hidden.ts";
import { figures } from "./list-cells.tsx";
import { LINES_PX, type ListColumn, useIsInLines } from "./list-columns.tsx";
import { useDemoButton } from "./use-demo-command.ts";
import { useIsFrozen } from "./use-is-frozen.ts";

type ButtonColumns<Row> = {
  /** The column's head where it has the pencil too. */
  head: string;
  editLabel: (row: Row) => string;
  onEdit: (row: Row) => void;
  /** The other button, and the column's head where it is alone. */
  button: (row: Row) => ReactNode;
  buttonHead: string;
};

/** The column of a row's buttons: the pencil before the other one. Where rows have two lines, see {@link EditInRow}. */
export function buttonColumns<Row>({
  head,
  editLabel,
  onEdit,
  button,
  buttonHead,
}: ButtonColumns<Row>): ListColumn<Row>[] {
  return [
    {
      ...figures<Row>("buttons", head, (row) => (
        <Row justify="end" gap={12}>
          <IconButton icon={Pencil} size="dense" label={editLabel(row)} onClick={() => onEdit(row)} />
          {button(row)}
        </Row>
      )),
      isPinned: true,
      from: LINES_PX,
    },
    { ...figures<Row>("button", buttonHead, button), isPinned: true, below: LINES_PX },
  ];
}

/** The subject of a row as a button that changes it: where rows have two lines, there is no room for one of its own. */
export function EditInRow({ label, onEdit, children }: { label: string; onEdit: () => void; children: ReactNode }) {
  return (
    <Row as="button" type="button" gap={8} minHeight={48} textAlign="left" breaks="usual" onClick={onEdit}>
      {children}
      <VisuallyHidden>{label}</VisuallyHidden>
      <Text as="span" tone="muted">
        <Icon of={Pencil} size={14} />
      </Text>
    </Row>
  );
}

type RowButtonProps = {
  label: string;
  command: DemoCommand;
  isDisabled?: boolean;
  /** Why it is disabled. */
  title?: string | undefined;
  children: ReactNode;
};

/** The button of a row whose command removes the row. */
export function RowButton({ label, command, isDisabled = false, title, children }: RowButtonProps) {
  const isFrozen = useIsFrozen();
  const isInLines = useIsInLines();
  const { submit, isSending } = useDemoButton();

  async function send(button: HTMLElement) {
    const next = focusNeighbour(button);
    await submit(command);
    next();
  }

  return (
    <Button
      size={isInLines ? "normal" : "dense"}
      disabled={isFrozen || isDisabled}
      isLoading={isSending}
      aria-label={label}
      title={title}
      onClick={(event) => void send(event.currentTarget)}
    >
      {children}
    </Button>
  );
}

/**
 * Remembers the rows around a button whose row may go.
 * @returns moves the focus once the row has gone: to the last button of the next or previous row, or to the lists' tabs
 */
export function focusNeighbour(button: HTMLElement): () => void {
  const row = button.closest("tr");
  const rows = [row?.nextElementSibling, row?.previousElementSibling];
  return () =>
    afterRemoval(button, () => {
      const next = rows.find((one) => one?.isConnected);
      const target = [...(next?.querySelectorAll("button") ?? [])].at(-1) ?? document.getElementById("positions");
      target?.focus({ preventScroll: true });
    });
}
