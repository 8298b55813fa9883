import { Lock } from "../../ui/icon.tsx";
import { AdminFlag } from "../core/admin-flag.tsx";
import { midSentence } from "../core/admin-time.ts";
import { TRADER_TEXT } from "./trader-text.ts";
import type { TraderContext } from "./trader-types.ts";

type FrozenFlagProps = { frozen: NonNullable<TraderContext["frozen"]>; at: (instant: string) => string };

/** Says that the account is frozen, since when, by whom and why. */
export function FrozenFlag({ frozen: { at: when, by, reason }, at }: FrozenFlagProps) {
  return (
    <AdminFlag tone="warn" icon={Lock} title={TRADER_TEXT.frozen(midSentence(at(when)))}>
      {[by && TRADER_TEXT.frozenBy(by), reason].filter(Boolean).join(" ")}
    </AdminFlag>
  );
}
