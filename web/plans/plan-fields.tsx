import { styled } from "goober";
import { type KeyboardEvent, useEffect, useId, useRef } from "react";
import { PLAN } from "../../worker/contract/demo/demo-bounds.ts";
import { Stack } from "../ui/layout.tsx";
import { media, type } from "../ui/theme.ts";
import type { PlanDraft } from "./plan-draft.ts";
import { planText as text } from "./plan-text.ts";
import { SetupChips } from "./setup-chips.tsx";

const Reason = styled("div")`
  position: relative;
  & > textarea {
    ${type.dense}
    display: block;
    width: 100%;
    height: 60px;
    padding: 8px 12px;
    border: 1px solid var(--control);
    border-radius: var(--radius-control);
    background: var(--surface);
    color: var(--text);
    resize: none;
    /* The foot of the ticket lies over its end. */
    scroll-margin: 120px 0;
  }
  & > span {
    ${type.caption}
    position: absolute;
    right: 8px;
    bottom: 2px;
    padding: 0 4px;
    background: var(--surface);
    color: var(--warn);
  }
  ${media.phone} {
    & > textarea {
      ${type.lead}
      height: 72px;
    }
  }
`;

/** From so many characters on the field says how many there are. */
const COUNTED_FROM = 120;

type PlanFieldsProps = {
  plan: PlanDraft;
  onChange: (part: Partial<PlanDraft>) => void;
  /** Whether the reason gets the focus when it is shown. */
  hasFocus?: boolean;
};

/** A setup and a reason. What is pasted with line breaks is one line; what is longer than a reason may be is cut where the field ends. */
export function PlanFields({ plan, onChange, hasFocus = false }: PlanFieldsProps) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is shown
  useEffect(() => {
    if (hasFocus) field.current?.focus();
  }, []);
  const { length } = [...plan.reason];
  return (
    <Stack gap={8}>
      <SetupChips chosen={plan.setupId} chosenName={plan.setupName} onChoose={onChange} />
      <Reason>
        <textarea
          ref={field}
          id={id}
          aria-label={text.reason}
          placeholder={text.reasonHint}
          // No `maxLength`, which counts an emoji twice: what is too long is cut below.
          enterKeyHint="done"
          value={plan.reason}
          onChange={({ target }) => onChange({ reason: typedLine(target.value) })}
          onKeyDown={keepOneLine}
        />
        {length >= COUNTED_FROM && (
          <span className="num" role="status">
            {text.left(length)}
          </span>
        )}
      </Reason>
    </Stack>
  );
}

/** A text while it is typed, as long as a reason may be: a field's own `maxLength` counts an emoji twice. Its blanks stay, as another text would move the caret. */
function typedLine(typed: string): string {
  return [...typed.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")].slice(0, PLAN.reasonMax).join("");
}

/** Ignores Enter: it would break the line, or send the order. */
function keepOneLine(event: KeyboardEvent): void {
  if (event.key === "Enter" && !event.nativeEvent.isComposing) event.preventDefault();
}
