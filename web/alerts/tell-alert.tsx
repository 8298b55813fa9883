import type { PriceAlert } from "../../worker/contract/alerts/price-alerts.ts";
import { Row } from "../ui/layout.tsx";
import { TextButton } from "../ui/text-button.tsx";
import { toast } from "../ui/toast/toast.ts";
import { UNDO_MS } from "../ui/undo-time.ts";
import { alertText as text } from "./alert-text.ts";
import { conditionWords, levelWords } from "./alert-words.ts";

type Action = { label: string; run: () => void };

function tell(id: string, words: string, actions: readonly Action[]): void {
  const content = (
    <Row as="span" gap={12} align="baseline">
      <span>{words}</span>
      {actions.map(({ label, run }) => (
        <TextButton
          key={label}
          style={{ whiteSpace: "nowrap", marginBlock: -5 }}
          onClick={() => {
            toast.dismiss(id);
            run();
          }}
        >
          {label}
        </TextButton>
      ))}
    </Row>
  );
  toast(content, { id, duration: UNDO_MS });
}

/** Tells that an alert is set, with the way back. */
export function tellSet(alert: PriceAlert, { edit, undo }: { edit: () => void; undo: () => void }): void {
  const { symbol, condition } = alert;
  const words =
    condition.type === "level" ? text.set(levelWords(symbol, condition.price)) : text.setFor(conditionWords(alert));
  tell(`alert ${alert.id}`, words, [
    { label: text.undo, run: undo },
    { label: text.edit, run: edit },
  ]);
}

/** Tells that an alert was removed. @param undo null where that cannot be undone */
export function tellRemoved(alert: PriceAlert, undo: (() => void) | null): void {
  const words = text.removed(`${alert.symbol}, ${conditionWords(alert)}`);
  tell(`alert ${alert.id}`, words, undo ? [{ label: text.undo, run: undo }] : []);
}
