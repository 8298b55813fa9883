import { useSearchParams } from "wouter";
import { dayAt, isoDate, readIsoDate } from "../../../worker/contract/trade-calendar.ts";
import { ROUTE } from "../../state/routes.ts";
import { formatDate, formatDay, formatWith } from "../../ui/format.ts";
import { ITEM } from "../list/use-open-item.ts";
import { IMPORT } from "../month-close/month-address.ts";
import type { Currency } from "./statement-calls.ts";

/** What of a day is shown. */
export type Shown = "all" | "open";

/** A day with its currency, and what of it is shown; the address leaves out what is usual. */
export type Place = { day: string; currency: Currency; is: Shown };

export function reconciliationPath({ day, currency = "USD", is = "all" }: Partial<Place>, item?: string): string {
  const params = new URLSearchParams({
    ...(day !== undefined && { day }),
    ...(currency !== "USD" && { currency }),
    ...(is !== "all" && { is }),
    ...(item !== undefined && { [ITEM]: item }),
  });
  return params.size === 0 ? ROUTE.adminReconciliation : `${ROUTE.adminReconciliation}?${params}`;
}

/** The place in the address: the day before today without one, as a bank's statement comes the day after. */
export function usePlace(timeZone: string) {
  const [params, setParams] = useSearchParams();
  const today = dayAt(Date.now(), timeZone);
  const asked = readIsoDate(params.get("day") ?? "");
  const number = asked === null || asked > today ? today - 1 : asked;
  const place: Place = {
    day: isoDate(number),
    currency: params.get("currency") === "KHR" ? "KHR" : "USD",
    is: params.get("is") === "open" ? "open" : "all",
  };
  return {
    ...place,
    item: params.get(ITEM),
    /** The account whose statement the address asks to import, empty for any; null where it asks for none. */
    toImport: params.get(IMPORT),
    /** Takes that out of the address: the dialog is open. */
    beginImport(): void {
      setParams(
        (given) => {
          const next = new URLSearchParams(given);
          next.delete(IMPORT);
          return next;
        },
        { replace: true },
      );
    },
    today: isoDate(today),
    /** The days beside it; null where that has not begun. */
    before: isoDate(number - 1),
    after: number < today ? isoDate(number + 1) : null,
    /** Opens a row, or with null none. */
    open(item: string | null, options: { replace: boolean }): void {
      setParams((given) => {
        const next = new URLSearchParams(given);
        if (item === null) next.delete(ITEM);
        else next.set(ITEM, item);
        return next;
      }, options);
    },
  };
}

/** A calendar day as an instant that `UTC` formats as that day. */
const instantOf = (day: string) => `${day}T12:00:00Z`;

/** `Nov 21` */
export const shortDay = (day: string) => formatDay(instantOf(day), "UTC");
/** `Nov 21, 2026` */
export const fullDay = (day: string) => formatDate(instantOf(day), "UTC");
/** `Saturday, Nov 21, 2026` */
export const weekDay = (day: string) =>
  formatWith(instantOf(day), "UTC", { weekday: "long", month: "short", day: "numeric", year: "numeric" });
/** `November 2026` */
export const monthOf = (day: string) => formatWith(instantOf(day), "UTC", { month: "long", year: "numeric" });

/** The first and the last day of a day's month. */
export function monthDays(day: string): { from: string; to: string } {
  const [year = 0, month = 0] = day.split("-").map(Number);
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const prefix = day.slice(0, 8);
  return { from: `${prefix}01`, to: `${prefix}${String(last).padStart(2, "0")}` };
}
