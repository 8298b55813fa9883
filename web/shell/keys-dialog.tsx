import { useSignals } from "@preact/signals-react/runtime";
import { settings, turnShortcuts } from "../state/settings.ts";
import { SHORTCUTS, type Shortcut, type ShortcutName } from "../state/shortcuts.ts";
import { Dialog } from "../ui/dialog/dialog.tsx";
import { Switch } from "../ui/fields/switch.tsx";
import { KeyCaps } from "../ui/key-cap.tsx";
import { Grid, Row, Stack, Text } from "../ui/layout.tsx";
import { toast } from "../ui/toast/toast.ts";
import { SHORTCUT_WORDS, shortcutText as text } from "./shortcut-text.ts";

const PLACES = ["everywhere", "trading"] as const;

/** A run of keys from this number on is shown by its ends. */
const RUN_MIN = 3;

/** Lists the shortcuts of the signed-in pages, and turns them on or off. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  useSignals();
  const isOn = settings.value.keyboard.shortcuts;

  function turn(on: boolean) {
    try {
      turnShortcuts({ on });
    } catch (error) {
      console.warn("shortcuts not switched", error);
      toast.error(text.notSaved);
    }
  }

  return (
    <Dialog title={text.title} width="wide" onClose={onClose}>
      {!isOn && (
        <Text tone="warn" size="dense">
          {text.areOff}
        </Text>
      )}
      <Grid
        columns={2}
        gap="16px 40px"
        phone={{ columns: 1 }}
        margin={isOn ? "0 0 16px" : "16px 0"}
        pad="0 0 12px"
        line="bottom"
      >
        {PLACES.map((place) => (
          <section key={place} aria-labelledby={`keys-${place}`}>
            <Text as="h3" id={`keys-${place}`} size="caption" tone="muted" weight={500} margin="0 0 4px">
              {text.where[place]}
            </Text>
            <Stack as="dl" size="dense">
              {shortcutsAt(place).map(({ name, keys, isOfFocus, words }) => (
                <Row key={name} justify="space-between" gap={16} minHeight={32}>
                  <Text as="dt" minWidth={0} tone={isOn || isOfFocus ? "text" : "muted"}>
                    {words}
                  </Text>
                  <Row as="dd" grow={false} gap={4} tone="muted">
                    <Alternatives keys={keys} />
                  </Row>
                </Row>
              ))}
            </Stack>
          </section>
        ))}
      </Grid>
      <Switch label={text.switchLabel} description={text.switchDetail} isOn={isOn} onChange={turn} />
    </Dialog>
  );
}

/** The shortcuts of a place in the order of their table. */
function shortcutsAt(place: (typeof PLACES)[number]) {
  // The keys of the object are the names.
  return (Object.keys(SHORTCUTS) as ShortcutName[])
    .filter((name) => SHORTCUTS[name].where === place)
    .map((name) => {
      const { keys, isOfFocus = false }: Shortcut = SHORTCUTS[name];
      return { name, keys, isOfFocus, words: SHORTCUT_WORDS[name] };
    });
}

/** `Ctrl K or /`; of a longer run its ends, as `1 to 7`. */
function Alternatives({ keys }: { keys: readonly string[] }) {
  const isRun = keys.length >= RUN_MIN;
  const shown = isRun ? [keys.at(0) ?? "", keys.at(-1) ?? ""] : keys;
  return shown.map((one, index) => (
    <Row key={one} as="span" gap={4} tone="muted">
      {index > 0 && <span>{isRun ? text.to : text.or}</span>}
      <KeyCaps of={one} />
    </Row>
  ));
}
