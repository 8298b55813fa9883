import type { toast as hotToast, ToastOptions } from "react-hot-toast";

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

/** Shows and closes toasts: `toast.success("Saved")`. No screen waits for the code that draws them. */
export const toast = Object.assign((text: string) => whenLoaded((toasts) => toasts(text)), {
  success: (text: string) => whenLoaded((toasts) => toasts.success(text)),
  error: (text: string, options?: ToastOptions) => whenLoaded((toasts) => toasts.error(text, options)),
  dismiss: (id: string) => whenLoaded((toasts) => toasts.dismiss(id)),
});
