import { beforeEach, expect, setDefaultTimeout, spyOn, test } from "bun:test";
import { arrive, check, logOut } from "../state/session.ts";
import { apiServer, ok, refuse } from "../test/api-server.ts";
import { trader } from "../test/trader.ts";
import "./kept-ticket.ts";
import { changeDraft, emptyTicket, isTicketOpen, orderDraft } from "./order-draft.ts";

setDefaultTimeout(600_000);

const context = apiServer();
beforeEach(emptyTicket);

const PERSON = trader();
const stored = () => sessionStorage.getItem("ticket-draft");

/** A person who has typed an order, and whose session then ends elsewhere. */
async function endSessionOver(draft: Parameters<typeof changeDraft>[0]): Promise<void> {
  arrive(PERSON, "token-1");
  changeDraft(draft);
  context.server.on("GET /api/auth/check", () => refuse("not_signed_in", "Please log in"));
  await check();
}

test("a typed order is there when the same person has logged in again, also in another document", async () => {
  await endSessionOver({ amount: "0.25", stop: { isOn: true, form: "money", text: "40" } });
  expect(orderDraft.value.amount).toBe("0.25");
  // A new document begins with an empty ticket.
  emptyTicket();
  arrive(PERSON, "token-2");
  expect(orderDraft.value).toMatchObject({ amount: "0.25", stop: { isOn: true, form: "money", text: "40" } });
  expect(stored()).toBeNull();
});

test("another person does not get it, and it is gone", async () => {
  await endSessionOver({ amount: "0.25" });
  arrive(trader({ _id: "trader-2" }), "token-2");
  expect([isTicketOpen.value, stored()]).toEqual([false, null]);
});

test("an order that is typed already stays, and one of another shape is ignored", async () => {
  await endSessionOver({ amount: "0.25" });
  changeDraft({ amount: "0.5" });
  arrive(PERSON, "token-2");
  expect(orderDraft.value.amount).toBe("0.5");
  emptyTicket();
  await endSessionOver({ amount: "0.25" });
  emptyTicket();
  sessionStorage.setItem("ticket-draft", JSON.stringify({ ownerId: PERSON._id, draft: { amount: 1 } }));
  arrive(PERSON, "token-3");
  expect(isTicketOpen.value).toBe(false);
});

test("a log-out keeps nothing", async () => {
  context.server.on("POST /api/auth/logout", () => ok({ userId: PERSON._id }));
  const assign = spyOn(location, "assign").mockImplementation(() => {});
  arrive(PERSON, "token-1");
  changeDraft({ amount: "0.25" });
  await logOut();
  expect(stored()).toBeNull();
  assign.mockRestore();
});
