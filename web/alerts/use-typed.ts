import type { Signal } from "@preact/signals-react";
import { useEffect, useState } from "react";

/** The fields whose text means no value. */
export type Unread = Signal<readonly string[]>;

/** A value as it is typed. `isWrong`: there is a text, and it means no value that the field takes. */
export type Typed = { text: string; onText: (text: string) => void; isWrong: boolean };

/**
 * The text of a value that is typed here and may change elsewhere too: another value replaces the text.
 * @param given.read null for a text that means no value
 * @param given.unread gets the field's name while its text means no value
 */
export function useTyped(given: {
  field: string;
  unread: Unread;
  value: number;
  read: (text: string) => number | null;
  write: (value: number) => string;
  onValue: (value: number) => void;
}): Typed {
  const { field, unread, value, read, write, onValue } = given;
  const [typed, setTyped] = useState({ text: write(value), value });
  const text = typed.value === value ? typed.text : write(value);
  const isRead = read(text) !== null;
  useEffect(() => {
    if (isRead) return;
    unread.value = [...unread.peek(), field];
    return () => {
      unread.value = unread.peek().filter((one) => one !== field);
    };
  }, [isRead, field, unread]);
  return {
    text,
    onText: (next) => {
      const meant = read(next);
      setTyped({ text: next, value: meant ?? value });
      if (meant !== null) onValue(meant);
    },
    isWrong: !isRead && text !== "",
  };
}
