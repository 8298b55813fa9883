import { styled } from "goober";
import {
  type ComponentProps,
  type FormEvent,
  type KeyboardEvent,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { TEXT_MAX } from "../../worker/contract/limits.ts";
import { ApiError } from "../state/api.ts";
import { useSubmit } from "../state/use-submit.ts";
import { FieldError } from "../ui/fields/field-frame.tsx";
import { focusToRetype } from "../ui/fields/refused-field.ts";
import { NO_VALUE } from "../ui/format.ts";
import { formatPhone } from "../ui/format-phone.ts";
import { Check, Icon, Pencil, X } from "../ui/icon.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { Box, Row } from "../ui/layout.tsx";
import { LiveRegion } from "../ui/live-region.tsx";
import { SavedMark, useSavedMark } from "../ui/saved-mark.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { media, type } from "../ui/theme.ts";
import { profileText as text } from "./profile-text.ts";
import { type ProfileChange, saveProfile, showProblem } from "./save-profile.ts";

/** A line that is highlighted where it can be changed; its button covers the whole line. */
const Line = styled("div")`
  position: relative;
  isolation: isolate;
  &::before {
    content: "";
    position: absolute;
    z-index: -1;
    inset: 0 -12px;
    border-radius: var(--radius-control);
    transition: background-color var(--motion);
  }
  &[data-edited="false"]:hover::before,
  &[data-edited="false"]:focus-within::before {
    background: var(--raised);
  }
  & > [data-wide] {
    grid-column: 2 / -1;
  }
  ${media.hover} {
    & [data-pencil] {
      opacity: 0;
      transition: opacity var(--motion);
    }
    &:hover [data-pencil],
    &:focus-within [data-pencil] {
      opacity: 1;
    }
  }
  ${media.touch} {
    & [data-pencil] {
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

const Edit = styled("button")`
  display: grid;
  place-items: center;
  width: 28px;
  height: 28px;
  color: var(--muted);
  transition: color var(--motion);
  &:hover {
    color: var(--text);
  }
  &::after {
    content: "";
    position: absolute;
    inset: 0 -12px;
    border-radius: var(--radius-control);
  }
  &:focus-visible {
    outline: none;
  }
  &:focus-visible::after {
    outline: 2px solid var(--accent);
    outline-offset: -2px;
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

/** `inputMode` is the keyboard that phones show. */
const FIELDS = {
  username: { "aria-label": text.username, maxLength: TEXT_MAX.username, autoComplete: "username" },
  firstName: { "aria-label": text.firstName, maxLength: TEXT_MAX.name, autoComplete: "given-name" },
  lastName: { "aria-label": text.lastName, maxLength: TEXT_MAX.name, autoComplete: "family-name" },
  phone: { "aria-label": text.phone, maxLength: TEXT_MAX.phone, autoComplete: "tel", inputMode: "tel" },
  address: { "aria-label": text.address, maxLength: TEXT_MAX.address, autoComplete: "street-address" },
} as const satisfies Record<string, ComponentProps<"input">>;

type FieldName = keyof typeof FIELDS;

type EditableFactProps = {
  term: string;
  person: Record<FieldName, string>;
  /** The fields of the profile that the line shows. */
  names: readonly FieldName[];
};

/** A fact about the user that is edited in place: the pencil starts editing, Enter saves, Esc discards. */
export function EditableFact({ term, person, names }: EditableFactProps) {
  const [isEdited, setIsEdited] = useState(false);
  const { isSaved, setSavedAt } = useSavedMark();
  const pencil = useRef<HTMLButtonElement>(null);
  const wasEdited = useRef(false);
  const fields = names.map((name) => ({ name, value: name === "phone" ? formatPhone(person.phone) : person[name] }));
  const value = fields.map((field) => field.value).join(" ");

  useLayoutEffect(() => {
    if (wasEdited.current && !isEdited) pencil.current?.focus();
    wasEdited.current = isEdited;
  }, [isEdited]);

  function edit() {
    setSavedAt(null);
    setIsEdited(true);
  }

  return (
    <Line data-edited={isEdited}>
      <dt>
        {term}
        <LiveRegion>{isSaved ? text.updated : ""}</LiveRegion>
      </dt>
      {isEdited ? (
        <dd data-wide="">
          <FieldsForm fields={fields} onEnd={() => setIsEdited(false)} onSaved={() => setSavedAt(Date.now())} />
        </dd>
      ) : (
        <>
          <dd>
            <Row as="span" wrap gap="0 12px">
              <span>{value.trim() || NO_VALUE}</span>
              {isSaved && <SavedMark>{text.updated}</SavedMark>}
            </Row>
          </dd>
          <dd>
            <Edit ref={pencil} type="button" data-pencil="" aria-label={text.edit(term)} onClick={edit}>
              <Icon of={Pencil} />
            </Edit>
          </dd>
        </>
      )}
    </Line>
  );
}

type Fields = readonly { name: FieldName; value: string }[];

/** The fields whose typed value is another one. */
function changeOf(fields: Fields, typed: readonly string[]): ProfileChange {
  const change: ProfileChange = {};
  for (const [i, { name, value }] of fields.entries()) {
    const next = typed[i]?.trim() ?? "";
    if (next !== value || (name === "phone" && isOfEarlierVersion(value))) change[name] = next;
  }
  return change;
}

/** An earlier version stored any text as a phone number. One that is none is sent even unchanged, and refused. */
function isOfEarlierVersion(phone: string): boolean {
  return phone !== "" && !/^\+[\d ]+$/.test(phone);
}

type FieldsFormProps = { fields: Fields; onEnd: () => void; onSaved: () => void };

function FieldsForm({ fields, onEnd, onSaved }: FieldsFormProps) {
  const id = useId();
  const [typed, setTyped] = useState(() => fields.map(({ value }) => value));
  const {
    submit: send,
    isSending: isSaving,
    problem,
    setProblem,
  } = useSubmit({
    send: saveProfile,
    onDone() {
      onEnd();
      onSaved();
    },
    explain(error) {
      // The notice returns the focus to this input when it is closed.
      focusInput(error instanceof ApiError ? error.field : undefined);
      return showProblem(error, text.updateFailed);
    },
  });
  const form = useRef<HTMLFormElement>(null);

  function focusInput(name: string | undefined) {
    const inputs = [...(form.current?.querySelectorAll("input") ?? [])];
    focusToRetype(inputs.find((input) => input.name === name) ?? inputs[0]);
  }

  const focusFirst = useEffectEvent(() => focusInput(undefined));
  useLayoutEffect(() => focusFirst(), []);

  /** Whether the problem is with an input; one that is about none of them is about all. */
  const isWrong = (name: FieldName) =>
    problem !== null && !fields.some((field) => field.name === problem.field && field.name !== name);

  function save(event: FormEvent) {
    event.preventDefault();
    const change = changeOf(fields, typed);
    if (Object.keys(change).length === 0) onEnd();
    else void send(change);
  }

  return (
    <Row
      as="form"
      wrap
      gap={8}
      pad="4px 0"
      ref={form}
      noValidate
      onSubmit={save}
      onKeyDown={(event: KeyboardEvent) => event.key === "Escape" && !isSaving && onEnd()}
    >
      <Row grow="1 1 160px" wrap gap={8} minWidth={0}>
        {fields.map(({ name }, i) => (
          <Input
            key={name}
            {...FIELDS[name]}
            name={name}
            value={typed[i]}
            // Not disabled: that would remove the focus from the input.
            readOnly={isSaving}
            aria-invalid={isWrong(name) ? true : undefined}
            aria-describedby={isWrong(name) ? `${id}-wrong` : undefined}
            onChange={({ target }) => {
              setTyped(typed.map((before, at) => (at === i ? target.value : before)));
              setProblem(null);
            }}
          />
        ))}
      </Row>
      {isSaving ? <Spinner /> : <EditButtons onCancel={onEnd} />}
      {problem && (
        <Box grow="1 1 100%">
          <FieldError id={`${id}-wrong`}>{problem.message}</FieldError>
        </Box>
      )}
    </Row>
  );
}

function EditButtons({ onCancel }: { onCancel: () => void }) {
  return (
    <Row as="span" grow={false}>
      <IconButton type="submit" icon={Check} label={text.save} />
      <IconButton icon={X} label={text.cancel} onClick={onCancel} />
    </Row>
  );
}
