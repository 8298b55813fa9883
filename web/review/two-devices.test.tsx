import { expect, setDefaultTimeout, test } from "bun:test";
import { waitFor } from "@testing-library/react";
import type { EntryBody, JournalChange } from "../../worker/contract/trade-journal/journal-schema.ts";
import {
  areJournalChangesUnsent,
  changeEntry,
  changeOwnNote,
  type EntryName,
  entryOf,
  isEntryUnsent,
  ownNoteOf,
  writeNote,
} from "../journal/journal-state.ts";
import { addLabel, archiveLabel, labelOf, labelsOf, renameLabel, useLabels } from "../journal/labels.ts";
import { NO_ENTRY } from "../journal/merge.ts";
import { invalidate } from "../state/query.ts";
import { arrive } from "../state/session.ts";
import { apiServer, refuse } from "../test/api-server.ts";
import { FakeJournal } from "../test/fake-journal.ts";
import { render } from "../test/render.tsx";
import { trader } from "../test/trader.ts";
import { useWeek } from "./use-week.ts";

setDefaultTimeout(600_000);

const context = apiServer();
const CHANGES = "POST /api/journal/changes";
const DAY: EntryName = { account: "cash", subject: "day", key: "2026-11-25" };

function Reader(): null {
  useLabels();
  useWeek("cash", { year: 2026, week: 48 }, "Asia/Phnom_Penh", "");
  return null;
}

/** A signed-in person's page that has read their journal. */
async function openPage(prepare: (journal: FakeJournal) => void = () => {}): Promise<FakeJournal> {
  const journal = new FakeJournal(context.server);
  prepare(journal);
  arrive(trader(), null);
  render(<Reader />);
  await waitFor(() => expect(context.server.callsOf("GET /api/journal/entries")).toHaveLength(1));
  await context.callsArrive();
  return journal;
}

const ofDay = (version: number, body: Partial<EntryBody>): JournalChange => ({
  ...DAY,
  subject: "day",
  kind: "entry",
  version,
  body: { ...NO_ENTRY, ...body },
});
const stored = (journal: FakeJournal) => journal.entries[0]?.body;
/** The account's channel says that the journal has changed. */
const hear = () => invalidate("journal");
/** The connection is gone until the returned function is called. */
function goOffline(): () => void {
  const answer = context.server.answerOf(CHANGES);
  context.server.on(CHANGES, () => refuse("service_down", "Please try again"));
  return () => void context.server.on(CHANGES, answer);
}

test("a change is there at once, reaches the account, and its state says which", async () => {
  const journal = await openPage();
  changeEntry(DAY, { note: "Traded the news", grade: "B" });
  expect([entryOf(DAY).note, isEntryUnsent(DAY), areJournalChangesUnsent.value]).toEqual([
    "Traded the news",
    true,
    true,
  ]);
  await waitFor(() => expect(stored(journal)).toMatchObject({ note: "Traded the news", grade: "B" }));
  await waitFor(() => expect([isEntryUnsent(DAY), areJournalChangesUnsent.value]).toEqual([false, false]));
});

test("what another device has written is shown, and what this page adds is added to it", async () => {
  const journal = await openPage((one) => one.changeElsewhere(ofDay(1, { note: "theirs", grade: "A" })));
  await waitFor(() => expect(entryOf(DAY).note).toBe("theirs"));
  journal.changeElsewhere(ofDay(2, { note: "theirs, longer", grade: "A" }));
  await hear();
  expect(entryOf(DAY).note).toBe("theirs, longer");
  changeEntry(DAY, { reviewedAt: 5 });
  await waitFor(() => expect(stored(journal)).toMatchObject({ note: "theirs, longer", grade: "A", reviewedAt: 5 }));
});

test("of two devices at once the second merges: a grade there and labels here are both kept", async () => {
  const journal = await openPage();
  const reconnect = goOffline();
  changeEntry(DAY, { labels: ["11111111-1111-4111-8111-111111111111"] });
  journal.changeElsewhere(ofDay(1, { grade: "C", note: "theirs" }));
  await waitFor(() => expect(journal.requests.length).toBeGreaterThan(0));
  reconnect();
  await waitFor(() =>
    expect(stored(journal)).toMatchObject({
      grade: "C",
      note: "theirs",
      labels: ["11111111-1111-4111-8111-111111111111"],
    }),
  );
  expect(ownNoteOf(DAY)).toBeNull();
  await waitFor(() => expect(isEntryUnsent(DAY)).toBe(false));
});

test.each(["hears first", "sends first"])(
  "two notes at once are both there until their person chooses, when this page %s",
  async (order) => {
    const journal = await openPage();
    const reconnect = goOffline();
    changeEntry(DAY, { note: "mine", grade: "B" });
    journal.changeElsewhere(ofDay(1, { note: "theirs" }));
    if (order === "hears first") await hear();
    else await waitFor(() => expect(journal.requests.length).toBeGreaterThan(0));
    reconnect();
    await waitFor(() => expect(ownNoteOf(DAY)).toBe("mine"));
    await waitFor(() => expect(stored(journal)).toMatchObject({ note: "theirs", grade: "B" }));
    // What is typed meanwhile stays on this page.
    writeNote(DAY, "mine", "mine, longer");
    expect([ownNoteOf(DAY), entryOf(DAY).note]).toEqual(["mine, longer", "theirs"]);
    // Another page of this browser has it too.
    arrive(trader({ _id: "trader-2" }), null);
    expect(ownNoteOf(DAY)).toBeNull();
    arrive(trader(), null);
    expect(ownNoteOf(DAY)).toBe("mine, longer");
    await hear();
    changeOwnNote(DAY, null);
    changeEntry(DAY, { note: "theirs\n\nmine, longer" });
    await waitFor(() => expect(stored(journal)?.note).toBe("theirs\n\nmine, longer"));
    expect(ownNoteOf(DAY)).toBeNull();
  },
);

test("a lost answer is no other device: what was typed since goes on", async () => {
  const journal = await openPage();
  const answer = context.server.answerOf(CHANGES);
  let losses = 0;
  context.server.on(CHANGES, async (call) => {
    const reply = await answer(call);
    return losses++ === 0 ? refuse("service_down", "Please try again") : reply;
  });
  changeEntry(DAY, { note: "one" });
  await waitFor(() => expect(stored(journal)?.note).toBe("one"));
  changeEntry(DAY, { note: "two" });
  await waitFor(() => expect(stored(journal)?.note).toBe("two"));
  expect([ownNoteOf(DAY), journal.entries[0]?.version]).toEqual([null, 2]);
});

test("a change without an answer is sent by the next page of this browser, once", async () => {
  const journal = await openPage();
  const reconnect = goOffline();
  changeEntry(DAY, { note: "offline" });
  await waitFor(() => expect(journal.requests.length).toBeGreaterThan(0));
  arrive(trader({ _id: "trader-2" }), null);
  expect([entryOf(DAY).note, areJournalChangesUnsent.value]).toEqual(["", false]);
  arrive(trader(), null);
  expect([entryOf(DAY).note, areJournalChangesUnsent.value]).toEqual(["offline", true]);
  reconnect();
  await waitFor(() => expect(areJournalChangesUnsent.value).toBe(false));
  expect([journal.entries.length, stored(journal)?.note, journal.entries[0]?.version]).toEqual([1, "offline", 1]);
  expect(Object.keys(localStorage).filter((key) => key.startsWith("journal "))).toEqual([]);
});

test("a note that is typed over another device's is shown beside it", async () => {
  const journal = await openPage((one) => one.changeElsewhere(ofDay(1, { note: "before" })));
  await waitFor(() => expect(entryOf(DAY).note).toBe("before"));
  journal.changeElsewhere(ofDay(2, { note: "theirs" }));
  await hear();
  writeNote(DAY, "before", "mine");
  expect([entryOf(DAY).note, ownNoteOf(DAY)]).toEqual(["theirs", "mine"]);
  changeOwnNote(DAY, null);
});

test("labels are renamed and archived while trades have them, and a name that is there is taken again", async () => {
  const journal = await openPage();
  const id = addLabel("tag", "  Patient ") ?? "";
  changeEntry(DAY, { labels: [id] });
  expect(labelsOf("tag")).toMatchObject([{ id, name: "Patient" }]);
  expect(addLabel("tag", "PATIENT")).toBe(id);
  expect(addLabel("tag", "   ")).toBeNull();
  const patient = () => labelOf(id) ?? { id, type: "tag" as const, name: "", isArchived: false };
  renameLabel(patient(), "Calm");
  archiveLabel(patient(), true);
  expect([labelsOf("tag"), labelOf(id)?.name, entryOf(DAY).labels]).toEqual([[], "Calm", [id]]);
  await waitFor(() => expect(journal.labels).toMatchObject([{ id, body: { name: "Calm", isArchived: true } }]));
  // Undone, and added anew by its name, it is the same one.
  expect(addLabel("tag", "calm")).toBe(id);
  expect(labelsOf("tag")).toMatchObject([{ id, name: "Calm", isArchived: false }]);
  await waitFor(() => expect(journal.labels).toMatchObject([{ id, body: { name: "Calm", isArchived: false } }]));
  expect(journal.entries).toMatchObject([{ body: { labels: [id] } }]);
});

test("a label that the account refuses is taken back", async () => {
  const journal = await openPage();
  const answer = context.server.answerOf(CHANGES);
  context.server.on(CHANGES, () => refuse("label_exists", "You have it already", { field: "changes" }));
  addLabel("tag", "Twice");
  expect(labelsOf("tag")).toHaveLength(1);
  await waitFor(() => expect(labelsOf("tag")).toHaveLength(0));
  context.server.on(CHANGES, answer);
  expect(journal.labels).toEqual([]);
});

test("a label that two devices have made at once is one, in what was noted with it meanwhile", async () => {
  const theirs = { type: "mistake" as const, name: "chased", isArchived: false };
  const journal = await openPage();
  const answer = context.server.answerOf(CHANGES);
  const first = { kind: "label" as const, id: crypto.randomUUID(), version: 1, body: theirs };
  context.server.on(CHANGES, (call) => {
    // As the API: nothing of a request is taken whose label has a name that is there.
    const { changes } = call.body as { changes: JournalChange[] };
    if (journal.labels.length === 0) journal.changeElsewhere(first);
    const isTwice = (one: JournalChange) => one.kind === "label" && one.id !== first.id;
    return changes.some(isTwice) ? refuse("label_exists", "You have it already", { field: "changes" }) : answer(call);
  });
  const id = addLabel("mistake", "Chased") ?? "";
  changeEntry(DAY, { labels: [id], note: "too early" });
  await waitFor(() => expect(stored(journal)).toMatchObject({ labels: [first.id], note: "too early" }));
  expect([labelOf(id), entryOf(DAY).labels]).toEqual([null, [first.id]]);
  await waitFor(() => expect(areJournalChangesUnsent.value).toBe(false));
});

test("a note that was pasted with tabs and invisible marks is stored as it is read, not refused", async () => {
  const journal = await openPage();
  writeNote(DAY, "", "\uFEFFIn\t67,000\r\nOut\u200E 66,500\u2028អត់\u200Bធ្មត់");
  const read = "In 67,000\nOut 66,500\nអត់\u200Bធ្មត់";
  await waitFor(() => expect(stored(journal)?.note).toBe(read));
  expect(entryOf(DAY).note).toBe(read);
});

test("a label's name that was pasted with tabs and invisible marks is a line of what is read", async () => {
  const journal = await openPage();
  const id = addLabel("tag", "\u200ENews\ttrade\n") ?? "";
  await waitFor(() => expect(journal.labels[0]?.body.name).toBe("News trade"));
  expect(addLabel("tag", "\u200E")).toBeNull();
  const label = labelOf(id);
  if (label) renameLabel(label, "News\u200E day");
  await waitFor(() => expect(journal.labels[0]?.body.name).toBe("News day"));
});
