import { Button } from "../button.tsx";
import { Panel } from "../card.tsx";
import { RefreshCw } from "../icon.tsx";
import { uiText } from "../ui-text.ts";
import { LoadedList, type LoadedListProps } from "./loaded-list.tsx";

type HistoryPanelProps<Item> = LoadedListProps<Item> & {
  title: string;
  /** The accessible name of its button: what is refreshed. */
  refreshLabel: string;
};

/** A panel with a list that is loaded, and a button that loads it again. */
export function HistoryPanel<Item>({ title, refreshLabel, ...list }: HistoryPanelProps<Item>) {
  const { items, isLoading, onReload } = list;
  return (
    <Panel
      title={title}
      action={
        <Button
          size="dense"
          icon={RefreshCw}
          isLoading={isLoading && items !== null}
          aria-label={refreshLabel}
          onClick={onReload}
        >
          {uiText.refresh}
        </Button>
      }
    >
      <LoadedList {...list} />
    </Panel>
  );
}
