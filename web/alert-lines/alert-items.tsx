import type { FeedSymbol } from "../../worker/contract/symbols.ts";
import { levelWords } from "../alerts/alert-words.ts";
import { setAlertAt } from "../alerts/alerts.ts";
import { SHORTCUTS } from "../state/shortcuts.ts";
import { BellPlus, Icon, type IconGlyph, SlidersHorizontal } from "../ui/icon.tsx";
import { KeyCaps } from "../ui/key-cap.tsx";
import { Row } from "../ui/layout.tsx";
import type { MenuItem } from "../ui/popup-menu.tsx";
import { alertLineText as text } from "./alert-line-text.ts";
import { openEditor } from "./open-editor.ts";

/** The first entries of the menu at a price of the chart. */
export function alertItems(symbol: FeedSymbol, price: number): MenuItem[] {
  return [
    {
      key: "alert",
      content: <MenuWords icon={BellPlus} words={text.at(levelWords(symbol, price))} keys={SHORTCUTS.alert.keys[0]} />,
      onChoose: () => void setAlertAt(symbol, price),
    },
    {
      key: "alert editor",
      content: <MenuWords icon={SlidersHorizontal} words={text.more} />,
      onChoose: () => openEditor({ symbol, price }),
    },
  ];
}

/** A menu's entry with its icon and keys. */
export function MenuWords({ icon, words, keys }: { icon: IconGlyph; words: React.ReactNode; keys?: string }) {
  return (
    <Row as="span" gap={10}>
      <Icon of={icon} tone="muted" />
      <Row as="span" grow>
        {words}
      </Row>
      {keys && (
        <Row as="span" grow={false} showOn="pointer" gap={4} tone="muted" aria-hidden="true">
          <KeyCaps of={keys} />
        </Row>
      )}
    </Row>
  );
}
