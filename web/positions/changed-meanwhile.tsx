import { Callout } from "../ui/callout.tsx";
import { TextButton } from "../ui/text-button.tsx";
import { editText } from "./edit-text.ts";

/** Says that what a form edits has changed elsewhere. @param now its terms now, which a button takes over */
export function ChangedMeanwhile({ now, onUse }: { now: string; onUse: () => void }) {
  return (
    <Callout tone="warn" role="status" action={<TextButton onClick={onUse}>{editText.useThese}</TextButton>}>
      {editText.changed} {editText.nowIs(now)}
    </Callout>
  );
}
