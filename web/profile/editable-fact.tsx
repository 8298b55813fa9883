import { styled } from "goober";
import { type FormEvent, type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from "react";
import { showNotice } from "../state/notice.ts";
import { FieldError } from "../ui/field-frame.tsx";
import { NO_VALUE } from "../ui/format.ts";
import { Check, Pencil, X } from "../ui/icon.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { media, type } from "../ui/theme.ts";
import { profileText as text } from "./profile-text.ts";
import { type ProfileChange, saveProfile, showProblem } from "./save-profile.ts";

/** A line that is highlighted where it can be changed; its button covers the whole line. */
const Line = styled("div")`
  position: relative;
  isolation: isolate;
  &::before,
  & [data-pencil] > button::after {
    content: "";
    position: absolute;
    inset: 0 -12px;
    border-radius: var(--radius-control);
  }
  &::before {
    z-index: -1;
    transition: background-color var(--motion);
  }
  &[data-edited="false"]:hover::before,
  &[data-edited="false"]:focus-within::before {
    background: var(--raised);
  }
  & [data-pencil] > button {
    background: none;
  }
  & [data-pencil] > button:focus-visible {
    outline: none;
  }
  & [data-pencil] > button:focus-visible::after {
    outline: 2px solid var(--accent);
    outline-offset: -2px;
  }
  & > [data-wide] {
    grid-column: 2 / -1;
  }
  ${media.hover} {
    & [data-pencil] svg {
      opacity: 0;
      transition: opacity var(--motion);
    }
    &:hover [data-pencil] svg,
    &:focus-within [data-pencil] svg {
      opacity: 1;
    }
  }
  ${media.touch} {
    & [data-pencil] svg {
      opacity: 1 !important;
    }
  }
  ${media.phone} {
    &[data-edited="true"] {
      padding: 8px 0;
    }
    & > [data-wide],
    &[data-edited="true"] > dt {
      grid-column: 1 / -1;
    }
  }
`;

const Form = styled("form")`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px;
  padding: 4px 0;
  & > div {
    display: flex;
    flex: 1 1 160px;
    flex-wrap: wrap;
    gap: 8px;
    min-width: 0;
  }
  & > p {
    flex-basis: 100%;
  }
`;

const Input = styled("input")`
  ${type.body}
  flex: 1 1 104px;
  min-width: 0;
  height: 36px;
  padding: 0 10px;
  background: var(--raised);
  border: 1px solid var(--control);
  border-radius: var(--radius-control);
  color: var(--text);
  &:focus-visible {
    outline-offset: 0;
  }
  &[aria-invalid="true"] {
    border-color: var(--down);
  }
  &[readonly] {
    color: var(--muted);
  }
  ${media.touch} {
    ${type.lead}
    height: 44px;
  }
`;

const Buttons = styled("span")`
  display: flex;
  flex: none;
`;

type FieldName = "username" | "firstName" | "lastName" | "phone" | "address";

/** One input of a line. */
export type EditedField = {
  /** The field's name in the API. */
  name: FieldName;
  label: string;
  value: string;
  lengthMax: number;
  autoComplete: string;
  /** The keyboard that phones show. */
  inputMode?: "tel";
};

/** A fact about the user that is edited in place: the pencil starts editing, Enter saves, Esc discards. */
export function EditableFact({ term, fields }: { term: string; fields: readonly EditedField[] }) {
  const [isEdited, setIsEdited] = useState(false);
  const pencil = useRef<HTMLSpanElement>(null);
  const wasEdited = useRef(false);

  // Runs before a notice opens over the line: the notice returns the focus to the pencil.
  useLayoutEffect(() => {
    if (wasEdited.current && !isEdited) pencil.current?.querySelector("button")?.focus();
    wasEdited.current = isEdited;
  }, [isEdited]);

  return (
    <Line data-edited={isEdited}>
      <dt>{term}</dt>
      {isEdited ? (
        <dd data-wide="">
          <FieldsForm term={term} fields={fields} onEnd={() => setIsEdited(false)} />
        </dd>
      ) : (
        <>
          <dd>
            {fields
              .map(({ value }) => value)
              .join(" ")
              .trim() || NO_VALUE}
          </dd>
          <dd>
            <span ref={pencil} data-pencil="">
              <IconButton icon={Pencil} size="dense" label={text.edit(term)} onClick={() => setIsEdited(true)} />
            </span>
          </dd>
        </>
      )}
    </Line>
  );
}

type FieldsFormProps = { term: string; fields: readonly EditedField[]; onEnd: () => void };

function FieldsForm({ term, fields, onEnd }: FieldsFormProps) {
  const id = useId();
  const [typed, setTyped] = useState(() => fields.map(({ value }) => value));
  const [isSaving, setIsSaving] = useState(false);
  const [errorText, setErrorText] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);

  useLayoutEffect(() => {
    const first = form.current?.querySelector("input");
    first?.focus();
    first?.select();
  }, []);

  async function save(event: FormEvent) {
    event.preventDefault();
    if (isSaving) return;
    const change: ProfileChange = {};
    for (const [i, { name, value }] of fields.entries()) {
      const next = typed[i]?.trim() ?? "";
      if (next !== value) change[name] = next;
    }
    if (Object.keys(change).length === 0) return onEnd();
    setIsSaving(true);
    setErrorText(null);
    const problem = await saveProfile(change);
    setIsSaving(false);
    if (problem) {
      setErrorText(problem.message);
      // The notice returns the focus to this input when it is closed.
      form.current?.querySelector("input")?.focus();
      showProblem(problem, text.updateFailed);
      return;
    }
    onEnd();
    showNotice({ type: "success", title: text.updated.title, message: text.updated.message(term) });
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "Escape" && !isSaving) onEnd();
  }

  return (
    <Form ref={form} noValidate onSubmit={save} onKeyDown={onKeyDown}>
      <div>
        {fields.map(({ name, label, lengthMax, autoComplete, inputMode }, i) => (
          <Input
            key={name}
            name={name}
            aria-label={label}
            value={typed[i]}
            maxLength={lengthMax}
            autoComplete={autoComplete}
            inputMode={inputMode}
            // Not disabled: that would remove the focus from the input.
            readOnly={isSaving}
            aria-invalid={errorText ? true : undefined}
            aria-describedby={errorText ? `${id}-wrong` : undefined}
            onChange={({ target }) => setTyped(typed.map((before, at) => (at === i ? target.value : before)))}
          />
        ))}
      </div>
      <Buttons>
        {isSaving ? (
          <Spinner />
        ) : (
          <>
            <IconButton type="submit" icon={Check} label={text.save} />
            <IconButton icon={X} label={text.cancel} onClick={onEnd} />
          </>
        )}
      </Buttons>
      {errorText && <FieldError id={`${id}-wrong`}>{errorText}</FieldError>}
    </Form>
  );
}
