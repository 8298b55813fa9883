import { createContext } from "react";

/**
 * A change of a dialog's subject since the dialog was opened, as the page behind it knows it: the action would be refused, or do
 * another thing than it says.
 */
export type Overtaken = {
  now: string;
  /** Takes the subject as it is now, with what is typed; null where the action is not possible with it. */
  goOn: (() => void) | null;
};

/** Of the dialogs below it; null while they are about what the page shows. */
export const OvertakenContext = createContext<Overtaken | null>(null);
