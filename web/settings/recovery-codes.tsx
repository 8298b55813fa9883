import { styled } from "goober";
import { useId, useState } from "react";
import { check } from "../state/session.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog/dialog.tsx";
import { Checkbox } from "../ui/fields/choice.tsx";
import { FieldError } from "../ui/fields/field-frame.tsx";
import { Copy, Download } from "../ui/icon.tsx";
import { downloadBlob } from "../ui/image/download-blob.ts";
import { Grid, Row, Text } from "../ui/layout.tsx";
import { media, type } from "../ui/theme.ts";
import { toast } from "../ui/toast/toast.ts";
import { securityText } from "./security-text.ts";

const Codes = styled("ol")`
  ${type.body}
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: 8px 16px;
  padding: 16px;
  background: var(--raised);
  border-radius: var(--radius-control);
  font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
  text-align: center;
  user-select: all;
  ${media.phone} {
    padding: 12px 8px;
    gap: 8px;
  }
`;

const text = securityText.codes;

type RecoveryCodesDialogProps = {
  codes: readonly string[];
  email: string;
  onClose: () => void;
};

/**
 * The recovery codes, shown only once: with copy and download. It closes only after the user has confirmed that they are
 * saved.
 */
export function RecoveryCodesDialog({ codes, email, onClose }: RecoveryCodesDialogProps) {
  const id = useId();
  const [isSaved, setIsSaved] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  function close() {
    if (!isSaved) return setProblem(text.saveFirst);
    toast.success(text.on);
    onClose();
    void check();
  }

  return (
    <Dialog
      title={text.title}
      note={securityText.enrol.step(2)}
      describedBy={`${id}-why`}
      onClose={close}
      keepsOnScrim
      actions={
        <Button variant="accent" onClick={close}>
          {text.done}
        </Button>
      }
    >
      <Grid gap={16}>
        <Text id={`${id}-why`} tone="muted">
          {text.why}
        </Text>
        <Codes aria-label={text.list}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </Codes>
        <Row wrap gap={8}>
          <Button icon={Copy} onClick={() => void copyCodes(codes)}>
            {text.copy}
          </Button>
          <Button icon={Download} onClick={() => downloadCodes(codes, email)}>
            {text.download}
          </Button>
        </Row>
        <Checkbox
          checked={isSaved}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? `${id}-problem` : undefined}
          onChange={({ target }) => {
            setIsSaved(target.checked);
            setProblem(null);
          }}
        >
          {text.saved}
        </Checkbox>
        {problem && <FieldError id={`${id}-problem`}>{problem}</FieldError>}
      </Grid>
    </Dialog>
  );
}

async function copyCodes(codes: readonly string[]): Promise<void> {
  try {
    await navigator.clipboard.writeText(codes.join("\n"));
    toast.success(text.copied);
  } catch {
    // A browser may refuse access to the clipboard; the codes can be selected.
    toast.error(text.notCopied);
  }
}

function downloadCodes(codes: readonly string[], email: string): void {
  const file = `${text.fileHead(email)}\n\n${codes.join("\n")}\n`;
  downloadBlob(new Blob([file], { type: "text/plain" }), text.file);
}
