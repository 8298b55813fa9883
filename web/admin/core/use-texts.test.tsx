import { afterEach, expect, setDefaultTimeout, test } from "bun:test";
import { act, cleanup, renderHook } from "@testing-library/react";
import { useTexts } from "./use-texts.ts";

setDefaultTimeout(600_000);
afterEach(cleanup);

/** A dialog with a required note and an optional id, and the bodies that it has sent. */
function openTexts(
  before: { note?: string; id?: string } = {},
  problem: { message: string; field: string } | null = null,
) {
  const sent: object[] = [];
  const { result } = renderHook(() =>
    useTexts({
      before: { note: before.note, id: before.id },
      problem,
      check: ({ note }) => ({ note: !note && "Enter a note" }),
      onSubmit: (texts) => sent.push(texts),
    }),
  );
  const field = (name: "note" | "id") => result.current.field(name);
  return {
    sent,
    field,
    type: (name: "note" | "id", value: string) => act(() => field(name).onChange({ target: { value } })),
    submit: () => act(() => result.current.dialog.onSubmit()),
  };
}

test("a missing text is reported from the first attempt on, and nothing is sent", () => {
  const { sent, field, type, submit } = openTexts();
  expect(field("note").error).toBeNull();
  type("note", "   ");
  submit();
  expect([field("note").error, field("id").error]).toEqual(["Enter a note", null]);
  expect(sent).toEqual([]);
  type("note", "Seen");
  expect(field("note").error).toBeNull();
});

test("texts are sent without surrounding spaces, and stay as they were typed", () => {
  const { sent, field, type, submit } = openTexts({ id: "FT-1" });
  type("note", " Seen at the bank ");
  submit();
  expect(sent).toEqual([{ note: "Seen at the bank", id: "FT-1" }]);
  expect(field("note").value).toBe(" Seen at the bank ");
});

test("a problem of the API with a text is shown at that text", () => {
  const { field, type, submit } = openTexts({ note: "Seen" }, { message: "This ID was used before", field: "id" });
  expect([field("note").error, field("id").error]).toEqual([null, "This ID was used before"]);
  type("id", "FT-2");
  expect(field("id").error).toBeNull();
  submit();
  expect(field("id").error).toBe("This ID was used before");
});
