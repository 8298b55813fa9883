import { styled } from "goober";
import { type ReactNode, useId, useRef, useState } from "react";
import { ROUTE } from "../state/routes.ts";
import { Button } from "../ui/button.tsx";
import { Card, CardHead } from "../ui/card.tsx";
import { ChevronRight, FileUp, Icon, type IconGlyph, Lock, RefreshCw, Undo2 } from "../ui/icon.tsx";
import { Grid, Row, Stack, Text } from "../ui/layout.tsx";
import { NumberedSteps } from "../ui/numbered-steps.tsx";
import { ProgressBar } from "../ui/progress-bar.tsx";
import { DocumentLink } from "../ui/text-link.tsx";
import { media, tint, type } from "../ui/theme.ts";
import { importText } from "./import-text.ts";
import { PLATFORM_TEXT } from "./platform-text.ts";
import { RefusedNotice } from "./refused-notice.tsx";
import type { QueueState } from "./use-file-queue.ts";

const Drop = styled("section")`
  display: grid;
  place-items: center;
  min-width: 0;
  min-height: 420px;
  padding: 24px;
  border: 1px dashed var(--control);
  border-radius: var(--radius-card);
  background: var(--surface);
  &[data-over="true"] {
    border-color: var(--accent);
    background: ${tint("accent", 8)};
  }
  & input[type="file"] {
    display: none;
  }
  ${media.phone} {
    min-height: 0;
    padding: 24px 16px;
  }
`;

const Square = styled("span")`
  display: grid;
  place-items: center;
  width: 56px;
  height: 56px;
  border-radius: var(--radius-card);
  background: var(--raised);
  color: var(--accent);
`;

const text = importText.file;
const ACCEPT = ".html,.htm,.xlsx,.csv,.txt,.tsv,.xml";

type FileStepProps = {
  state: Extract<QueueState, { at: "file" | "reading" | "refused" }>;
  isOver: boolean;
  /** The name of the account that the file is added to; null for a new one. */
  addTo: string | null;
  waiting: number;
  /** What limits the choice; null for nothing. */
  note: string | null;
  onFiles: (files: readonly File[]) => void;
  onNext: () => void;
};

/** Chooses files, shows how far the first of them is read, or why it cannot be; beside it what can be read, and where to find it. */
export function FileStep({ state, isOver, addTo, waiting, note, onFiles, onNext }: FileStepProps) {
  return (
    <Stack gap={16} phone={{ gap: 12 }}>
      <Grid columns={2} gap={16} medium={{ columns: 1 }} phone={{ gap: 12 }}>
        <Drop data-over={isOver} aria-busy={state.at === "reading"}>
          {state.at === "reading" ? (
            <Reading name={state.name} percent={state.percent} waiting={waiting} onStop={onNext} />
          ) : state.at === "refused" ? (
            <RefusedNotice refused={state.refused}>
              <Row gap={8} wrap>
                <ChooseFiles variant="accent" onFiles={onFiles}>
                  {importText.refused.another}
                </ChooseFiles>
                {waiting > 0 && <Button onClick={onNext}>{text.skip}</Button>}
              </Row>
              {waiting > 0 && <Text tone="muted">{text.waiting(waiting)}</Text>}
            </RefusedNotice>
          ) : (
            <Choose addTo={addTo} note={note} onFiles={onFiles} />
          )}
        </Drop>
        <Readable />
      </Grid>
      <Text size="caption" tone="muted">
        {text.missing} <DocumentLink href={ROUTE.contact}>{text.contact}</DocumentLink>
      </Text>
    </Stack>
  );
}

function Choose({ addTo, note, onFiles }: Pick<FileStepProps, "addTo" | "note" | "onFiles">) {
  return (
    <Stack gap={12} align="center" maxWidth={440} textAlign="center">
      <Square>
        <Icon of={FileUp} size={20} />
      </Square>
      <Text as="h2" size="section" margin="8px 0 0">
        {text.title}
      </Text>
      <Text tone="muted" breaks="pretty">
        {addTo === null ? text.lead : text.leadAdd(addTo)}
      </Text>
      <ChooseFiles variant="accent" size="large" onFiles={onFiles}>
        {text.choose}
      </ChooseFiles>
      {note !== null && (
        <Text size="dense" tone="warn">
          {note}
        </Text>
      )}
      <Text size="caption" tone="muted">
        {text.kinds}
      </Text>
      <Stack as="ul" gap={8} align="start" margin="24px 0 0" size="dense" tone="muted" textAlign="left">
        <Assurance icon={Lock}>{text.local}</Assurance>
        <Assurance icon={RefreshCw}>{text.again}</Assurance>
        <Assurance icon={Undo2}>{text.whole}</Assurance>
      </Stack>
    </Stack>
  );
}

function Assurance({ icon, children }: { icon: IconGlyph; children: string }) {
  return (
    <Row as="li" gap={10}>
      <Icon of={icon} />
      {children}
    </Row>
  );
}

type ChooseFilesProps = {
  variant?: "accent" | "neutral";
  size?: "normal" | "large";
  onFiles: (files: readonly File[]) => void;
  children: ReactNode;
};

/** A button that opens the browser's choice of files. */
export function ChooseFiles({ variant = "neutral", size = "normal", onFiles, children }: ChooseFilesProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button variant={variant} size={size} onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={ACCEPT}
        aria-label={text.label}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          // Allows the same file to be chosen again after it was corrected.
          target.value = "";
          if (files.length > 0) onFiles(files);
        }}
      />
    </>
  );
}

type ReadingProps = { name: string; percent: number; waiting: number; onStop: () => void };

function Reading({ name, percent, waiting, onStop }: ReadingProps) {
  const title = importText.reading(name);
  return (
    <Stack gap={12} width="100%" maxWidth={440}>
      <Text as="h2" size="section" breaks="anywhere">
        {title}
      </Text>
      <ProgressBar label={title} percent={percent} valueText={importText.part(percent)} />
      <Row justify="space-between" size="dense" tone="muted">
        <span className="num">{importText.part(percent)}</span>
        <Button size="dense" onClick={onStop}>
          {importText.stop}
        </Button>
      </Row>
      <Text tone="muted">{importText.readingDetail}</Text>
      {waiting > 0 && <Text tone="muted">{text.waiting(waiting)}</Text>}
    </Stack>
  );
}

const PlatformRow = styled("button")`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto 16px;
  align-items: center;
  align-content: center;
  gap: 2px 12px;
  width: 100%;
  min-height: 67px;
  padding: 8px 20px;
  text-align: left;
  & > b {
    ${type.body}
    font-weight: 500;
  }
  & > small {
    ${type.caption}
    color: var(--muted);
  }
  & > b + small {
    grid-row: 2;
  }
  & > [data-where] {
    grid-area: 1 / 2 / 3 / 3;
    text-align: right;
  }
  & > i {
    display: grid;
    grid-area: 1 / 3 / 3 / 4;
    color: var(--muted);
    transition: transform var(--motion);
  }
  &[aria-expanded="true"] > i {
    transform: rotate(90deg);
  }
  &:hover {
    background: ${tint("text", 4)};
  }
  &:focus-visible {
    outline-offset: -2px;
  }
  ${media.phone} {
    padding: 10px 16px;
    & > [data-where] {
      max-width: 140px;
    }
  }
`;

/** The platforms whose files are known, each with the way to its file. */
function Readable() {
  const [open, setOpen] = useState<string | null>(null);
  const id = useId();
  return (
    <Card isFlush aria-labelledby={id}>
      <CardHead
        id={id}
        title={PLATFORM_TEXT.readable}
        action={
          <Text size="caption" tone="muted">
            {PLATFORM_TEXT.whereToFind}
          </Text>
        }
      />
      <Stack as="ul" line="between">
        {Object.entries(PLATFORM_TEXT.platforms).map(([key, { name, kind, where, how }]) => (
          <li key={key}>
            <PlatformRow
              type="button"
              aria-expanded={open === key}
              aria-controls={open === key ? `${id}-${key}` : undefined}
              onClick={() => setOpen(open === key ? null : key)}
            >
              <b>{name}</b>
              <small>{kind}</small>
              <small data-where="">{where}</small>
              <i>
                <Icon of={ChevronRight} />
              </i>
            </PlatformRow>
            {open === key && (
              <Stack id={`${id}-${key}`} pad="0 20px 16px" phone={{ pad: "0 16px 16px" }}>
                <NumberedSteps steps={how} />
              </Stack>
            )}
          </li>
        ))}
      </Stack>
    </Card>
  );
}
