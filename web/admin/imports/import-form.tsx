import { useSignals } from "@preact/signals-react/runtime";
import { type FormEvent, useId, useState } from "react";
import { isTimeZone } from "../../../worker/contract/operation/time-zone.ts";
import { localStore } from "../../state/storage/browser-storage.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/fields/field.tsx";
import { FieldError } from "../../ui/fields/field-frame.tsx";
import { useRefusedField } from "../../ui/fields/refused-field.ts";
import { Stack, Text } from "../../ui/layout.tsx";
import { operation } from "../core/admin-polling.ts";
import { FileDrop } from "../core/file-drop.tsx";
import { IMPORT_TEXT } from "./import-text.ts";

const text = IMPORT_TEXT.file;
/**
 * The zone of the last file is kept in this browser, as the next one is likely from the same broker. The operation's own clock of imports
 * comes first.
 */
const ZONE_KEY = "admin-broker-zone";
const ZONES = Intl.supportedValuesOf("timeZone");
const ACCEPT = ".html,.htm,.xlsx,.csv,.txt";

type ImportFormProps = {
  isBusy: boolean;
  /** Whether choosing a file is the page's next step; it is not while a file or an import is open. */
  isNext: boolean;
  onRead: (file: File, timeZone: string) => void;
};

export function ImportForm({ isBusy, isNext, onRead }: ImportFormProps) {
  const [file, setFile] = useState<File | null>(null);
  useSignals();
  /** Null until it is typed: then it is the operation's clock, else that of the last file. */
  const [typed, setZone] = useState<string | null>(null);
  const zone = typed ?? operation.value?.importTimeZone ?? localStore.get(ZONE_KEY) ?? "";
  const [hasTried, setHasTried] = useState(false);
  const id = useId();
  const timeZone = zone.trim();
  const zoneProblem = timeZone === "" ? text.zoneMissing : isTimeZone(timeZone) ? null : text.zoneUnknown;
  const fileProblem = file ? null : text.fileMissing;

  function submit(event: FormEvent) {
    event.preventDefault();
    setHasTried(true);
    if (!file || zoneProblem) return;
    localStore.set(ZONE_KEY, timeZone);
    onRead(file, timeZone);
  }

  return (
    <Stack as="form" gap={16} noValidate {...useRefusedField({ isBusy, onSubmit: submit })}>
      <Stack gap={6} role="group" aria-labelledby={`${id}-label`}>
        <Text as="b" id={`${id}-label`} size="dense" weight={500}>
          {text.label}
        </Text>
        <FileDrop
          label={text.label}
          file={file}
          accept={ACCEPT}
          types="HTML, XLSX, CSV"
          choose={text.choose}
          another={text.another}
          problemId={`${id}-problem`}
          onChoose={setFile}
        />
        {hasTried && fileProblem && <FieldError id={`${id}-problem`}>{fileProblem}</FieldError>}
      </Stack>
      <Field
        label={text.zone}
        hint={text.zoneHint}
        error={hasTried ? zoneProblem : null}
        placeholder="Europe/Athens"
        list={`${id}-zones`}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={zone}
        onChange={({ target }) => setZone(target.value)}
      />
      <datalist id={`${id}-zones`}>
        {ZONES.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <Button type="submit" variant={isNext ? "accent" : "neutral"} isLoading={isBusy}>
        {text.read}
      </Button>
    </Stack>
  );
}
