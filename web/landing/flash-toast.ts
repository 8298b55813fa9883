import { takeFlash } from "../state/flash.ts";

/** Shows the toast that the page before has left, and loads the toaster only then. @returns takes the toaster away again */
export async function showFlash(): Promise<(() => void) | null> {
  const flash = takeFlash();
  if (!flash) return null;
  const { mountToaster, toast } = await import("./mount-toaster.tsx");
  const takeAway = mountToaster();
  toast[flash.kind](flash.text);
  return takeAway;
}
