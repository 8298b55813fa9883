import { useSignals } from "@preact/signals-react/runtime";
import { settings, turnShortcuts } from "../state/settings.ts";
import { Dialog } from "../ui/dialog/dialog.tsx";
import { Switch } from "../ui/fields/switch.tsx";
import { KeyCap } from "../ui/key-cap.tsx";
import { Grid, Row, Text } from "../ui/layout.tsx";
import { toast } from "../ui/toast/toast.ts";
import { sectionsOfAdmin } from "./admin-sections.ts";
import { KEYS, type KeyName, SECTION_KEYS } from "./core/admin-keys.ts";
import { ADMIN_TEXT } from "./core/admin-text.ts";

const text = ADMIN_TEXT.keysHelp;

/** Every key with all that it does, then the keys of places and the ways to the sections. */
function shortcuts(): readonly { keys: readonly string[]; does: string }[] {
  // The keys of the object are those of the table.
  const names = Object.keys(KEYS) as KeyName[];
  return [
    ...[...Map.groupBy(names, (name) => KEYS[name])].map(([key, group]) => ({
      keys: [key],
      does: group.map((name) => text.does[name]).join(". "),
    })),
    { keys: ["Shift", "1"], does: text.tabs },
    { keys: ["Ctrl", "Enter"], does: text.confirm },
    { keys: ["Esc"], does: text.close },
    ...sectionsOfAdmin().map(({ key, label }) => ({ keys: SECTION_KEYS[key].split(" "), does: label })),
  ];
}

export function KeysDialog({ onClose }: { onClose: () => void }) {
  useSignals();
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
      <Grid
        as="dl"
        columns={2}
        gap="0 40px"
        phone={{ columns: 1 }}
        margin="0 0 16px"
        pad="0 0 12px"
        line="bottom"
        size="dense"
      >
        {shortcuts().map(({ keys, does }) => (
          <Row key={does} gap={12} minHeight={28}>
            <Text as="dt" grow tone="muted">
              {does}
            </Text>
            <Row as="dd" grow={false} gap={4}>
              {keys.map((key) => (
                <KeyCap key={key}>{key}</KeyCap>
              ))}
            </Row>
          </Row>
        ))}
      </Grid>
      <Switch
        label={text.switchLabel}
        description={text.switchDetail}
        isOn={settings.value.keyboard.shortcuts}
        onChange={turn}
      />
    </Dialog>
  );
}
