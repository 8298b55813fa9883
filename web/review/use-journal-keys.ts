import { useKeyHandler } from "../state/shortcuts.ts";
import { isPageKey } from "../ui/is-page-key.ts";
import { GRADES_OF_JOURNAL } from "./grades.ts";

/** What the keys of the journal do. */
export type JournalKeys = {
  onNext: () => void;
  onPrevious: () => void;
  onGrade: (grade: (typeof GRADES_OF_JOURNAL)[number]) => void;
  onMistakes: () => void;
  onTags: () => void;
  onNote: () => void;
  onDone: () => void;
};

/** The keys of the journal, while nobody types and no dialog is open. They can be turned off with all others. */
export function useJournalKeys(keys: JournalKeys): void {
  useKeyHandler((event, pressed) => {
    if (!isPageKey(event)) return false;
    // Leaves a chip or a button, so that Enter is the page's again.
    if (pressed === "Escape" && document.activeElement instanceof HTMLElement) {
      if (document.activeElement === document.body) return false;
      document.activeElement.blur();
      return true;
    }
    const grade = /^[1-4]$/.test(pressed) ? GRADES_OF_JOURNAL[Number(pressed) - 1] : undefined;
    const act = grade === undefined ? actOf(pressed, keys) : () => keys.onGrade(grade);
    if (act === null) return false;
    event.preventDefault();
    act();
    return true;
  });
}

function actOf(pressed: string, keys: JournalKeys): (() => void) | null {
  switch (pressed) {
    case "J":
      return keys.onNext;
    case "K":
      return keys.onPrevious;
    case "M":
      return keys.onMistakes;
    case "T":
      return keys.onTags;
    case "N":
      return keys.onNote;
    case "Enter":
      return keys.onDone;
    default:
      return null;
  }
}
