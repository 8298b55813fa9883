import { type FormEvent, useState } from "react";
import { asciiOf } from "../../../worker/contract/ascii.ts";
import { WHY_THIS_PRICE } from "../../demo/receipt-link-text.ts";
import { adminReceiptPath, fillNamedIn } from "../../state/receipt-links.ts";
import { Button } from "../../ui/button.tsx";
import { dialogOnDemand } from "../../ui/dialog/dialog-on-demand.tsx";
import { Field } from "../../ui/fields/field.tsx";
import { useRefusedField } from "../../ui/fields/refused-field.ts";
import { Box } from "../../ui/layout.tsx";
import { SectionTitle } from "../core/admin-layout.ts";
import { adminKey } from "../core/admin-polling.ts";
import { USER_ADMIN_TEXT } from "./user-admin-text.ts";
import { fetchReceipt } from "./user-calls.ts";

const text = USER_ADMIN_TEXT;

const ReceiptDialog = dialogOnDemand(
  async () => (await import("../../demo/receipt-dialog.tsx")).ReceiptDialog,
  () => ({ title: WHY_THIS_PRICE, width: "large" as const, isTall: true }),
);

/**
 * Opens the receipt of a person's demo fill by what the person has sent: its number, or the link of its receipt.
 * @param onShow takes the fill's number
 */
export function UserFills({ userId, onShow }: { userId: string; onShow: (fillId: number) => void }) {
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<string | null>(null);

  function show(event: FormEvent) {
    event.preventDefault();
    const named = fillNamedIn(asciiOf(typed));
    const isAnothers = named !== null && named.traderId !== null && named.traderId !== userId;
    setProblem(named === null ? text.fillUnreadable : isAnothers ? text.fillOfAnother : null);
    if (named !== null && !isAnothers) onShow(named.fillId);
  }

  return (
    <section>
      <SectionTitle>{text.fills}</SectionTitle>
      <Box as="form" noValidate {...useRefusedField({ isBusy: false, onSubmit: show })}>
        <Field
          size="compact"
          label={text.fillLabel}
          placeholder={text.fillLabel}
          autoComplete="off"
          value={typed}
          error={problem}
          suffix={
            <Button type="submit" size="dense" variant="plain" onPointerEnter={ReceiptDialog.preload}>
              {text.showFill}
            </Button>
          }
          onChange={({ target }) => {
            setTyped(target.value);
            setProblem(null);
          }}
        />
      </Box>
    </section>
  );
}

type UserReceiptProps = {
  user: { _id: string; name: string };
  fillId: number;
  timeZone: string;
  onClose: () => void;
};

export function UserReceipt({ user: { _id: userId, name }, fillId, timeZone, onClose }: UserReceiptProps) {
  return (
    <ReceiptDialog
      timeZone={timeZone}
      onClose={onClose}
      source={{
        key: adminKey("receipt", userId, fillId),
        fetch: (signal) => fetchReceipt(userId, fillId, signal),
        path: adminReceiptPath(userId, fillId),
        owner: name,
        words: { missing: text.fillMissing(name, fillId), onDifference: text.fillDifferent },
      }}
    />
  );
}
