import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { type KeyboardEvent, type MouseEvent, type ReactNode, useState } from "react";
import { isDisplayable } from "../../worker/contract/displayable.ts";
import { TERMINAL } from "../../worker/contract/terminal/terminal-limits.ts";
import { formatText } from "../ui/format-text.ts";
import { scrollShade } from "../ui/list/scroll-shade.ts";
import { LiveRegion } from "../ui/live-region.tsx";
import { media, type } from "../ui/theme.ts";
import { DrawingField } from "./drawing-field.tsx";
import type { KeptDrawing } from "./drawing-history.ts";
import { DrawingIcon } from "./drawing-icons.tsx";
import { coloursFor, isPlan } from "./drawing-kinds.ts";
import { drawingText } from "./drawing-text.ts";
import type { DrawingsController } from "./drawings-controller.ts";
import { readRisk, riskProblemWhileTyped, riskToType } from "./plan-risk.ts";

const Bar = styled("div")`
  position: absolute;
  z-index: 4;
  top: 8px;
  left: 12px;
  display: flex;
  align-items: center;
  gap: 2px;
  width: fit-content;
  min-height: 36px;
  padding: 3px;
  border: 1px solid var(--control);
  border-radius: 8px;
  background: var(--raised);
  ${media.phone} {
    flex-wrap: wrap;
  }
`;

/** Parts of the bar. The controls of the drawing's look scroll where there is no room; lock, copy, hide and remove are always in sight. */
const Part = styled("div")`
  display: flex;
  flex: none;
  align-items: center;
  gap: 2px;
  &[data-part="look"] {
    flex: 0 1 auto;
    min-width: 0;
    /* Focus rings, which scrolling would cut off. */
    margin: -3px;
    padding: 3px;
    overflow-x: auto;
    scrollbar-width: none;
    ${scrollShade("var(--raised)")}
  }
  & > input {
    flex: 0 1 120px;
    min-width: 72px;
    height: 26px;
    padding: 0 6px;
    border: 1px solid var(--control);
    border-radius: 5px;
    background: var(--bg);
    color: var(--text);
    font-size: 13px;
  }
  & > input[inputmode="decimal"] {
    flex: none;
    width: 64px;
  }
  & > input[aria-invalid="true"] {
    border-color: var(--down);
  }
  /* Below the bar, which does not grow over the chart for it. */
  & > p {
    ${type.caption}
    position: absolute;
    top: calc(100% + 4px);
    left: 0;
    max-width: 320px;
    padding: 6px 8px;
    border: 1px solid var(--down);
    border-radius: 6px;
    background: var(--raised);
    color: var(--down);
  }
  & > span {
    padding: 0 6px;
    color: var(--muted);
    font-size: 12px;
    white-space: nowrap;
  }
`;

const Cell = styled("button")`
  display: grid;
  place-items: center;
  flex: none;
  width: 28px;
  height: 28px;
  border-radius: 5px;
  color: var(--muted);
  &:hover,
  &[aria-pressed="true"] {
    color: var(--text);
    background: var(--line);
  }
  & > i {
    width: 12px;
    height: 12px;
    border-radius: 3px;
  }
  & > b {
    width: 16px;
    border-radius: 2px;
    background: currentColor;
  }
  ${media.touch} {
    width: 44px;
    height: 44px;
  }
`;

const Wide = styled("button")`
  flex: none;
  height: 26px;
  padding: 0 10px;
  border: 1px solid var(--control);
  border-radius: 5px;
  color: var(--text);
  font-size: 12px;
  font-weight: 500;
  &:hover {
    background: var(--line);
  }
  &:disabled {
    background: none;
    color: var(--muted);
  }
  ${media.touch} {
    height: 44px;
  }
`;

/** The lines that an alert can be at. */
const ALERTED: readonly string[] = ["horizontal", "trend", "ray"];

/** The width after each, CSS px. */
const NEXT_WIDTH = { 1: 2, 2: 3, 3: 4, 4: 1 } as const;

type FieldProps = {
  drawings: DrawingsController;
  /** Takes a plan over into the ticket; null where there is none. */
  onPlan: ((plan: KeptDrawing) => void) | null;
  /** Opens an alert at a line; null where none can be set. */
  onAlert: ((line: KeptDrawing) => void) | null;
  /** Called when the next keys are for the chart, such as those that move the drawing or remove it. */
  onDone: () => void;
};

type BarProps = FieldProps & {
  /** Width of the price axis at the plot's right, which the bar leaves in sight, CSS px. */
  axisPx: number;
};

/** The settings of the selected drawing, over the plot's head. Announces the selection. */
export function DrawingBar({ drawings, onPlan, onAlert, onDone, axisPx }: BarProps) {
  useSignals();
  const selected = drawings.selected.value;
  const name = selected && drawingText.kinds[selected.drawing.kind];
  const leave = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    event.preventDefault();
    drawings.cancel();
    onDone();
  };
  // A pointer's click leaves the focus on a button, and one that removes or hides leaves it nowhere.
  const onClick = ({ detail, target }: MouseEvent) => {
    const isField = target instanceof HTMLInputElement;
    if (!isField && (detail > 0 || !drawings.selected.peek())) onDone();
  };
  return (
    <>
      <LiveRegion>{name ? `${drawingText.selection(name)}${formatText.fullStop} ${drawingText.keys}` : ""}</LiveRegion>
      {selected && name && (
        <Bar
          data-drawing=""
          style={{ maxWidth: `calc(100% - ${axisPx + 24}px)` }}
          role="toolbar"
          aria-label={drawingText.selection(name)}
          onKeyDown={leave}
          onClick={onClick}
        >
          <Fields key={selected.id} {...{ drawings, onPlan, onAlert, onDone }} />
        </Bar>
      )}
    </>
  );
}

function Fields({ drawings, onPlan, onAlert, onDone }: FieldProps) {
  useSignals();
  const selected = drawings.selected.value;
  const [riskProblem, setRiskProblem] = useState<string | null>(null);
  if (!selected) return null;
  const { id, drawing } = selected;
  const { style, isLocked } = drawing;

  function keepRisk(text: string): string | null {
    const read = readRisk(text);
    if ("problem" in read) return read.problem;
    drawings.change(id, (one) => ({ ...one, ...read }) as typeof drawing);
    return null;
  }

  return (
    <>
      <Part data-part="look">
        {drawing.kind === "text" && (
          <DrawingField
            label={drawingText.textField}
            kept={drawing.text}
            maxLength={TERMINAL.textMax}
            hasFocus={drawings.isNew}
            onTyped={(text) => {
              if (!isDisplayable(text)) return drawingText.textNotShown;
              if (text.trim() !== "") drawings.change(id, (one) => ({ ...one, text }) as typeof drawing);
              return null;
            }}
            onDone={onDone}
          />
        )}
        {isPlan(drawing) ? (
          <>
            <DrawingField
              label={drawingText.riskField}
              kept={riskToType(drawing.riskBasisPoints)}
              inputMode="decimal"
              problem={riskProblem}
              whileTyped={riskProblemWhileTyped}
              onProblem={setRiskProblem}
              onTyped={keepRisk}
              onDone={onDone}
            />
            <span>{drawingText.riskUnit}</span>
            {onPlan && (
              <Wide type="button" disabled={riskProblem !== null} onClick={() => onPlan(selected)}>
                {drawingText.toTicket}
              </Wide>
            )}
          </>
        ) : (
          <>
            <Button
              label={drawingText.width(style.width)}
              onClick={() => drawings.setStyle({ width: NEXT_WIDTH[style.width] })}
            >
              <b style={{ height: style.width }} />
            </Button>
            {coloursFor(drawing.kind).map((colour) => (
              <Button
                key={colour}
                label={drawingText.colour[colour]}
                isOn={style.colour === colour}
                onClick={() => drawings.setStyle({ colour })}
              >
                <i style={{ background: `var(--${colour})` }} />
              </Button>
            ))}
          </>
        )}
      </Part>
      <Part>
        {onAlert && ALERTED.includes(drawing.kind) && (
          <Wide type="button" onClick={() => onAlert(selected)}>
            {drawingText.alert}
          </Wide>
        )}
        <Button
          label={isLocked ? drawingText.unlock : drawingText.lock}
          isOn={isLocked}
          onClick={() => drawings.changeSelected((one) => ({ ...one, isLocked: !isLocked }))}
        >
          <DrawingIcon of="lock" />
        </Button>
        <Button label={drawingText.copy} onClick={() => drawings.copySelected()}>
          <DrawingIcon of="copy" />
        </Button>
        <Button
          label={drawingText.hide}
          onClick={() => {
            drawings.changeSelected((one) => ({ ...one, isHidden: true }));
            drawings.cancel();
          }}
        >
          <DrawingIcon of="eye" />
        </Button>
        {!isLocked && (
          <Button label={drawingText.remove} onClick={() => drawings.removeSelected()}>
            <DrawingIcon of="bin" />
          </Button>
        )}
      </Part>
    </>
  );
}

type ButtonProps = { label: string; isOn?: boolean; onClick: () => void; children: ReactNode };

function Button({ label, isOn, onClick, children }: ButtonProps) {
  return (
    <Cell type="button" title={label} aria-label={label} aria-pressed={isOn} onClick={onClick}>
      {children}
    </Cell>
  );
}
