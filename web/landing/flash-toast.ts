import { takeFlash } from "../state/flash.ts";

/** Shows the toast that the page before has left, and loads the toaster only then. */
export async function showFlash(): Promise<void> {
  const flash = takeFlash();
  if (!flash) return;
  const { mountToaster, toast } = await import("./mount-toaster.tsx");
  mountToaster();
  toast[flash.kind](flash.text);
}
