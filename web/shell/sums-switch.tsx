import { useSignals } from "@preact/signals-react/runtime";
import { user } from "../state/session.ts";
import { settings } from "../state/settings.ts";
import { Eye, EyeOff } from "../ui/icon.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { Tooltip } from "../ui/tooltip.tsx";
import { shellText } from "./shell-text.ts";
import { switchSums } from "./switch-sums.ts";

/** Hides or shows amounts in this browser: a shortcut to the setting "Show balance". Admins always see them. */
export function SumsSwitch() {
  useSignals();
  if (user.value?.role !== "trader") return null;
  const areShown = settings.value.privacy.showBalance;
  const label = areShown ? shellText.hideSums : shellText.showSums;
  return (
    <Tooltip content={label} side="bottom">
      <IconButton icon={areShown ? Eye : EyeOff} label={label} onClick={switchSums} />
    </Tooltip>
  );
}
