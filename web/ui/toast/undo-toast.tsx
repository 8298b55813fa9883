import { Row } from "../layout.tsx";
import { TextButton } from "../text-button.tsx";
import { UNDO_MS } from "../undo-time.ts";
import { toast } from "./toast.ts";

/** Says what was done, with the way back for as long as anything can be undone. */
export function undoToast(id: string, words: string, { label, undo }: { label: string; undo: () => void }): void {
  const content = (
    <Row as="span" gap={12} align="baseline">
      <span>{words}</span>
      <TextButton
        style={{ whiteSpace: "nowrap", marginBlock: -5 }}
        onClick={() => {
          toast.dismiss(id);
          undo();
        }}
      >
        {label}
      </TextButton>
    </Row>
  );
  toast(content, { id, duration: UNDO_MS });
}
