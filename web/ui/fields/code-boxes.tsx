import { styled } from "goober";
import { type KeyboardEvent, useId, useLayoutEffect, useRef } from "react";
import { asciiOf } from "../../../worker/contract/ascii.ts";
import { VERIFICATION_CODE } from "../../../worker/contract/limits.ts";
import { Row } from "../layout.tsx";
import { media, type } from "../theme.ts";
import { uiText } from "../ui-text.ts";
import { VisuallyHidden } from "../visually-hidden.ts";
import { FieldError } from "./field-frame.tsx";

const Group = styled("fieldset")`
  display: flex;
  flex-direction: column;
  gap: 12px;
`;

const Box = styled("input")`
  ${type.figure}
  width: 48px;
  height: 56px;
  min-width: 0;
  padding: 0;
  text-align: center;
  text-transform: uppercase;
  font-weight: 600;
  letter-spacing: normal;
  background: var(--raised);
  border: 1px solid var(--control);
  border-radius: var(--radius-control);
  &:not(:placeholder-shown) {
    background: var(--surface);
  }
  &[aria-invalid="true"] {
    border-color: var(--down);
    box-shadow: inset 0 0 0 1px var(--down);
  }
  &:disabled {
    color: var(--muted);
    border-color: var(--line);
  }
  ${media.phone} {
    flex: 0 1 48px;
  }
`;

/** One character per box, "" for an empty one. */
export type CodeCharacters = readonly string[];

/** The state of six empty boxes. */
export function emptyCode(): CodeCharacters {
  return Array.from({ length: VERIFICATION_CODE.length }, () => "");
}

type CodeBoxesProps = {
  label: string;
  characters: CodeCharacters;
  onChange: (characters: CodeCharacters) => void;
  /** Called with the whole code when the last empty box is filled, and when each box of a whole code was typed anew. */
  onComplete: (code: string) => void;
  error?: string | null | undefined;
  disabled?: boolean;
  /** Takes the focus when it appears, for pages whose only input is the code. */
  isFocusedFirst?: boolean;
};

/**
 * Input boxes for a code from a mail: typing moves to the next box, a pasted or autofilled code fills all of them, cut
 * to their number, and Backspace in an empty box moves back.
 */
export function CodeBoxes(props: CodeBoxesProps) {
  const { label, characters, error, disabled } = props;
  const { boxes, type, fill, moveByKey } = useBoxes(props);
  const errorId = useId();
  return (
    <Group disabled={disabled} aria-describedby={error ? errorId : undefined}>
      <VisuallyHidden as="legend">{label}</VisuallyHidden>
      <Row justify="space-between" gap={8}>
        {characters.map((character, index) => (
          <Box
            // The boxes never change their order: the index identifies them.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            key={index}
            ref={(box: HTMLInputElement | null) => {
              boxes.current[index] = box;
            }}
            className="num"
            value={character}
            placeholder=" "
            aria-label={uiText.character(index + 1, characters.length)}
            aria-invalid={error ? true : undefined}
            inputMode="text"
            autoComplete={index === 0 ? "one-time-code" : "off"}
            autoCapitalize="characters"
            autoCorrect="off"
            spellCheck={false}
            onChange={({ target }) => type(index, target.value)}
            onKeyDown={(event) => moveByKey(event, index)}
            onPaste={(event) => {
              event.preventDefault();
              fill(event.clipboardData.getData("text"));
            }}
            onFocus={({ target }) => target.select()}
          />
        ))}
      </Row>
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </Group>
  );
}

/** Applies typing, pasting and keys to the characters and the focus. */
function useBoxes({ characters, onChange, onComplete, isFocusedFirst }: CodeBoxesProps) {
  const boxes = useRef<(HTMLInputElement | null)[]>([]);
  /** The boxes that were typed into since the code was whole. */
  const typedAnew = useRef(new Set<number>());
  const last = characters.length - 1;

  useLayoutEffect(() => {
    // React may run this once more while somebody types already, who keeps their box.
    if (isFocusedFirst && !boxes.current.some((box) => box === document.activeElement)) boxes.current[0]?.focus();
  }, [isFocusedFirst]);

  function focusBox(index: number) {
    const box = boxes.current[Math.min(Math.max(index, 0), last)];
    box?.focus();
    box?.select();
  }

  function change(next: CodeCharacters, typed: readonly number[], focusNext: number) {
    for (const index of typed) typedAnew.current.add(index);
    onChange(next);
    focusBox(focusNext);
    if (next.includes("")) return;
    // Over a whole code, which was sent before, each further character would send another one.
    if (!characters.includes("") && typedAnew.current.size < next.length) return;
    typedAnew.current.clear();
    onComplete(next.join(""));
  }

  function fill(text: string) {
    const typed = [...codeText(text)].slice(0, characters.length);
    if (typed.length === 0) return;
    change(
      characters.map((_, index) => typed[index] ?? ""),
      [...characters.keys()],
      typed.length,
    );
  }

  function type(index: number, value: string) {
    const typed = [...codeText(value)];
    // A mail app's autofill puts the whole code into one box; a second key before the selection is applied gives two
    // characters.
    if (typed.length > 2) return fill(value);
    const before = characters[index] ?? "";
    const character = typed.length === 2 && typed[0] === before ? typed[1] : typed[0];
    const next = characters.map((old, at) => (at === index ? (character ?? "") : old));
    change(next, [index], character ? index + 1 : index);
  }

  function moveByKey(event: KeyboardEvent, index: number) {
    const target = {
      ArrowLeft: index - 1,
      ArrowRight: index + 1,
      Home: 0,
      End: last,
      Backspace: characters[index] === "" ? index - 1 : null,
    }[event.key];
    if (target === undefined || target === null) return;
    event.preventDefault();
    focusBox(target);
  }

  return { boxes, type, fill, moveByKey };
}

/** The characters of a typed code: digits and letters of other keyboards as those that the code is made of. */
function codeText(typed: string): string {
  return asciiOf(typed).replaceAll(/[\s\u200b]/g, "");
}
