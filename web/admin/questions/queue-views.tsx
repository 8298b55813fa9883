import { useSignals } from "@preact/signals-react/runtime";
import { ROUTE } from "../../state/routes.ts";
import { Bell, Hourglass, type IconGlyph, Inbox } from "../../ui/icon.tsx";
import { queues } from "../core/admin-polling.ts";
import { ListViews } from "../list/saved-views.tsx";
import {
  EXCEPTIONS_AT_CLIENT,
  IDENTITIES_AT_CLIENT,
  WAITING_EXCEPTIONS,
  WAITING_IDENTITIES,
} from "../list/subject-path.ts";
import type { QueueView } from "../list/views-pane.tsx";
import { QUESTION_TEXT as text } from "./question-text.ts";

/** A queue whose open items wait either for an admin or for their client. */
export type AskingQueue = "identities" | "exceptions";

/** The views of such a queue: what waits for the asking admin, and what waits for its client. `all` are the open ones, which are no view. */
const VIEWS = ["waiting", "client"] as const;
export type AskingView = (typeof VIEWS)[number];

const ICON: Record<AskingView | "all", IconGlyph> = { waiting: Bell, client: Hourglass, all: Inbox };
const PATHS: Record<AskingQueue, Record<AskingView | "all", string>> = {
  identities: { waiting: WAITING_IDENTITIES, client: IDENTITIES_AT_CLIENT, all: ROUTE.adminIdentities },
  exceptions: { waiting: WAITING_EXCEPTIONS, client: EXCEPTIONS_AT_CLIENT, all: ROUTE.adminExceptions },
};

/** The view that an address shows; null for another list. @param isOpen whether the list is that of the open items */
export function askingViewAt(search: string, isOpen: boolean): AskingView | null {
  const stage = new URLSearchParams(search).get("stage");
  return (isOpen && VIEWS.find((view) => view === stage)) || null;
}

type QueueViewsProps = {
  queue: AskingQueue;
  title: string;
  /** Null where another list is shown. */
  current: AskingView | "all" | null;
  /** Views that this queue has alone. */
  more?: readonly QueueView[];
};

/** The views of a queue, with the figures of the bar and the overview. */
export function QueueViews({ queue, title, current, more = [] }: QueueViewsProps) {
  useSignals();
  const counted = queues.value;
  const figures = { waiting: counted?.[queue], client: counted?.atClient[queue], all: null };
  const views = ([...VIEWS, "all"] as const).map(
    (view): QueueView => ({
      href: PATHS[queue][view],
      icon: ICON[view],
      label: text.view[view],
      isCurrent: view === current,
      counted: figures[view] ?? null,
    }),
  );
  return (
    <ListViews list={queue} label={text.views} title={title} views={[...views, ...more]} foot={text.countedOnce} />
  );
}

/** What is said in place of the rows of a view that has none: also what the other view has. Reads signals. */
export function emptyView(queue: AskingQueue, view: AskingView): readonly [title: string, text: string] {
  const other = view === "waiting" ? "client" : "waiting";
  const counted = queues.value;
  const count = (other === "waiting" ? counted?.[queue] : counted?.atClient[queue])?.count ?? 0;
  return [text.emptyView[view], count === 0 ? "" : text.elsewhere(text.view[other], count)];
}
