import { AUDIT_ACTIONS, type AuditAction } from "../../../worker/contract/audit-actions.ts";
import { dayStartMs } from "../../../worker/contract/trade-calendar.ts";
import { dayOf } from "../../performance/performance-address.ts";

/** What of the audit log is listed, as it stands in the page's address. Empty texts and null narrow nothing. */
export type AuditFilter = {
  who: string;
  about: string;
  action: AuditAction | null;
  /** YYYY-MM-DD, both inclusive, in the admin's zone. */
  from: string;
  to: string;
};

export function readFilter(params: URLSearchParams): AuditFilter {
  const date = (name: string) => {
    const text = params.get(name) ?? "";
    return dayOf(text) === null ? "" : text;
  };
  return {
    who: params.get("who") ?? "",
    about: params.get("about") ?? "",
    action: AUDIT_ACTIONS.find((action) => action === params.get("action")) ?? null,
    from: date("from"),
    to: date("to"),
  };
}

/** The filter as the API takes it: what is not wanted is not there, and days are moments. */
export function filterQuery({ who, about, action, from, to }: AuditFilter, timeZone: string): Record<string, string> {
  const [first, last] = [dayOf(from), dayOf(to)];
  const startOf = (day: number) => new Date(dayStartMs(day, timeZone)).toISOString();
  return {
    ...(who && { who }),
    ...(about && { about }),
    ...(action && { action }),
    ...(first !== null && { from: startOf(first) }),
    ...(last !== null && { to: startOf(last + 1) }),
  };
}
