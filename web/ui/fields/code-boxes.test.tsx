import { beforeEach, describe, expect, mock, test } from "bun:test";
import { createEvent, fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { render } from "../../test/render.tsx";
import { CodeBoxes, emptyCode } from "./code-boxes.tsx";

const complete = mock((_code: string) => {});

function Form({ start = emptyCode() }: { start?: readonly string[] }) {
  const [characters, setCharacters] = useState(start);
  return (
    <CodeBoxes
      label="Verification code"
      characters={characters}
      onChange={setCharacters}
      onComplete={complete}
      isFocusedFirst
    />
  );
}

function boxes(): HTMLInputElement[] {
  return screen.getAllByRole<HTMLInputElement>("textbox");
}

function box(number: number): HTMLInputElement {
  const found = boxes()[number - 1];
  if (!found) throw new Error(`there is no box ${number}`);
  return found;
}

function values(): string {
  return boxes()
    .map(({ value }) => value || "_")
    .join("");
}

function paste(number: number, text: string): void {
  const event = createEvent.paste(box(number), { clipboardData: { getData: () => text } });
  fireEvent(box(number), event);
}

beforeEach(() => {
  complete.mockClear();
});

describe("the code boxes", () => {
  test("are six, in a named group, each with its number, the first with the focus and the mail's autofill", () => {
    render(<Form />);
    expect(screen.getByRole("group", { name: "Verification code" })).toBeTruthy();
    expect(boxes().map((each) => each.getAttribute("aria-label"))).toEqual(
      [1, 2, 3, 4, 5, 6].map((number) => `Character ${number} of 6`),
    );
    expect(box(1).autocomplete).toBe("one-time-code");
    expect(document.activeElement).toBe(box(1));
  });

  test("move the focus while typing, and complete once, with the last one", () => {
    render(<Form />);
    for (const [index, character] of [..."7KQ4X2"].entries()) {
      expect(document.activeElement).toBe(box(index + 1));
      expect(complete).not.toHaveBeenCalled();
      fireEvent.change(box(index + 1), { target: { value: character } });
    }
    expect(values()).toBe("7KQ4X2");
    expect(complete.mock.calls).toEqual([["7KQ4X2"]]);
  });

  test.each([
    ["7KQ4X2", "7KQ4X2", 1],
    ["7KQ4X2999", "7KQ4X2", 1],
    [" 7KQ 4X2\n", "7KQ4X2", 1],
    ["7KQ", "7KQ___", 0],
  ])("take a pasted %j as %s", (text, filled, completions) => {
    render(<Form />);
    paste(3, text);
    expect(values()).toBe(filled);
    expect(complete).toHaveBeenCalledTimes(completions);
  });

  test("move the focus to the next empty box after a short paste", () => {
    render(<Form />);
    paste(1, "7KQ");
    expect(document.activeElement).toBe(box(4));
  });

  test("take a whole code that autofill puts into one box", () => {
    render(<Form />);
    fireEvent.change(box(1), { target: { value: "7KQ4X2" } });
    expect(values()).toBe("7KQ4X2");
    expect(complete.mock.calls).toEqual([["7KQ4X2"]]);
  });

  test("replace a character by typing over it, on either side of the caret", () => {
    render(<Form start={[..."7KQ4X2"]} />);
    fireEvent.change(box(2), { target: { value: "KZ" } });
    fireEvent.change(box(3), { target: { value: "YQ" } });
    expect(values()).toBe("7ZY4X2");
  });

  test("do not complete a whole code again before each box is typed anew, or the code is pasted", () => {
    render(<Form start={[..."7KQ4X2"]} />);
    for (const [index, character] of [..."XYZ12"].entries()) {
      fireEvent.change(box(index + 1), { target: { value: character } });
    }
    expect([values(), complete.mock.calls]).toEqual(["XYZ122", []]);
    fireEvent.change(box(6), { target: { value: "3" } });
    expect(complete.mock.calls).toEqual([["XYZ123"]]);
    fireEvent.change(box(1), { target: { value: "A" } });
    paste(1, "7KQ4X2");
    expect(complete.mock.calls).toEqual([["XYZ123"], ["7KQ4X2"]]);
  });

  test("move back on Backspace in an empty box, and stay in a filled one", () => {
    render(<Form start={["7", "K", "", "", "", ""]} />);
    box(3).focus();
    fireEvent.keyDown(box(3), { key: "Backspace" });
    expect(document.activeElement).toBe(box(2));
    expect(fireEvent.keyDown(box(2), { key: "Backspace" })).toBe(true);
    expect(values()).toBe("7K____");
    fireEvent.change(box(2), { target: { value: "" } });
    expect(values()).toBe("7_____");
    expect(document.activeElement).toBe(box(2));
  });

  test("support arrows, Home and End, and stop at the ends", () => {
    render(<Form />);
    const walk = [
      ["ArrowRight", 2],
      ["End", 6],
      ["ArrowRight", 6],
      ["ArrowLeft", 5],
      ["Home", 1],
      ["ArrowLeft", 1],
    ] as const;
    for (const [key, number] of walk) {
      fireEvent.keyDown(document.activeElement ?? document.body, { key });
      expect(document.activeElement).toBe(box(number));
    }
  });

  test("show their error, and are marked invalid", () => {
    render(
      <CodeBoxes
        label="Verification code"
        characters={[..."7KQ4X2"]}
        onChange={() => {}}
        onComplete={() => {}}
        error="Invalid or expired code"
      />,
    );
    expect(screen.getByRole("alert").textContent).toBe("Invalid or expired code");
    expect(boxes().every((each) => each.getAttribute("aria-invalid") === "true")).toBe(true);
  });

  test.each(["៧KQ៤X២", "７ＫＱ４Ｘ２", "7KQ4X2"])("take digits and letters of other keyboards: %s", (typed) => {
    render(<Form />);
    for (const [index, character] of [...typed].entries()) {
      fireEvent.change(box(index + 1), { target: { value: character } });
    }
    expect(values()).toBe("7KQ4X2");
    expect(complete.mock.calls).toEqual([["7KQ4X2"]]);
    paste(1, ` ${typed}\u200b`);
    expect(values()).toBe("7KQ4X2");
  });
});
