import { type ChangeEvent, type ComponentProps, type SubmitEvent, useLayoutEffect, useReducer, useRef } from "react";

/** Moves the focus to a field, and selects its text: what is typed next replaces it. */
export function focusToRetype(field: HTMLElement | null | undefined): void {
  field?.focus();
  if (field instanceof HTMLInputElement) field.select();
}

/** Moves the focus to the first field of a form that has a problem, for its text to be typed again. */
export function focusRefusedField(form: HTMLElement | null): void {
  focusToRetype(form?.querySelector<HTMLElement>('[aria-invalid="true"]'));
}

type Form = Pick<ComponentProps<"form">, "onSubmit" | "onChange"> & {
  /** Whether it is being sent. */
  isBusy: boolean;
};

/**
 * After a form was sent and refused, its first field with a problem takes the focus: the button lost it while the form was
 * sent, and a field keeps its text behind the caret. The focus stays where something was typed meanwhile.
 * @returns props of the form, with its handlers
 */
export function useRefusedField({ isBusy, onSubmit, onChange }: Form) {
  const ref = useRef<HTMLFormElement>(null);
  const isSent = useRef(false);
  const [, render] = useReducer((count: number) => count + 1, 0);
  // After each render: the problem comes with one that follows the sending. A layout effect, after that of the button, which
  // takes its focus back.
  useLayoutEffect(() => {
    if (!isSent.current || isBusy) return;
    isSent.current = false;
    focusRefusedField(ref.current);
  });
  return {
    ref,
    onSubmit(event: SubmitEvent<HTMLFormElement>) {
      isSent.current = true;
      // A form that is sent again with the same problem has nothing else to render.
      render();
      onSubmit?.(event);
    },
    onChange(event: ChangeEvent<HTMLFormElement>) {
      isSent.current = false;
      onChange?.(event);
    },
  };
}
