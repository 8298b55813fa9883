import { expect, test } from "bun:test";
import { winningChanges } from "../../worker/contract/terminal/terminal-changes.ts";
import type { Drawing, TerminalChange } from "../../worker/contract/terminal/terminal-schema.ts";
import { anyDrawing } from "../test/drawn.ts";
import { fc } from "../test/property.ts";
import { horizontalLine } from "../test/test-terminal.ts";
import { type DrawingChange, DrawingHistory } from "./drawing-history.ts";

/** A device with the changes that it has made and received. */
class Device {
  readonly history = new DrawingHistory();
  changes: TerminalChange[] = [];

  drawing = (id: string): Drawing | null => this.#entry(id)?.body ?? null;

  /** What is shown, by id. */
  shown(): [string, Drawing][] {
    const entries = [...winningChanges(this.changes).values()];
    const live = entries.flatMap((one): [string, Drawing][] =>
      one.kind === "drawing" && one.body ? [[one.id, one.body]] : [],
    );
    return live.sort(([a], [b]) => (a < b ? -1 : 1));
  }

  act(changes: DrawingChange[]): void {
    this.history.note(changes.map(({ id, drawing }) => ({ id, before: this.drawing(id), after: drawing })));
    this.keep(changes);
  }

  undo(): DrawingChange[] {
    return this.keep(this.history.undo(this.drawing));
  }

  redo(): DrawingChange[] {
    return this.keep(this.history.redo(this.drawing));
  }

  keep(changes: DrawingChange[]): DrawingChange[] {
    for (const { id, drawing: body } of changes) {
      const version = (this.#entry(id)?.version ?? 0) + 1;
      this.changes.push({ kind: "drawing", symbol: "BTCUSDm", id, version, body });
    }
    return changes;
  }

  #entry(id: string) {
    const entry = winningChanges(this.changes).get(`drawing BTCUSDm ${id}`);
    return entry?.kind === "drawing" ? entry : undefined;
  }
}

const id = fc.constantFrom("a", "b", "c");
const change: fc.Arbitrary<DrawingChange> = fc.record({ id, drawing: fc.option(anyDrawing, { freq: 3 }) });
const act = fc.array(change, { minLength: 1, maxLength: 2 }).map((changes) => [
  // An act changes a drawing once.
  ...new Map(changes.map((one) => [one.id, one])).values(),
]);

test("undone as often as something was done, the drawings are what they were, and redone what they became", () => {
  fc.assert(
    fc.property(fc.array(act, { maxLength: 8 }), fc.array(act, { maxLength: 10 }), (earlier, acts) => {
      const device = new Device();
      for (const changes of earlier) device.keep(changes);
      const states = [device.shown()];
      for (const changes of acts) {
        device.act(changes);
        const state = device.shown();
        if (JSON.stringify(state) !== JSON.stringify(states.at(-1))) states.push(state);
      }
      for (const state of states.slice(0, -1).toReversed()) {
        expect(device.undo().length).toBeGreaterThan(0);
        expect(device.shown()).toEqual(state);
      }
      expect(device.undo()).toEqual([]);
      for (const state of states.slice(1)) {
        device.redo();
        expect(device.shown()).toEqual(state);
      }
      expect(device.redo()).toEqual([]);
    }),
  );
});

type Event = { type: "act"; changes: DrawingChange[] } | { type: "undo" | "redo" } | { type: "hear"; from: number };
const event: fc.Arbitrary<Event> = fc.oneof(
  fc.record({ type: fc.constant("act" as const), changes: act }),
  fc.record({ type: fc.constantFrom("undo" as const, "redo" as const) }),
  fc.record({ type: fc.constant("hear" as const), from: fc.nat({ max: 2 }) }),
);

test("three devices that draw, undo and hear of each other as they can end with the same drawings", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat({ max: 2 }), event), { maxLength: 30 }), (events) => {
      const devices = [new Device(), new Device(), new Device()];
      for (const [which, one] of events) {
        const device = devices[which];
        if (!device) continue;
        if (one.type === "act") device.act(one.changes);
        else if (one.type === "hear") device.changes.push(...(devices[one.from]?.changes ?? []));
        else device[one.type]();
      }
      const all = devices.flatMap(({ changes }) => changes);
      // In another order at each.
      const shown = devices.map((device, i) => {
        const late = [...all.slice(i * 3), ...all.slice(0, i * 3)];
        device.changes.push(...(i === 1 ? late.toReversed() : late));
        return device.shown();
      });
      expect(shown[1]).toEqual(shown[0] as [string, Drawing][]);
      expect(shown[2]).toEqual(shown[0] as [string, Drawing][]);
    }),
  );
});

test("an undo does not bring back what another device has deleted, nor take back what it has changed", () => {
  const [here, there] = [new Device(), new Device()];
  const share = () => {
    const all = [...here.changes, ...there.changes];
    here.changes = [...all];
    there.changes = [...all];
  };
  here.act([{ id: "a", drawing: horizontalLine(1) }]);
  here.act([{ id: "a", drawing: horizontalLine(2) }]);
  here.act([{ id: "b", drawing: horizontalLine(3) }]);
  share();
  there.act([{ id: "a", drawing: null }]);
  there.act([{ id: "b", drawing: horizontalLine(4) }]);
  share();
  expect(here.undo()).toEqual([]);
  expect(here.shown()).toEqual([["b", horizontalLine(4)]]);
  // The device that has deleted it can.
  there.undo();
  there.undo();
  expect(there.shown().map(([one]) => one)).toEqual(["a", "b"]);
});

test("what the account has answered in another order of properties is the same drawing", () => {
  const device = new Device();
  device.act([{ id: "a", drawing: horizontalLine(1) }]);
  const entry = device.changes.at(-1);
  if (entry?.kind !== "drawing" || !entry.body) throw new Error("no drawing");
  entry.body = Object.fromEntries(Object.entries(entry.body).toReversed()) as Drawing;
  expect(device.undo()).toEqual([{ id: "a", drawing: null }]);
});

test("after something new there is nothing to redo, and an act that changes nothing is none", () => {
  const device = new Device();
  device.act([{ id: "a", drawing: horizontalLine(1) }]);
  device.undo();
  expect(device.history.canRedo).toBe(true);
  device.act([{ id: "b", drawing: horizontalLine(1) }]);
  expect([device.history.canUndo, device.history.canRedo]).toEqual([true, false]);
  device.act([{ id: "b", drawing: horizontalLine(1) }]);
  device.undo();
  expect(device.shown()).toEqual([]);
});
