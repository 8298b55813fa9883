import { expect, test } from "bun:test";
import { mailboxOf } from "./mail-address.ts";

test.each([
  ["sokha@bücher.example", "sokha@xn--bcher-kva.example"],
  // Composed, decomposed, and with a letter that UTS 46 maps.
  ["sokha@bu\u0308cher.example", "sokha@xn--bcher-kva.example"],
  ["sokha@xn--bcher-kva.example", "sokha@xn--bcher-kva.example"],
  ["sokha@mail.ភាសា.example", "sokha@mail.xn--52eq2eb.example"],
  ["sokha@straße.example", "sokha@xn--strae-oqa.example"],
  ["sokha@strasse.example", "sokha@strasse.example"],
  ["сокха@bücher.example", "сокха@xn--bcher-kva.example"],
])("%s is the mailbox %s", (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox);
  expect(mailboxOf(mailbox)).toBe(mailbox);
});

test.each([
  "sokha@example.com",
  "sokha@0x7f.1",
  "sokha@127.1",
  "sokha@exa_mple.com",
  "sokha@%62.example",
  "sokha@bücher.example/path.example",
  "sokha@bücher.example?.example",
  "sokha@bücher.example#.example",
  "sokha@bücher.example:80.example",
  "sokha@bü%63her.example",
  "sokha@xn--a.example",
])("%s stays as it is", (email) => {
  expect(mailboxOf(email)).toBe(email);
});
