import { afterEach, expect, test } from "bun:test";
import { fireEvent } from "@testing-library/react";
import { finger, INTERRUPTIONS } from "../test/pointer.ts";
import { followPointer } from "./follow-pointer.ts";

afterEach(() => document.body.replaceChildren());

/** An element in the page, what a pointer did that was pressed on it, and what ends that. */
function followed() {
  const element = document.createElement("div");
  document.body.append(element);
  const done: string[] = [];
  const ends: (() => void)[] = [];
  element.addEventListener("pointerdown", (event) => {
    ends.push(
      followPointer(element, event, {
        move: ({ clientY }) => done.push(`move ${clientY}`),
        drop: ({ clientY }) => done.push(`drop ${clientY}`),
        cancel: () => done.push("cancel"),
      }),
    );
  });
  finger.press(element, 0, 10);
  return { element, done, end: () => ends[0]?.() };
}

test("a pointer is followed until it is lifted, and then no more", () => {
  const { element, done, end } = followed();
  finger.move(element, 0, 20);
  fireEvent.pointerMove(element, { pointerId: 2, clientY: 99 });
  fireEvent.pointerUp(element, { pointerId: 2, clientY: 99 });
  finger.lift(element, 0, 30);
  finger.move(element, 0, 40);
  for (const [, interrupt] of INTERRUPTIONS.slice(2)) interrupt(element);
  end();
  expect(done).toEqual(["move 20", "drop 30"]);
});

test.each(INTERRUPTIONS)("%s cancels once what the pointer does", (_, interrupt) => {
  const { element, done } = followed();
  finger.move(element, 0, 20);
  interrupt(element);
  finger.move(element, 0, 30);
  finger.lift(element, 0, 30);
  expect(done).toEqual(["move 20", "cancel"]);
});

test("an element that scrolls without moving the pressed one interrupts nothing", () => {
  const { element, done } = followed();
  const other = document.createElement("div");
  document.body.append(other);
  fireEvent.scroll(other);
  finger.lift(element, 0, 30);
  expect(done).toEqual(["drop 30"]);
});

test("the Esc that cancels does nothing else, and the next one is the page's", () => {
  const { element } = followed();
  const heard: string[] = [];
  const hear = ({ key }: KeyboardEvent) => heard.push(key);
  document.addEventListener("keydown", hear);
  const isLeftToPage = () => fireEvent.keyDown(element, { key: "Escape" });
  expect([isLeftToPage(), heard.length]).toEqual([false, 0]);
  expect([isLeftToPage(), heard.length]).toEqual([true, 1]);
  document.removeEventListener("keydown", hear);
});
