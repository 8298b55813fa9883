import { styled } from "goober";
import { type ComponentProps, useId } from "react";
import { ChevronDown, Icon } from "../icon.tsx";
import { type ControlSize, controlBox, describedBy, FieldFrame, type FieldLabels } from "./field-frame.tsx";

const Box = styled("div")`
  ${controlBox}
  position: relative;
  & > svg {
    position: absolute;
    right: var(--select-arrow, 12px);
    top: calc(50% - 8px);
    color: var(--muted);
    pointer-events: none;
  }
`;

const Native = styled("select")`
  flex: 1;
  min-width: 0;
  padding: 0 var(--select-end, 36px) 0 var(--select-start, 12px);
  appearance: none;
  background: none;
  border: 0;
  border-radius: 7px;
  outline: none;
  cursor: pointer;
  text-overflow: ellipsis;
  & > option {
    background: var(--raised);
    color: var(--text);
  }
  &:disabled {
    cursor: not-allowed;
    opacity: 1;
  }
`;

type SelectProps<Value extends string> = FieldLabels & {
  value: Value;
  options: readonly { value: Value; label: string; disabled?: boolean }[];
  onChange: (value: Value) => void;
  size?: Exclude<ControlSize, "large">;
} & Omit<ComponentProps<"select">, "value" | "onChange" | "children" | "size">;

/** A choice from a list, narrower with `--select-start`, `--select-end` and `--select-arrow`, and with the platform's native menu for keyboards and phones. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, hint, error, aside, value, options, onChange, size = "normal", id, ...rest } = props;
  const ownId = useId();
  const selectId = id ?? ownId;
  return (
    <FieldFrame id={selectId} label={label} hint={hint} error={error} aside={aside} size={size}>
      <Box data-size={size} data-invalid={Boolean(error)}>
        <Native
          {...rest}
          id={selectId}
          value={value}
          onChange={(event) => {
            const chosen = options.find((option) => option.value === event.target.value);
            if (chosen) onChange(chosen.value);
          }}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(selectId, { hint, error })}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </Native>
        <Icon of={ChevronDown} />
      </Box>
    </FieldFrame>
  );
}
