import { useState } from "react";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog/dialog.tsx";
import { Info } from "../ui/icon.tsx";
import { Stack, Text } from "../ui/layout.tsx";
import { insightsText as text } from "./insights-text.ts";

/** The button that says how findings are computed. */
export function HowDialogButton() {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button variant="plain" icon={Info} onClick={() => setOpen(true)}>
        {text.howTitle}
      </Button>
      {isOpen && (
        <Dialog title={text.howTitle} onClose={close} actions={<Button onClick={close}>{text.close}</Button>}>
          <Stack gap={12}>
            {text.how.map((paragraph) => (
              <Text key={paragraph}>{paragraph}</Text>
            ))}
          </Stack>
        </Dialog>
      )}
    </>
  );
}
