import { formatMoney } from "../../ui/format.ts";
import { TriangleAlert } from "../../ui/icon.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import type { FlagList } from "../core/admin-flag.tsx";
import { hasRole } from "../core/roles.ts";
import { proposalPath } from "./book-address.ts";
import { BOOK_ADMIN_TEXT } from "./book-text.ts";

/** That a trader owes money of a deposit that was reversed, and the way to collect it. @param owed in dollars */
export function owesFlag(owed: number, userId: string): FlagList[number] {
  return (
    owed > 0 && {
      icon: TriangleAlert,
      title: BOOK_ADMIN_TEXT.owesTitle(formatMoney(owed)),
      text: (
        <>
          {BOOK_ADMIN_TEXT.owes}{" "}
          {hasRole("operator") && (
            <TextLink href={proposalPath("receivable_collected", userId, owed)}>{BOOK_ADMIN_TEXT.collect}</TextLink>
          )}
        </>
      ),
    }
  );
}
