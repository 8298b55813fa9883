import { styled } from "goober";
import { useLocation, useSearch } from "wouter";
import { scrollShade } from "../../ui/list/scroll-shade.ts";
import { TabLinks } from "../../ui/tabs.tsx";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import { useShortcuts } from "../core/use-shortcuts.ts";
import { useStatus } from "./use-list-address.ts";
import { ITEM } from "./use-open-item.ts";

/** There are more statuses than the pane of a queue is wide. */
const Line = styled("div")`
  & > * {
    ${scrollShade("var(--bg)")}
  }
`;

type StatusTabsProps<Status extends string> = {
  /** The first one is at the section's own address. */
  statuses: readonly [Status, ...Status[]];
  labels: Record<Status, string>;
  /** A filter that only one status has: it is removed when the status changes. */
  ownFilter?: string;
};

/** Address of the list of a status. @param path of the section, which shows the first status by default */
export function statusPath<Status extends string>(path: string, [first]: readonly Status[], status: Status): string {
  return status === first ? path : `${path}?status=${status}`;
}

/** The statuses of a queue as tabs, each with its address and its key; filter and order are kept. */
export function StatusTabs<Status extends string>({ statuses, labels, ownFilter }: StatusTabsProps<Status>) {
  const [path, navigate] = useLocation();
  const search = useSearch();
  const current = useStatus(statuses);

  function hrefOf(status: Status): string {
    const params = new URLSearchParams(search);
    params.delete(ITEM);
    params.delete("status");
    if (ownFilter !== undefined && status !== current) params.delete(ownFilter);
    if (status !== statuses[0]) params.set("status", status);
    return params.size === 0 ? path : `${path}?${params}`;
  }

  const keyOf = (place: number) => `Shift+${place + 1}`;
  useShortcuts(Object.fromEntries(statuses.map((status, place) => [keyOf(place), () => navigate(hrefOf(status))])));

  return (
    <Line>
      <TabLinks
        label={ADMIN_TEXT.status}
        size="dense"
        isInset
        items={statuses.map((status, place) => ({
          key: keyOf(place),
          href: hrefOf(status),
          label: labels[status],
          isCurrent: status === current,
        }))}
      />
    </Line>
  );
}
