import { formatAge } from "../../ui/format.ts";
import { IdCard, Lock } from "../../ui/icon.tsx";
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

type NameChangeFlagProps = { change: NonNullable<TraderContext["nameChange"]>; nowMs: number };

/** Says that the account's name was changed some days ago, from what and to what. */
export function NameChangeFlag({ change: { at, from, to }, nowMs }: NameChangeFlagProps) {
  return (
    <AdminFlag tone="warn" icon={IdCard} title={TRADER_TEXT.nameChanged(formatAge(nowMs - Date.parse(at)))}>
      {from === to ? TRADER_TEXT.sameNameAgain(to) : TRADER_TEXT.otherName(from, to)}
    </AdminFlag>
  );
}
