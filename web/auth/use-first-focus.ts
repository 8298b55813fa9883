import { type RefObject, useLayoutEffect, useRef } from "react";

/**
 * The first field of a page that is a form: typing begins there at once. On touch screens the keyboard would cover half of
 * the page.
 */
export function useFirstFocus(): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (!matchMedia("(pointer: coarse)").matches) field.current?.focus();
  }, []);
  return field;
}
