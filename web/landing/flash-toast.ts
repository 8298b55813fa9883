import { takeFlash } from "../state/flash.ts";

/**
 * Shows the toast that the previous page stored, and loads the toaster only if there is one.
 * @returns removes the toaster
 */
export async function showFlash(): Promise<(() => void) | null> {
  const flash = takeFlash();
  if (!flash) return null;
  const { mountToaster, toast } = await import("./mount-toaster.tsx");
  const unmount = mountToaster();
  toast[flash.kind](flash.text);
  return unmount;
}
