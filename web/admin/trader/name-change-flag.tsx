import { formatAge } from "../../ui/format.ts";
import { IdCard } from "../../ui/icon.tsx";
import { AdminFlag } from "../core/admin-flag.tsx";
import { TRADER_TEXT } from "./trader-text.ts";
import type { TraderContext } from "./trader-types.ts";

type NameChangeFlagProps = { change: NonNullable<TraderContext["nameChange"]>; nowMs: number };

/** Says that the account's name was changed some days ago, from what and to what. */
export function NameChangeFlag({ change: { at, from, to }, nowMs }: NameChangeFlagProps) {
  return (
    <AdminFlag tone="warn" icon={IdCard} title={TRADER_TEXT.nameChanged(formatAge(nowMs - Date.parse(at)))}>
      {from === to ? TRADER_TEXT.sameNameAgain(to) : TRADER_TEXT.otherName(from, to)}
    </AdminFlag>
  );
}
