import { ROUTE } from "../state/routes.ts";
import { ButtonAnchor } from "../ui/button.tsx";
import { Icon, Lock } from "../ui/icon.tsx";
import { NoticeLine } from "../ui/notice-line.ts";
import { shellText } from "./shell-text.ts";

/** Says on every screen that the account is frozen, before the trader tries to move money. */
export function FrozenNotice() {
  return (
    <NoticeLine data-tone="warn" aria-label={shellText.frozen.label}>
      <p>
        <Icon of={Lock} />
        {shellText.frozen.words}
      </p>
      <ButtonAnchor size="dense" href={ROUTE.support}>
        {shellText.frozen.support}
      </ButtonAnchor>
    </NoticeLine>
  );
}
