import { describe, expect, test } from "bun:test";
import { fc } from "../../web/test/property.ts";
import { messageOf, TEXT_UNITS_MAX } from "./telegram-message.ts";

const https = "https://tonle.example/notifications";
const local = "http://localhost:8787/notifications";

test("a public address is a button, and nothing of the text is markup", () => {
  expect(messageOf("5", { text: "<b>*a*</b>", link: https, button: "Open" })).toEqual({
    chat_id: "5",
    text: "<b>*a*</b>",
    link_preview_options: { is_disabled: true },
    reply_markup: { inline_keyboard: [[{ text: "Open", url: https }]] },
  });
});

test.each([local, "https://localhost/x", "http://tonle.example/x"])(
  "%s, which Telegram refuses as a button, is in the text",
  (link) => {
    const sent = messageOf("5", { text: "a", link, button: "Open" });
    expect([sent.text, sent.reply_markup]).toEqual([`a\n${link}`, undefined]);
  },
);

describe("a text", () => {
  test.each([
    [TEXT_UNITS_MAX, TEXT_UNITS_MAX],
    [TEXT_UNITS_MAX + 1, TEXT_UNITS_MAX],
    [TEXT_UNITS_MAX * 20, TEXT_UNITS_MAX],
  ])("of %i characters is sent with %i", (given, sent) => {
    const { text } = messageOf("5", { text: "x".repeat(given), link: https, button: "Open" });
    expect([text.length, text.endsWith("…")]).toEqual([sent, given > sent]);
  });

  test("keeps its link whole when it is cut", () => {
    const { text } = messageOf("5", { text: "ក្រុម".repeat(2_000), link: local, button: "" });
    expect(text.length).toBeLessThanOrEqual(TEXT_UNITS_MAX);
    expect(text.endsWith(`…\n${local}`)).toBeTrue();
  });

  test("of any characters is within the limit and whole", () => {
    const text = fc
      .array(fc.constantFrom("👩‍👩‍👧‍👦", "ក្រុម", "🇰🇭", "a", "\n", "é"), { minLength: 300, maxLength: 3_000 })
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(text, fc.constantFrom(https, local, undefined), (given, link) => {
        const sent = messageOf("5", { text: given, link, button: "Open" }).text;
        expect(sent.length).toBeLessThanOrEqual(TEXT_UNITS_MAX);
        expect(sent.isWellFormed()).toBeTrue();
      }),
    );
  });
});
