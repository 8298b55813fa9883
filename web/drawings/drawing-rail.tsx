import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { type KeyboardEvent, memo, useRef } from "react";
import type { DrawingKind } from "../../worker/contract/terminal/terminal-schema.ts";
import { focusByKey } from "../ui/list-keys.ts";
import { media } from "../ui/theme.ts";
import { DrawingIcon } from "./drawing-icons.tsx";
import { drawingText } from "./drawing-text.ts";
import type { DrawingsController } from "./drawings-controller.ts";

const Rail = styled("div")`
  display: flex;
  flex-direction: column;
  flex: none;
  width: 40px;
  padding: 4px 3px;
  border-right: 1px solid var(--line);
  overflow-y: auto;
  scrollbar-width: none;
  & > span {
    flex: none;
    height: 1px;
    margin: 4px 4px;
    background: var(--line);
  }
  & > span:last-of-type {
    flex: 1 0 1px;
    background: none;
  }
  ${media.touch} {
    width: 52px;
  }
  ${media.phone} {
    &[data-open="false"] {
      display: none;
    }
  }
  ${media.lying} {
    &[data-open="false"] {
      display: none;
    }
  }
`;

const Opener = styled("button")`
  display: grid;
  place-items: center;
  flex: none;
  border-radius: var(--radius-control);
  color: var(--muted);
  &:hover,
  &[aria-expanded="true"] {
    color: var(--text);
  }
  &[aria-expanded="true"] {
    background: var(--raised);
  }
  &:focus-visible {
    outline-offset: -2px;
  }
`;

// A low window has lower cells, so that all of them are seen.
const Cell = styled("button")`
  display: grid;
  place-items: center;
  flex: 0 1 30px;
  width: 32px;
  min-height: 24px;
  border-radius: 6px;
  color: var(--muted);
  &:hover,
  &[aria-pressed="true"] {
    color: var(--text);
  }
  &[aria-pressed="true"] {
    background: var(--raised);
  }
  &:disabled {
    color: var(--control);
  }
  &:focus-visible {
    outline-offset: -2px;
  }
  ${media.touch} {
    flex: none;
    width: 44px;
    height: 44px;
  }
`;

/** The tools in their groups. Source: look/terminal.md, "Chart" */
const GROUPS: readonly (readonly DrawingKind[])[] = [
  ["trend", "ray", "horizontal", "vertical", "channel", "rectangle", "fibonacci"],
  ["measure", "arrow", "text", "long", "short"],
];

type DrawingRailProps = {
  drawings: DrawingsController;
  /** Whether it is there on phones, whose charts have no room for it otherwise. */
  isOpen: boolean;
  /** Called after a tool was chosen: the next keys are for the chart. */
  onChosen: () => void;
};

/** Opens the tools on phones. */
export function DrawingRailButton({ isOpen, onOpen }: { isOpen: boolean; onOpen: (isOpen: boolean) => void }) {
  return (
    <Opener type="button" aria-label={drawingText.tools} aria-expanded={isOpen} onClick={() => onOpen(!isOpen)}>
      <DrawingIcon of="trend" />
    </Opener>
  );
}

/** The tools at the plot's left. */
export const DrawingRail = memo(function DrawingRail({ drawings, isOpen, onChosen }: DrawingRailProps) {
  useSignals();
  const tool = drawings.tool.value;
  const history = drawings.history.value;
  const choose = (kind: DrawingKind, isByKey: boolean) => {
    drawings.choose(kind);
    if (isByKey) drawings.placeInMiddle();
    onChosen();
  };
  /** The tool that a first click was on. */
  const pressed = useRef<DrawingKind | null>(null);
  return (
    <Rail
      role="toolbar"
      aria-orientation="vertical"
      aria-label={drawingText.tools}
      data-open={isOpen}
      onKeyDown={moveFocus}
    >
      <Tool
        icon="cross"
        label={drawingText.cross}
        isOn={tool === null}
        isTabStop={tool === null}
        onClick={() => drawings.choose(null)}
      />
      {GROUPS.map((kinds) => [
        <span key={`line ${kinds[0]}`} />,
        ...kinds.map((kind) => (
          <Tool
            key={kind}
            icon={kind}
            label={drawingText.kinds[kind]}
            isOn={tool === kind}
            isTabStop={tool === kind}
            // A click by Enter or Space has no clicks of a pointer.
            onClick={(clicks) => {
              if (clicks === 1) pressed.current = kind;
              choose(kind, clicks === 0);
            }}
            // Two quick taps on neighbouring buttons are a double click on the second one.
            onDoubleClick={() => pressed.current === kind && drawings.choose(kind, { isKept: true })}
          />
        )),
      ])}
      <span />
      <Tool icon="undo" label={drawingText.undo} isDisabled={!history.canUndo} onClick={() => drawings.undo()} />
      <Tool icon="redo" label={drawingText.redo} isDisabled={!history.canRedo} onClick={() => drawings.redo()} />
      <Tool
        icon="magnet"
        label={drawingText.magnet}
        isOn={drawings.isMagnet.value}
        onClick={() => drawings.toggleMagnet()}
      />
      <Tool icon="eye" label={drawingText.hideAll} onClick={() => drawings.toggleHidden()} />
      <Tool icon="lock" label={drawingText.lockAll} onClick={() => drawings.toggleLocked()} />
      <Tool icon="bin" label={drawingText.removeAll} onClick={() => drawings.removeAll()} />
    </Rail>
  );
});

/** The rail is one stop of the tab key, at the chosen tool; arrow keys lead through all that is enabled. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  focusByKey(event, { isRing: true });
}

type ToolProps = {
  icon: Parameters<typeof DrawingIcon>[0]["of"];
  label: string;
  isOn?: boolean;
  isTabStop?: boolean;
  isDisabled?: boolean;
  onClick: (clicks: number) => void;
  onDoubleClick?: () => void;
};

function Tool({ icon, label, isOn, isTabStop = false, isDisabled, onClick, onDoubleClick }: ToolProps) {
  return (
    <Cell
      type="button"
      title={label}
      aria-label={label}
      aria-pressed={isOn}
      disabled={isDisabled}
      tabIndex={isTabStop ? 0 : -1}
      onClick={({ detail }) => onClick(detail)}
      onDoubleClick={onDoubleClick}
    >
      <DrawingIcon of={icon} />
    </Cell>
  );
}
