import { useEffect, useRef, useState } from "react";
import { Select } from "../../ui/fields/select.tsx";
import { ArrowDown, ArrowUp, X } from "../../ui/icon.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Row, Stack, Text } from "../../ui/layout.tsx";
import { ActionDialog } from "../core/action-dialog.tsx";
import type { BodyDialogProps } from "../core/sending-dialog.tsx";
import type { OnCall, RotaBody } from "./on-call-calls.ts";
import { ON_CALL_TEXT } from "./on-call-text.ts";

const text = ON_CALL_TEXT;

type RotaDialogProps = BodyDialogProps<RotaBody> & { onCall: OnCall };

/** Puts admins in the order in which they are on call. Buttons move them, so the keyboard does. */
export function RotaDialog({ onCall, onSubmit, ...dialog }: RotaDialogProps) {
  const { rota, admins, repeatMinutes } = onCall;
  const before = rota.admins.filter(({ isAdmin }) => isAdmin).map(({ _id }) => _id);
  const [order, setOrder] = useState<readonly string[]>(before);
  const list = useRef<HTMLOListElement>(null);
  /** The button to focus after a move: its row stands elsewhere then, or it is disabled. */
  const [moved, setMoved] = useState<{ id: string; by: -1 | 1 } | null>(null);
  /** The place of which somebody was taken off, or to which the last one was added: the control that was used is gone. */
  const [changed, setChanged] = useState<{ place: number } | null>(null);
  const choice = useRef<HTMLSelectElement>(null);
  useEffect(() => {
    if (!changed) return;
    const buttons = [...(list.current?.querySelectorAll<HTMLButtonElement>("li > button:last-of-type") ?? [])];
    (buttons[changed.place] ?? buttons.at(-1) ?? choice.current)?.focus();
  }, [changed]);
  useEffect(() => {
    if (!moved) return;
    const row = list.current?.querySelector(`[data-id="${moved.id}"]`);
    const buttons = [...(row?.querySelectorAll<HTMLButtonElement>("button:not(:disabled)") ?? [])];
    (moved.by < 0 ? buttons[0] : buttons.at(-2))?.focus();
  }, [moved]);
  const nameOf = (id: string) => admins.find(({ _id }) => _id === id)?.name ?? "";
  const others = admins.filter(({ _id }) => !order.includes(_id));

  function move(id: string, by: -1 | 1) {
    const place = order.indexOf(id);
    const rest = order.filter((one) => one !== id);
    setOrder(rest.toSpliced(place + by, 0, id));
    setMoved({ id, by });
  }

  return (
    <ActionDialog
      {...dialog}
      title={text.change}
      lead={text.changeLead(repeatMinutes)}
      submit={text.save}
      fields={[]}
      hasInput={order.join() !== before.join()}
      onSubmit={() => onSubmit({ admins: [...order], version: rota.version })}
    >
      {order.length === 0 ? (
        <Text size="dense" tone="muted">
          {text.orderEmpty}
        </Text>
      ) : (
        <Stack as="ol" ref={list} line="between" aria-label={text.order}>
          {order.map((id, place) => (
            <Row as="li" key={id} data-id={id} gap={4} minHeight={44} size="dense">
              <Text as="span" className="num" tone="muted" minWidth={20}>
                {place + 1}
              </Text>
              <Stack grow minWidth={0}>
                <Text as="b" weight={500} breaks="anywhere">
                  {nameOf(id)}
                </Text>
                <Text as="span" size="caption" tone="muted">
                  {text.week(place)}
                </Text>
              </Stack>
              <IconButton
                icon={ArrowUp}
                type="button"
                label={text.up(nameOf(id))}
                disabled={place === 0}
                onClick={() => move(id, -1)}
              />
              <IconButton
                icon={ArrowDown}
                type="button"
                label={text.down(nameOf(id))}
                disabled={place === order.length - 1}
                onClick={() => move(id, 1)}
              />
              <IconButton
                icon={X}
                type="button"
                label={text.remove(nameOf(id))}
                onClick={() => {
                  setOrder(order.filter((one) => one !== id));
                  setChanged({ place });
                }}
              />
            </Row>
          ))}
        </Stack>
      )}
      {others.length > 0 && (
        <Select
          ref={choice}
          label={text.add}
          value=""
          options={[
            { value: "", label: text.addNone },
            ...others.map(({ _id, name }) => ({ value: _id, label: name })),
          ]}
          onChange={(id) => {
            if (id === "") return;
            setOrder([...order, id]);
            if (others.length === 1) setChanged({ place: order.length });
          }}
        />
      )}
    </ActionDialog>
  );
}
