import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from "react";
import { TERMINAL } from "../../../worker/contract/terminal/terminal-limits.ts";
import { LiveRegion } from "../../ui/live-region.tsx";
import { scrollShade } from "../../ui/scroll-shade.ts";
import { media } from "../../ui/theme.ts";
import { DrawingIcon } from "./drawing-icons.tsx";
import { coloursFor, isPlan } from "./drawing-kinds.ts";
import { drawingText } from "./drawing-text.ts";
import type { DrawingsController, PlacedDrawing } from "./drawings-controller.ts";

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
  & > input[type="number"] {
    flex: none;
    width: 64px;
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
  ${media.touch} {
    height: 44px;
  }
`;

/** The width after each, CSS px. */
const NEXT_WIDTH = { 1: 2, 2: 3, 3: 4, 4: 1 } as const;
const BASIS_POINTS = 100;

type FieldProps = {
  drawings: DrawingsController;
  /** Takes a plan over into the ticket. */
  onPlan: (plan: PlacedDrawing) => void;
  /** Called when the next keys are for the chart, such as those that move the drawing or remove it. */
  onDone: () => void;
};

type BarProps = FieldProps & {
  /** Width of the price axis at the plot's right, which the bar leaves in sight, CSS px. */
  axisPx: number;
};

/** What can be changed of the selected drawing, over the plot's head. Announces what is selected. */
export function DrawingBar({ drawings, onPlan, onDone, axisPx }: BarProps) {
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
      <LiveRegion>{name ? `${drawingText.selection(name)}. ${drawingText.keys}` : ""}</LiveRegion>
      {selected && name && (
        <Bar
          data-drawing=""
          style={{ maxWidth: `calc(100% - ${axisPx + 24}px)` }}
          role="toolbar"
          aria-label={drawingText.selection(name)}
          onKeyDown={leave}
          onClick={onClick}
        >
          <Fields key={selected.id} {...{ drawings, onPlan, onDone }} />
        </Bar>
      )}
    </>
  );
}

function Fields({ drawings, onPlan, onDone }: FieldProps) {
  useSignals();
  const selected = drawings.selected.value;
  if (!selected) return null;
  const { id, drawing } = selected;
  const { style, isLocked } = drawing;
  return (
    <>
      <Part data-part="look">
        {drawing.kind === "text" && (
          <Typed
            label={drawingText.textField}
            kept={drawing.text}
            maxLength={TERMINAL.textMax}
            hasFocus={drawings.isNew}
            onTyped={(text) => text.trim() !== "" && drawings.change(id, (one) => ({ ...one, text }) as typeof drawing)}
            onDone={onDone}
          />
        )}
        {isPlan(drawing) ? (
          <>
            <Typed
              label={drawingText.riskField}
              kept={String(drawing.riskBasisPoints / BASIS_POINTS)}
              type="number"
              onTyped={(text) => {
                const riskBasisPoints = Math.round(Number(text) * BASIS_POINTS);
                if (riskBasisPoints < 1 || riskBasisPoints > 100 * BASIS_POINTS) return;
                drawings.change(id, (one) => ({ ...one, riskBasisPoints }) as typeof drawing);
              }}
              onDone={onDone}
            />
            <span>{drawingText.riskUnit}</span>
            <Wide type="button" onClick={() => onPlan(selected)}>
              {drawingText.toTicket}
            </Wide>
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

type TypedProps = {
  label: string;
  /** What is kept now. */
  kept: string;
  type?: "text" | "number";
  maxLength?: number;
  /** Whether it begins with the focus, all of it selected. */
  hasFocus?: boolean;
  onTyped: (text: string) => void;
  onDone: () => void;
};

/** A field whose text is kept when it is left or Enter is pressed, as one act. Escape gives up what was typed. */
function Typed({ label, kept, type = "text", maxLength, hasFocus = false, onTyped, onDone }: TypedProps) {
  const input = useRef<HTMLInputElement>(null);
  // Null while it shows what is kept, which an undo or another device may change.
  const [typed, setTyped] = useState<string | null>(null);
  const keep = useEffectEvent(() => {
    if (typed === null) return;
    onTyped(typed);
    setTyped(null);
  });
  const begin = useEffectEvent(() => {
    if (!hasFocus) return;
    input.current?.focus();
    input.current?.select();
  });
  useEffect(() => {
    begin();
    // A press on the chart selects something else, and the field is gone before it would lose the focus.
    return () => keep();
  }, []);
  return (
    <input
      ref={input}
      aria-label={label}
      title={label}
      type={type}
      maxLength={maxLength}
      step="any"
      value={typed ?? kept}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={() => keep()}
      onKeyDown={(event) => {
        if (event.key === "Enter") onDone();
        if (event.key !== "Escape" || typed === null) return;
        event.preventDefault();
        setTyped(null);
      }}
    />
  );
}
