import { describe, expect, test } from "bun:test";
import { fc } from "../../web/test/property.ts";
import { readUpdate } from "./telegram-update.ts";

const TOKEN = `${"A-_9".repeat(10)}xyz`;
const chat = { id: 7_100_000_001, type: "private", first_name: "Sok" };
const from = { id: chat.id, is_bot: false, first_name: "Sok", username: "sok_kh", language_code: "km" };
const message = (changes: Record<string, unknown> = {}) => ({
  update_id: 1,
  message: { message_id: 5, date: 1_790_000_000, chat, from, text: "hello", ...changes },
});
const member = (status: string, changes: Record<string, unknown> = {}) => ({
  update_id: 1,
  my_chat_member: { chat, from, date: 1_790_000_000, new_chat_member: { status }, ...changes },
});

describe("a message", () => {
  test.each<[string, object]>([
    [`/start ${TOKEN}`, { kind: "start", token: TOKEN }],
    [`  /START@tonle_bot   ${TOKEN} `, { kind: "start", token: TOKEN }],
    ["/start", { kind: "start", token: null }],
    // Not one of ours: answered as one that was used.
    ["/start short", { kind: "start", token: "" }],
    [`/start ${TOKEN}x`, { kind: "start", token: "" }],
    [`/start ${TOKEN} more`, { kind: "other" }],
    ["/stop", { kind: "stop" }],
    ["/Stop", { kind: "stop" }],
    ["/stopped", { kind: "other" }],
    ["please /stop", { kind: "other" }],
    ["/help", { kind: "other" }],
    ["ជំរាបសួរ", { kind: "other" }],
    ["x".repeat(4_096), { kind: "other" }],
    ["", { kind: "other" }],
  ])("%p is read", (text, expected) => {
    expect(readUpdate(message({ text }))).toEqual({
      chat: { id: "7100000001", name: "@sok_kh", language: "km" },
      atMs: 1_790_000_000_000,
      ...expected,
    } as ReturnType<typeof readUpdate>);
  });

  test("a picture without a text is one like others", () => {
    expect(readUpdate(message({ text: undefined, photo: [] }))).toMatchObject({ kind: "other" });
  });

  test.each([
    ["a group", message({ chat: { id: -5, type: "group" } })],
    ["a supergroup", message({ chat: { id: -5, type: "supergroup" } })],
    ["a channel", { update_id: 1, channel_post: { chat: { id: -5, type: "channel" }, text: "/stop" } }],
    ["another bot", message({ from: { ...from, is_bot: true } })],
    ["nobody", message({ from: undefined })],
    ["an edited message", { update_id: 1, edited_message: message().message }],
    ["a list", []],
    ["nothing", null],
    ["a text", "x"],
  ])("of %s says nothing", (_, update) => {
    expect(readUpdate(update)).toBeNull();
  });
});

describe("the name of a chat", () => {
  const nameOf = (changes: Record<string, unknown>) =>
    readUpdate(message({ from: { ...from, ...changes } }))?.chat.name;
  test.each([
    [{ username: "sok_kh" }, "@sok_kh"],
    [{ username: undefined, first_name: "  សុខ  " }, "សុខ"],
    [{ username: undefined, first_name: "a\u202eb\nc\u200b" }, "abc"],
    [{ username: undefined, first_name: "\u200b" }, "Telegram"],
    [{ username: undefined, first_name: "🏠".repeat(100) }, "🏠".repeat(60)],
    [{ username: "<b>", first_name: "B" }, "B"],
  ])("of %p is %p", (changes, name) => {
    expect(nameOf(changes)).toBe(name);
  });
});

test.each([
  ["km", "km"],
  ["km-KH", "km"],
  ["EN-us", "en"],
  ["fr", "en"],
  [undefined, "en"],
  [5, "en"],
] as const)("a person whose Telegram is in %p is answered in %p", (code, language) => {
  expect(readUpdate(message({ from: { ...from, language_code: code } }))?.chat.language).toBe(language);
});

test.each([
  ["kicked", "blocked"],
  ["member", "unblocked"],
  ["left", undefined],
  ["administrator", undefined],
] as const)("a member that is %p is %p", (status, kind) => {
  expect(readUpdate(member(status))?.kind).toBe(kind);
});

test("a bot that a group adds says nothing", () => {
  expect(readUpdate(member("member", { chat: { id: -5, type: "group" } }))).toBeNull();
});

test("no body throws", () => {
  const part = fc.oneof(fc.jsonValue(), fc.constant(message()), fc.constant(member("kicked")));
  fc.assert(
    fc.property(part, fc.dictionary(fc.constantFrom("message", "my_chat_member", "update_id"), part), (one, other) => {
      for (const body of [one, other, { ...other, message: one }]) expect(() => readUpdate(body)).not.toThrow();
    }),
  );
});
