import type { ReactElement } from "react";
import type { toast as hotToast, ToastOptions } from "react-hot-toast";

/** A text, or one with a link in it. */
type Content = string | ReactElement;

let loaded: typeof hotToast | null = null;
const waiting: ((toasts: typeof hotToast) => void)[] = [];

/** Called by the toaster when its code has loaded, which is right after the first screen: shows what waited for it. */
export function startToasts(toasts: typeof hotToast): void {
  loaded = toasts;
  for (const show of waiting.splice(0)) show(toasts);
}

function whenLoaded(show: (toasts: typeof hotToast) => void): void {
  if (loaded) show(loaded);
  else waiting.push(show);
}

const plain = (content: Content, options?: ToastOptions) => whenLoaded((toasts) => toasts(content, options));

/** Shows and closes toasts: `toast.success("Saved")`. No screen waits for the code that draws them. */
export const toast = Object.assign(plain, {
  success: (content: Content, options?: ToastOptions) => whenLoaded((toasts) => toasts.success(content, options)),
  error: (content: Content, options?: ToastOptions) => whenLoaded((toasts) => toasts.error(content, options)),
  /** Closes one toast; without an id all of them. */
  dismiss: (id?: string) => whenLoaded((toasts) => toasts.dismiss(id)),
});
