import { expect, test } from "bun:test";
import { screen } from "@testing-library/react";
import { render } from "./render.tsx";

/** The message of a failed assertion. */
function messageOf(assert: () => void): string {
  try {
    assert();
  } catch (error) {
    return Bun.stripANSI(String(error));
  }
  throw new Error("the assertion holds");
}

/** The stack of what a failed assertion throws. */
function stackOf(assert: () => void): string {
  try {
    assert();
  } catch (error) {
    return error instanceof Error ? (error.stack?.slice(error.stack.indexOf("\n    at ")) ?? "") : "";
  }
  throw new Error("the assertion holds");
}

test("a failed assertion on a node prints its tag, its attributes and its first words", () => {
  render(
    <main>
      <button type="button" aria-label="Close">
        Close <b>it</b>
      </button>
      <p>{"long ".repeat(1_000)}</p>
      <input name="amount" />
    </main>,
  );
  const button = screen.getByRole("button");
  const paragraph = screen.getByRole("paragraph");
  expect(messageOf(() => expect<HTMLElement | null>(button).toBeNull())).toContain(
    'Received: <button type="button" aria-label="Close">Close it</button>',
  );
  const field = screen.getByRole("textbox");
  const messages = [
    messageOf(() => expect(button).toBe(paragraph)),
    messageOf(() => expect(paragraph).not.toBe(paragraph)),
    messageOf(() => expect<unknown>([field]).toBe(paragraph)),
    messageOf(() => expect(field).toBeUndefined()),
    messageOf(() => expect(document.querySelectorAll("button, p")).toHaveLength(3)),
    messageOf(() => expect<Node | null>(document.body.firstChild).toBe(document)),
    messageOf(() => expect(paragraph.firstChild).toBe(null)),
    messageOf(() => expect<Node>(button).toEqual(paragraph)),
    messageOf(() => expect<unknown>([button, paragraph]).toEqual([paragraph, button])),
    messageOf(() => expect<unknown>({ button }).toStrictEqual({ button: paragraph })),
    messageOf(() => expect<unknown>(button).toMatchObject({ tagName: "P" })),
    messageOf(() => expect<unknown>(screen.queryAllByRole("textbox")).toEqual([])),
  ];
  // The line that is shown is the test's.
  for (const assert of [() => expect<Node>(button).toEqual(paragraph), () => expect({ a: 1 }).toEqual({ a: 2 })]) {
    expect(stackOf(assert)).toContain(import.meta.path);
    expect(stackOf(assert)).not.toContain("node-assertions");
  }
  expect(button).toEqual(button);
  expect([button, field]).toEqual([button, field]);
  expect(messages.filter((message) => message.length > 1_000 || message.split("\n").length > 20)).toEqual([]);
});
