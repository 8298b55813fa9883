import { useSignals } from "@preact/signals-react/runtime";
import { Dialog } from "../ui/dialog/dialog.tsx";
import { Switch } from "../ui/fields/switch.tsx";
import { KeyCap } from "../ui/key-cap.tsx";
import { Grid, Row, Text } from "../ui/layout.tsx";
import { sectionKey, sectionsOfAdmin } from "./admin-sections.ts";
import { ADMIN_TEXT } from "./core/admin-text.ts";
import { areShortcutsOn, turnShortcuts } from "./core/use-shortcuts.ts";

const text = ADMIN_TEXT.keysHelp;
const shortcuts = (): readonly { keys: readonly string[]; does: string }[] => [
  ...text.list,
  ...sectionsOfAdmin().map(({ label }, index) => ({ keys: [sectionKey(index)], does: label })),
];

export function KeysDialog({ onClose }: { onClose: () => void }) {
  useSignals();
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
        isOn={areShortcutsOn()}
        onChange={(on) => turnShortcuts({ on })}
      />
    </Dialog>
  );
}
