import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { ADMIN_ROLES, type AdminRole } from "../../../worker/contract/admin-roles.ts";
import { AdminApi } from "../../test/admin-api.ts";
import { apiServer, ok, refuse } from "../../test/api-server.ts";
import { openApp } from "../../test/open-app.tsx";
import { pollNow } from "../core/admin-polling.ts";
import type { AdminPerson, RolesBody } from "./people-calls.ts";

setDefaultTimeout(600_000);
afterEach(cleanup);
const context = apiServer();
let adminApi: AdminApi;
let people: AdminPerson[];
let sent: { path: string; body: RolesBody }[];

const AT = "2026-11-20T03:20:00.000Z";
function person(
  id: string,
  name: string,
  roles: readonly AdminRole[],
  changes: Partial<AdminPerson> = {},
): AdminPerson {
  return {
    ...{ _id: id, name, username: id, email: `${id}@example.com`, closedAt: null, frozenAt: null },
    roles: roles.map((role) => ({ role, since: null, by: null, countsFrom: null })),
    ...{ adminSince: AT, hasSecondFactor: true, ownersBeside: 2, version: 2, change: null },
    ...changes,
  };
}
const change = (roles: readonly AdminRole[], byId: string): NonNullable<AdminPerson["change"]> => ({
  roles: [...roles],
  reason: "Moves to the front desk",
  approvals: { have: 1, need: 2 },
  approvedBy: [{ act: "approve", adminId: byId, name: "Maly Sok", detail: "", at: AT }],
  aloneFrom: null,
});

beforeEach(() => {
  adminApi = new AdminApi(context.server);
  sent = [];
  people = [
    person(adminApi.admin._id, "Sophea Nov", ADMIN_ROLES),
    person("maly", "Maly Sok", ADMIN_ROLES),
    person("chan", "Chan Kim", ["support", "operator"]),
  ];
  context.server.on("GET /api/admin/people", () => ok({ people }));
  for (const { _id } of people) {
    const path = `/api/admin/people/${_id}`;
    context.server
      .on(`POST ${path}/roles`, ({ body }) => {
        sent.push({ path, body: body as RolesBody });
        const now = people.find((one) => one._id === _id);
        const after = now && { ...now, change: change((body as RolesBody).roles, adminApi.admin._id) };
        people = people.map((one) => (one._id === _id && after ? after : one));
        return ok({ person: after });
      })
      .on(`POST ${path}/cancel`, () => {
        people = people.map((one) => (one._id === _id ? { ...one, change: null, version: one.version + 1 } : one));
        return ok({ person: people.find((one) => one._id === _id) });
      });
  }
});

const openPeople = () => openApp(context.server, { at: "/admin/users?view=people", as: adminApi.admin });
async function openChange(name: string) {
  fireEvent.click(await screen.findByRole("button", { name: `Change the roles of ${name}` }));
  return within(await screen.findByRole("dialog"));
}

describe("roles that are proposed", () => {
  test("say what is missing one by one, and are sent once they can be", async () => {
    await openPeople();
    const dialog = await openChange("Chan Kim");
    const propose = () => fireEvent.click(dialog.getByRole("button", { name: "Propose" }));
    propose();
    await dialog.findByText("They hold these roles already");
    fireEvent.click(dialog.getByRole("checkbox", { name: /^Support/ }));
    fireEvent.click(dialog.getByRole("checkbox", { name: /^Operator/ }));
    await dialog.findByText(/^Choose at least one role/);
    fireEvent.click(dialog.getByRole("checkbox", { name: /^Owner/ }));
    fireEvent.click(dialog.getByRole("checkbox", { name: /^Operator/ }));
    propose();
    await dialog.findByText(/^Enter the reason/);
    expect(sent).toEqual([]);
    fireEvent.change(dialog.getByLabelText("Reason"), { target: { value: "Looks after the operation" } });
    propose();
    await screen.findByText("Proposed. It waits for an approval.");
    expect(sent).toEqual([
      {
        path: "/api/admin/people/chan",
        body: {
          ...{ version: 2, roles: ["operator", "owner"], reason: "Looks after the operation" },
          approvals: { have: 0, need: 2 },
        },
      },
    ]);
    await screen.findByText("A change waits");
  });

  test("never leave fewer than two operators who can sign in", async () => {
    people = people.map((one) => (one._id === "chan" ? { ...one, hasSecondFactor: false } : one));
    await openPeople();
    const dialog = await openChange("Maly Sok");
    fireEvent.click(dialog.getByRole("checkbox", { name: /^Operator/ }));
    await dialog.findByText("Fewer than two operators would be left. Make another admin an operator first.");
    fireEvent.change(dialog.getByLabelText("Reason"), { target: { value: "Away" } });
    fireEvent.click(dialog.getByRole("button", { name: "Propose" }));
    expect(sent).toEqual([]);
  });

  test("are nobody's own, and the owner whom they are about decides nothing", async () => {
    people = people.map((one, index) => (index === 0 ? { ...one, change: change(["operator"], "maly") } : one));
    await openPeople();
    await screen.findByText("It is about you: other owners decide.");
    expect(screen.queryByRole("button", { name: "Approve" })).toBeNull();
    expect(screen.queryByRole("button", { name: /^Cancel/ })).toBeNull();
    expect(screen.queryByRole("button", { name: "Change the roles of Sophea Nov" })).toBeNull();
  });
});

describe("roles that wait", () => {
  beforeEach(() => {
    people = people.map((one) => (one._id === "chan" ? { ...one, change: change(ADMIN_ROLES, "maly") } : one));
  });

  test("are approved as they are shown, with what stands on record", async () => {
    await openPeople();
    await screen.findByText("Support, Operator → Support, Operator, Owner");
    fireEvent.click(screen.getByRole("button", { name: "Approve" }));
    const dialog = within(await screen.findByRole("dialog"));
    fireEvent.click(dialog.getByRole("button", { name: "Approve" }));
    await screen.findByText("The roles of Chan Kim are changed");
    expect(sent[0]?.body).toMatchObject({ version: 2, roles: [...ADMIN_ROLES], approvals: { have: 1, need: 2 } });
  });

  test("are cancelled, after which others can be proposed", async () => {
    await openPeople();
    fireEvent.click(await screen.findByRole("button", { name: "Cancel change of Chan Kim's roles" }));
    const dialog = within(await screen.findByRole("dialog"));
    fireEvent.click(dialog.getByRole("button", { name: "Cancel change" }));
    await screen.findByText("Cancelled. Their roles stay as they are.");
    await openChange("Chan Kim");
  });

  test("were decided meanwhile: the refusal says by whom, and the list is that of now", async () => {
    await openPeople();
    fireEvent.click(await screen.findByRole("button", { name: "Approve" }));
    context.server.on("POST /api/admin/people/chan/roles", () => {
      people = people.map((one) => (one._id === "chan" ? person("chan", "Chan Kim", ADMIN_ROLES) : one));
      return refuse("wrong_state", "Dara Kim has changed the roles of Chan Kim at 10:31.");
    });
    fireEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Approve" }));
    await screen.findByText("Dara Kim has changed the roles of Chan Kim at 10:31.");
    await openChange("Chan Kim");
  });
});

test("the only owner beside the person reads from when they confirm it", async () => {
  people = people.map((one) =>
    one._id === "chan"
      ? {
          ...one,
          ownersBeside: 1,
          change: {
            ...change(["support"], adminApi.admin._id),
            aloneFrom: new Date(Date.now() + 3_600_000).toISOString(),
          },
        }
      : one,
  );
  await openPeople();
  await screen.findByText(/^You are the only owner who may decide about them: you can confirm it from /);
  expect(screen.queryByRole("button", { name: "Confirm" })).toBeNull();
});

test("a list that fails is loaded again by the button", async () => {
  context.server.on("GET /api/admin/people", () => refuse("internal", "It is not your fault."));
  await openPeople();
  await screen.findByText("The people could not be loaded");
  context.server.on("GET /api/admin/people", () => ok({ people }));
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByText("Chan Kim");
});

test("an owner whose role is taken reads no list of people any more, and no section that it takes", async () => {
  await openPeople();
  await screen.findByText("Chan Kim");
  adminApi.roles = ["support"];
  const support = { ...adminApi.admin, roles: [...adminApi.roles] };
  context.server.on("GET /api/auth/check", () => ok({ user: support, token: "token-1" }));
  await pollNow();
  await waitFor(() => expect(screen.queryByText("Chan Kim")).toBeNull());
  expect(screen.queryByRole("link", { name: "Ledger" })).toBeNull();
  cleanup();
  await openApp(context.server, { at: "/admin/settings", as: support });
  await screen.findByText("This takes the role Operator or Owner");
});
