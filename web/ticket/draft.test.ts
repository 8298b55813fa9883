import { beforeEach, expect, setDefaultTimeout, spyOn, test } from "bun:test";
import { arrive, check, logOut } from "../state/session.ts";
import { apiServer, ok, refuse } from "../test/api-server.ts";
import { trader } from "../test/trader.ts";
import { changeDraft, emptyTicket, isTicketOpen, orderDraft } from "./draft.ts";

setDefaultTimeout(600_000);

const context = apiServer();
beforeEach(emptyTicket);

const PERSON = trader();

/** A person who has typed an order, and whose session then ends elsewhere. */
async function endSessionOver(draft: Parameters<typeof changeDraft>[0]): Promise<void> {
  arrive(PERSON, "token-1");
  changeDraft(draft);
  context.server.on("GET /api/auth/check", () => refuse("not_signed_in", "Please log in"));
  await check();
}

test("an order that is typed when the session ends elsewhere is there after the next log-in", async () => {
  await endSessionOver({ amount: "0.25", stop: { isOn: true, form: "money", text: "40" } });
  expect(orderDraft.value.amount).toBe("0.25");
  arrive(PERSON, "token-2");
  expect(orderDraft.value).toMatchObject({ amount: "0.25", stop: { isOn: true, form: "money", text: "40" } });
});

test("another person does not get it, and the first one has it again", async () => {
  await endSessionOver({ amount: "0.25" });
  arrive(trader({ _id: "trader-2" }), "token-2");
  expect(isTicketOpen.value).toBe(false);
  arrive(PERSON, "token-3");
  expect(orderDraft.value.amount).toBe("0.25");
});

test("a log-out keeps nothing in the tab", async () => {
  context.server.on("POST /api/auth/logout", () => ok({ userId: PERSON._id }));
  const assign = spyOn(location, "assign").mockImplementation(() => {});
  arrive(PERSON, "token-1");
  changeDraft({ amount: "0.25" });
  expect(sessionStorage.length).toBe(1);
  await logOut();
  expect(sessionStorage.length).toBe(0);
  assign.mockRestore();
});
