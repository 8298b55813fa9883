import { formatAge } from "../../ui/format.ts";
import { IdCard, Lock } from "../../ui/icon.tsx";
import type { Flag } from "../core/admin-flag.tsx";
import { midSentence } from "../core/admin-time.ts";
import { TRADER_TEXT } from "./trader-text.ts";
import type { TraderContext } from "./trader-types.ts";

/** Says that the account is frozen, since when, by whom and why. @param write formats an instant */
export function frozenFlag(
  { at, by, reason }: NonNullable<TraderContext["frozen"]>,
  write: (instant: string) => string,
): Flag {
  return {
    icon: Lock,
    title: TRADER_TEXT.frozen(midSentence(write(at))),
    text: [by && TRADER_TEXT.frozenBy(by), reason].filter(Boolean).join(" "),
  };
}

/** Says that the account's name was changed some days ago, from what and to what. */
export function nameChangeFlag({ at, from, to }: NonNullable<TraderContext["nameChange"]>, nowMs: number): Flag {
  return {
    icon: IdCard,
    title: TRADER_TEXT.nameChanged(formatAge(nowMs - Date.parse(at))),
    text: from === to ? TRADER_TEXT.sameNameAgain(to) : TRADER_TEXT.otherName(from, to),
  };
}
