import { styled } from "goober";
import { useId } from "react";
import { Button } from "../ui/button.tsx";
import { downloadBlob } from "../ui/download-blob.ts";
import { FieldError } from "../ui/field-frame.tsx";
import { Copy, Download } from "../ui/icon.tsx";
import { media, type } from "../ui/theme.ts";
import { toast } from "../ui/toaster.tsx";
import { securityText } from "./security-text.ts";

const Frame = styled("div")`
  display: grid;
  gap: 16px;
  & > p:not([role="alert"]) {
    ${type.body}
    color: var(--muted);
  }
`;

const Codes = styled("ol")`
  ${type.body}
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: 8px 16px;
  margin: 0;
  padding: 16px;
  list-style: none;
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

const Buttons = styled("div")`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
`;

const Saved = styled("label")`
  ${type.body}
  display: flex;
  align-items: center;
  gap: 10px;
  min-height: 44px;
  font-weight: 500;
  cursor: pointer;
  & > input {
    flex: none;
    display: grid;
    place-items: center;
    width: 20px;
    height: 20px;
    margin: 0;
    appearance: none;
    background: var(--raised);
    border: 1px solid var(--control);
    border-radius: 4px;
    cursor: pointer;
  }
  & > input:checked {
    background: var(--accent);
    border-color: var(--accent);
  }
  & > input:checked::after {
    content: "";
    width: 12px;
    height: 12px;
    background: var(--on-accent);
    clip-path: polygon(14% 47%, 0 62%, 38% 100%, 100% 24%, 84% 10%, 37% 69%);
  }
  & > input[aria-invalid="true"] {
    border-color: var(--down);
  }
`;

const text = securityText.codes;

type RecoveryCodesProps = {
  codes: readonly string[];
  /** The account's e-mail address, for the file. */
  email: string;
  isSaved: boolean;
  onSaved: (isSaved: boolean) => void;
  /** The error that prevents continuing, or null. */
  problem: string | null;
};

/** The recovery codes, shown only once: with copy, download and a confirmation that they are saved. */
export function RecoveryCodes({ codes, email, isSaved, onSaved, problem }: RecoveryCodesProps) {
  const problemId = useId();

  async function copy() {
    try {
      await navigator.clipboard.writeText(codes.join("\n"));
      toast.success(text.copied);
    } catch {
      // A browser may refuse access to the clipboard; the codes can be selected.
      toast.error(text.notCopied);
    }
  }

  function download() {
    const file = `${text.fileHead(email)}\n\n${codes.join("\n")}\n`;
    downloadBlob(new Blob([file], { type: "text/plain" }), text.file);
  }

  return (
    <Frame>
      <p id="codes-why">{text.why}</p>
      <Codes aria-label={text.list}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </Codes>
      <Buttons>
        <Button icon={Copy} onClick={() => void copy()}>
          {text.copy}
        </Button>
        <Button icon={Download} onClick={download}>
          {text.download}
        </Button>
      </Buttons>
      <Saved>
        <input
          type="checkbox"
          checked={isSaved}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? problemId : undefined}
          onChange={(event) => onSaved(event.target.checked)}
        />
        {text.saved}
      </Saved>
      {problem && <FieldError id={problemId}>{problem}</FieldError>}
    </Frame>
  );
}
