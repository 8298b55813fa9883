import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { Dialog } from "../ui/dialog.tsx";
import { Switch } from "../ui/switch.tsx";
import { type } from "../ui/theme.ts";
import { ADMIN_SECTIONS } from "./admin-sections.ts";
import { ADMIN_TEXT } from "./core/admin-text.ts";
import { KeyCap } from "./core/key-cap.tsx";
import { areShortcutsOn, turnShortcuts } from "./core/use-shortcuts.ts";

const List = styled("dl")`
  ${type.dense}
  margin-bottom: 16px;
  padding-bottom: 12px;
  border-bottom: 1px solid var(--line);
  & > div {
    display: grid;
    grid-template-columns: 112px minmax(0, 1fr);
    align-items: center;
    min-height: 28px;
  }
  & dt {
    display: flex;
    gap: 4px;
    color: var(--muted);
  }
`;

const text = ADMIN_TEXT.keysHelp;

/** Lists the shortcuts, and turns them on or off. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  useSignals();
  return (
    <Dialog title={text.title} width="narrow" onClose={onClose}>
      <List>
        {text.list.map(({ keys, does }) => (
          <div key={does}>
            <dt>
              {keys.map((key) => (
                <KeyCap key={key}>{key}</KeyCap>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
        {ADMIN_SECTIONS.map(({ key, label }, index) => (
          <div key={key}>
            <dt>
              <KeyCap>{String(index + 1)}</KeyCap>
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </List>
      <Switch
        label={text.switchLabel}
        description={text.switchDetail}
        isOn={areShortcutsOn()}
        onChange={(on) => turnShortcuts({ on })}
      />
    </Dialog>
  );
}
