import { type ReadonlySignal, type Signal, signal } from "@preact/signals-react";
import type { Anchor, Drawing, DrawingKind, DrawingStyle } from "../../worker/contract/terminal/terminal-schema.ts";
import { type Box, clearTags } from "./clear-tags.ts";
import { type DrawingChange, type DrawingHistory, isSameDrawing, type KeptDrawing } from "./drawing-history.ts";
import { HANDLES, isPlan, newDrawing, PLACES, wholePrice } from "./drawing-kinds.ts";
import { handlesOf, type ShapeTexts, shapesOf } from "./drawing-shapes.ts";
import { type Hit, hitDrawing, REACH_PX, type Target } from "./hit-drawings.ts";
import { anchorWithMagnet, type MagnetColumns, moveByKey, moveByPixels, moveHandle } from "./move-drawing.ts";
import type { Point, Projection } from "./projection.ts";
import { isInView } from "./shape-in-view.ts";

/** The chart and the kept drawings as the controller needs them. */
export type DrawingsHost = {
  /** Null before the chart has drawn. */
  projection: () => Projection | null;
  columns: () => MagnetColumns;
  /** The boxes that are shown above the drawings. */
  marks: () => readonly Box[];
  texts: ShapeTexts;
  /** The content of a new text until it is changed. */
  newText: string;
  /** The acts on the symbol's drawings, also on a chart before. */
  history: DrawingHistory;
  /** Whether places are drawn to the prices of candles. */
  isMagnet: Signal<boolean>;
  /** Keeps changes; {@link DrawingsController.setDrawings} follows. */
  keep: (changes: DrawingChange[]) => void;
  /** Draws again soon. */
  redraw: () => void;
};

type Pointer = "mouse" | "touch";

/** The pointer places a new drawing, or moves one or a handle of it. */
type Act =
  | { type: "place"; drawing: Drawing; placed: number; from: Point; isFirst: boolean }
  | { type: "move"; id: string; handle: number | null; from: Point; original: Drawing; drawing: Drawing };

/** A press that moves less is a click, CSS px. */
const CLICK_PX = 4;
/** A copy stands this far from the original, CSS px. */
const COPY_PX = { x: 16, y: 16 };

/** The drawings of one chart: which are selected, how input changes them, and what is drawn of them. */
export class DrawingsController {
  readonly #host: DrawingsHost;
  readonly #state = {
    tool: signal<DrawingKind | null>(null),
    selected: signal<KeptDrawing | null>(null),
    /** Whether there is something to undo and redo. */
    history: signal({ canUndo: false, canRedo: false }),
  };
  #drawings: readonly KeptDrawing[] = [];
  #isToolKept = false;
  #isNew = false;
  /** The handle that the arrow keys move; null moves all of the drawing. */
  #focusedHandle: number | null = null;
  #act: Act | null = null;

  constructor(host: DrawingsHost) {
    this.#host = host;
    this.#noteHistory();
  }

  /** The chosen tool; null is the cross. */
  get tool(): ReadonlySignal<DrawingKind | null> {
    return this.#state.tool;
  }

  get selected(): ReadonlySignal<KeptDrawing | null> {
    return this.#state.selected;
  }

  /** Whether the selected drawing has just been placed. */
  get isNew(): boolean {
    return this.#isNew;
  }

  get isMagnet(): ReadonlySignal<boolean> {
    return this.#host.isMagnet;
  }

  get history(): ReadonlySignal<{ canUndo: boolean; canRedo: boolean }> {
    return this.#state.history;
  }

  /** Takes the kept drawings, also after another device has changed them. An act on a drawing that is gone ends. */
  setDrawings(drawings: readonly KeptDrawing[]): void {
    this.#drawings = drawings;
    const act = this.#act;
    // Compared by value: the account's answer to the change before gives the same drawing once more.
    if (act?.type === "move" && !isSameDrawing(this.#drawing(act.id), act.original)) this.#act = null;
    const id = this.#state.selected.peek()?.id;
    if (id !== undefined) this.select(id);
    this.#host.redraw();
  }

  /** The drawings in view, in the order in which they are drawn: each with its shapes, and the handles of the selected one. */
  targets(projection: Projection): (Target & { drawing: Drawing })[] {
    const act = this.#act;
    const selectedId = this.#state.selected.peek()?.id;
    const shown = this.#drawings.map(({ id, drawing }) => ({
      id,
      drawing: act?.type === "move" && act.id === id ? act.drawing : drawing,
    }));
    if (act?.type === "place") shown.push({ id: "", drawing: act.drawing });
    const targets = shown
      .filter(({ drawing }) => !drawing.isHidden)
      .map(({ id, drawing }) => ({
        id,
        drawing,
        shapes: shapesOf(drawing, projection, this.#host.texts).filter((shape) => isInView(shape, projection)),
        handles: id === selectedId || id === "" ? handlesOf(drawing, projection) : [],
      }))
      .filter(({ shapes, handles }) => shapes.length + handles.length > 0);
    return clearTags(targets, this.#host.marks(), projection);
  }

  get focusedHandle(): number | null {
    return this.#focusedHandle;
  }

  /** Chooses a tool. @param isKept it stays after a drawing */
  choose(tool: DrawingKind | null, { isKept = false } = {}): void {
    this.#isToolKept = isKept;
    this.#act = null;
    this.#state.tool.value = tool;
    if (tool) this.select(null);
    this.#host.redraw();
  }

  /** @param id null for none, as is one that is not there */
  select(id: string | null): void {
    const drawing = id === null ? null : this.#drawing(id);
    const isOther = id !== this.#state.selected.peek()?.id;
    if (isOther) {
      this.#focusedHandle = null;
      this.#isNew = false;
    }
    this.#state.selected.value = id !== null && drawing ? { id, drawing } : null;
  }

  toggleMagnet(): void {
    this.#host.isMagnet.value = !this.#host.isMagnet.peek();
  }

  /** Places a drawing of the chosen tool into the middle of the chart and selects it: for the keyboard. */
  placeInMiddle(): void {
    const projection = this.#host.projection();
    const tool = this.#state.tool.peek();
    if (!projection || !tool) return;
    const { widthPx, heightPx } = projection;
    const places = [
      { x: widthPx * 0.35, y: heightPx * 0.55 },
      { x: widthPx * 0.65, y: heightPx * 0.4 },
      { x: widthPx * 0.65, y: heightPx * 0.6 },
    ].map((point) => this.#anchorAt(point, projection));
    const [first] = places;
    if (!first) return;
    let drawing = this.#begin(tool, first, projection);
    for (let i = 1; i < PLACES[tool]; i++) drawing = moveHandle(drawing, i, places[i] ?? first);
    this.#finish(drawing);
  }

  /**
   * @returns whether the press is for the drawings, and not for the chart. A drag pans from a locked drawing, and with a
   * finger from one that was not selected before: on a phone there is hardly a place without a drawing.
   */
  press(point: Point, pointer: Pointer): boolean {
    const projection = this.#host.projection();
    if (!projection) return false;
    const tool = this.#state.tool.peek();
    if (tool) {
      this.#pressWithTool(tool, point, projection);
      return true;
    }
    const hit = this.#hit(point, pointer, projection);
    const canMove = pointer === "mouse" || hit?.id === this.#state.selected.peek()?.id;
    this.select(hit?.id ?? null);
    this.#host.redraw();
    const original = hit && this.#drawing(hit.id);
    if (!original || original.isLocked || !canMove) return false;
    this.#act = { type: "move", ...hit, from: point, original, drawing: original };
    return true;
  }

  #pressWithTool(tool: DrawingKind, point: Point, projection: Projection): void {
    const act = this.#act;
    if (act?.type === "place") {
      act.from = point;
      this.#placeNext(act, point, projection);
    } else {
      const drawing = this.#begin(tool, this.#anchorAt(point, projection), projection);
      this.#act = { type: "place", drawing, placed: 1, from: point, isFirst: true };
    }
    this.#host.redraw();
  }

  /** The pointer has moved, pressed or not. @returns the cursor for what is there; empty for the chart's own */
  move(point: Point, pointer: Pointer): "" | "pointer" | "move" {
    const projection = this.#host.projection();
    if (!projection) return "";
    const act = this.#act;
    if (act?.type === "place") {
      this.#placeNext(act, point, projection);
      this.#host.redraw();
    } else if (act) {
      const by = { x: point.x - act.from.x, y: point.y - act.from.y };
      act.drawing =
        act.handle === null
          ? moveByPixels(act.original, by, projection)
          : moveHandle(act.original, act.handle, this.#anchorAt(point, projection));
      this.#host.redraw();
      return "move";
    }
    if (this.#state.tool.peek()) return "";
    const hit = this.#hit(point, pointer, projection);
    return hit ? (hit.handle === null ? "pointer" : "move") : "";
  }

  /** The pointer was lifted. */
  release(point: Point): void {
    const act = this.#act;
    if (!act) return;
    const isClick = Math.hypot(point.x - act.from.x, point.y - act.from.y) < CLICK_PX;
    if (act.type === "move") {
      this.#act = null;
      if (!isClick) this.#keep([{ id: act.id, drawing: act.drawing }]);
    } else {
      // The first press gives one place, and two when it is a drag; each later one gives the next.
      if (!act.isFirst || !isClick) act.placed += 1;
      act.isFirst = false;
      if (act.placed >= PLACES[act.drawing.kind]) this.#finish(act.drawing);
    }
    this.#host.redraw();
  }

  /** The press was interrupted: it places and moves nothing. Places that were given before it stay. */
  interrupt(): void {
    const act = this.#act;
    if (!act || (act.type === "place" && !act.isFirst)) return;
    this.#act = null;
    this.#host.redraw();
  }

  /** Cancels what is under way: first the act, then the tool, then the selection. @returns whether there was any */
  cancel(): boolean {
    const { tool, selected } = this.#state;
    if (this.#act) this.#act = null;
    else if (tool.peek()) tool.value = null;
    else if (selected.peek()) this.select(null);
    else return false;
    this.#host.redraw();
    return true;
  }

  /** A key on the chart. @returns whether it was for the drawings */
  key(event: { key: string; shiftKey: boolean }): boolean {
    const projection = this.#host.projection();
    const selected = this.#state.selected.peek();
    if (event.key === "Escape") return this.cancel();
    if (event.key === "Enter" || event.key === " ") {
      if (this.#state.tool.peek()) this.placeInMiddle();
      else this.#selectNext();
      return true;
    }
    if (!selected || !projection) return false;
    if (event.key === "Delete" || event.key === "Backspace") {
      this.removeSelected();
      return true;
    }
    if (event.key === "Tab") return this.#focusHandle(selected.drawing, event.shiftKey ? -1 : 1);
    if (selected.drawing.isLocked) return false;
    const moved = moveByKey(selected.drawing, this.#focusedHandle, event, projection);
    if (moved) this.#keep([{ id: selected.id, drawing: moved }]);
    return moved !== null;
  }

  undo(): void {
    this.#host.keep(this.#host.history.undo((id) => this.#drawing(id)));
    this.#noteHistory();
  }

  redo(): void {
    this.#host.keep(this.#host.history.redo((id) => this.#drawing(id)));
    this.#noteHistory();
  }

  /** Changes the selected drawing, such as its colour. */
  changeSelected(change: (drawing: Drawing) => Drawing): void {
    const selected = this.#state.selected.peek();
    if (selected) this.change(selected.id, change);
  }

  /** Changes a drawing, selected or not, unless it is gone. */
  change(id: string, change: (drawing: Drawing) => Drawing): void {
    const drawing = this.#drawing(id);
    if (drawing) this.#keep([{ id, drawing: change(drawing) }]);
  }

  setStyle(style: Partial<DrawingStyle>): void {
    this.changeSelected((drawing) => ({ ...drawing, style: { ...drawing.style, ...style } }));
  }

  removeSelected(): void {
    const selected = this.#state.selected.peek();
    if (selected && !selected.drawing.isLocked) this.#keep([{ id: selected.id, drawing: null }]);
  }

  copySelected(): void {
    const [selected, projection] = [this.#state.selected.peek(), this.#host.projection()];
    if (!selected || !projection) return;
    const moved = moveByPixels(selected.drawing, COPY_PX, projection);
    this.#finish({ ...moved, isLocked: false });
  }

  /** Hides all drawings, or shows them when all are hidden. */
  toggleHidden(): void {
    const isHidden = !this.#drawings.every(({ drawing }) => drawing.isHidden);
    this.#keep(this.#drawings.map(({ id, drawing }) => ({ id, drawing: { ...drawing, isHidden } })));
    this.select(null);
  }

  /** Locks all drawings, or unlocks them when all are locked. */
  toggleLocked(): void {
    const isLocked = !this.#drawings.every(({ drawing }) => drawing.isLocked);
    this.#keep(this.#drawings.map(({ id, drawing }) => ({ id, drawing: { ...drawing, isLocked } })));
  }

  /** Removes all drawings but the locked ones; an undo brings them back. */
  removeAll(): void {
    const free = this.#drawings.filter(({ drawing }) => !drawing.isLocked);
    this.#keep(free.map(({ id }) => ({ id, drawing: null })));
  }

  #begin(kind: DrawingKind, at: Anchor, projection: Projection): Drawing {
    const priceAt = (y: number) => projection.anchorAt({ x: 0, y }).price;
    // A plan's stop is an eighth of the visible range away.
    const range = Math.abs(priceAt(0) - priceAt(projection.heightPx));
    const shareOfPrice = Math.min(0.2, range / 8 / at.price);
    const place = { time: at.time, price: wholePrice(at.price) };
    return newDrawing(kind, place, { barMs: projection.rows.sizeMs, text: this.#host.newText, shareOfPrice });
  }

  /** The next place of a new drawing follows the pointer; those after it stay at the same place. */
  #placeNext(act: Extract<Act, { type: "place" }>, point: Point, projection: Projection): void {
    const { kind } = act.drawing;
    const to = this.#anchorAt(point, projection);
    // What has one place alone follows while it is pressed; a plan's entry would leave its target behind.
    const first = PLACES[kind] === 1 && !isPlan(act.drawing) ? 0 : act.placed;
    for (let i = first; i < PLACES[kind]; i++) {
      act.drawing = moveHandle(act.drawing, i, to);
    }
  }

  #finish(drawing: Drawing): void {
    const id = crypto.randomUUID();
    this.#act = null;
    if (!this.#isToolKept) this.#state.tool.value = null;
    this.#keep([{ id, drawing }]);
    this.select(id);
    this.#isNew = true;
  }

  #keep(given: DrawingChange[]): void {
    const changes = given.filter(({ id, drawing }) => !isSameDrawing(this.#drawing(id), drawing));
    if (changes.length === 0) return;
    this.#host.history.note(changes.map(({ id, drawing }) => ({ id, before: this.#drawing(id), after: drawing })));
    this.#host.keep(changes);
    this.#noteHistory();
  }

  #noteHistory(): void {
    const { canUndo, canRedo } = this.#host.history;
    this.#state.history.value = { canUndo, canRedo };
  }

  #drawing(id: string): Drawing | null {
    return this.#drawings.find((one) => one.id === id)?.drawing ?? null;
  }

  #selectNext(): void {
    const shown = this.#drawings.filter(({ drawing }) => !drawing.isHidden);
    const at = shown.findIndex(({ id }) => id === this.#state.selected.peek()?.id);
    this.select(shown[(at + 1) % shown.length]?.id ?? null);
    this.#host.redraw();
  }

  /** @returns false after the last handle, and before the first, so that the focus leaves the chart */
  #focusHandle({ kind }: Drawing, by: 1 | -1): boolean {
    const next = (this.#focusedHandle ?? -1) + by;
    const isThere = next >= -1 && next < HANDLES[kind].length;
    this.#focusedHandle = isThere && next >= 0 ? next : null;
    this.#host.redraw();
    return isThere;
  }

  #hit(point: Point, pointer: Pointer, projection: Projection): Hit | null {
    return hitDrawing(this.targets(projection), point, REACH_PX[pointer]);
  }

  #anchorAt(point: Point, projection: Projection): Anchor {
    if (this.#host.isMagnet.peek()) return anchorWithMagnet(point, projection, this.#host.columns());
    const anchor = projection.anchorAt(point);
    return { time: Math.max(0, anchor.time), price: anchor.price };
  }
}
