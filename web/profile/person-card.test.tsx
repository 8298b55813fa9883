import { beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { IMAGE_KIND_TEXT } from "../../worker/contract/image-kind-text.ts";
import type { User } from "../state/api.ts";
import { apiServer, ok, refuse } from "../test/api-server.ts";
import { DRAWN, drawnImages, heicFile, jpegFile } from "../test/drawn-images.ts";
import { expectRetyped } from "../test/expect-retyped.ts";
import { openApp } from "../test/open-app.tsx";
import { trader } from "../test/trader.ts";

setDefaultTimeout(600_000);

const context = apiServer();
const images = drawnImages();
const SAVE = "PUT /api/user/profile";
const PERSON = trader({ phone: "+85512345678" });

beforeEach(() => {
  context.server.on("POST /api/auth/activity", () => ok());
});

async function openProfile(person: User = PERSON): Promise<void> {
  await openApp(context.server, { at: "/profile", as: person });
  await screen.findByText("Member since Aug 4, 2025");
}
/** The API accepts the save. */
function takeSaves(person: User = PERSON): void {
  context.server.on(SAVE, ({ body }) => ok({ user: { ...person, ...(body as object) }, message: "" }));
}
const sent = () => context.server.callsOf(SAVE).map(({ body }) => body);
const edit = (label: string) => fireEvent.click(screen.getByLabelText(`Edit ${label}`));
const input = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string) => fireEvent.change(input(label), { target: { value } });
const enter = (label: string) => fireEvent.submit(input(label));
async function noticeSays(title: string, message: string): Promise<void> {
  const notice = await screen.findByRole("alertdialog", { name: title });
  expect(notice.textContent).toContain(message);
}

describe("a field of the profile", () => {
  test.each([
    ["Username", "Username", "sokha.chan", { username: "sokha_chan" }, "sokha_chan"],
    ["Phone Number", "Phone Number", "+855 12 345 678", { phone: "099" }, " 099 "],
    ["Address", "Address", "", { address: "12 Street 240" }, "12 Street 240"],
  ])(
    "(%s) is edited in place and saved by Enter, which a check says beside it, without a dialog",
    async (term, label, before, change, typed) => {
      takeSaves();
      await openProfile();
      edit(term);
      expect([input(label).value, document.activeElement === input(label)]).toEqual([before, true]);
      type(label, typed);
      enter(label);
      await screen.findByText("Field Updated", { selector: "dd *" });
      expect(sent()).toEqual([change]);
      screen.getByText("Field Updated", { selector: "[role=status]" });
      expect(screen.queryByRole("alertdialog")).toBeNull();
      expect(document.activeElement?.getAttribute("aria-label")).toBe(`Edit ${term}`);
      expect(screen.getAllByText(typed.trim()).length).toBeGreaterThan(0);
    },
  );

  test("with two names sends only the changed one, and the displayed name follows", async () => {
    context.server.on(SAVE, () => ok({ user: trader({ lastName: "Kim", name: "Sokha Kim" }), message: "" }));
    await openProfile();
    edit("Full Name");
    expect([input("First name").value, input("Last name").value]).toEqual(["Sokha", "Chan"]);
    type("Last name", "Kim");
    fireEvent.click(screen.getByLabelText("Save"));
    await screen.findByText("Field Updated", { selector: "dd *" });
    expect(sent()).toEqual([{ lastName: "Kim" }]);
    expect(screen.getByRole("heading", { level: 2, name: "Sokha Kim" })).toBeTruthy();
  });

  test("is restored by Esc and Cancel, and not sent when nothing changed", async () => {
    await openProfile();
    edit("Phone Number");
    type("Phone Number", "1");
    fireEvent.keyDown(input("Phone Number"), { key: "Escape" });
    expect(screen.getByText("+855 12 345 678")).toBeTruthy();
    expect(document.activeElement?.getAttribute("aria-label")).toBe("Edit Phone Number");
    edit("Phone Number");
    expect(input("Phone Number").value).toBe("+855 12 345 678");
    fireEvent.click(screen.getByLabelText("Cancel"));
    edit("Phone Number");
    enter("Phone Number");
    await waitFor(() => expect(screen.queryByLabelText("Save")).toBeNull());
    expect(screen.queryByRole("alertdialog")).toBeNull();
    await context.callsArrive();
    expect(sent()).toEqual([]);
  });

  test("that is refused keeps the input and shows the reason, from the API or the fallback", async () => {
    context.server.on(SAVE, () => refuse("username_taken", "This username is taken", { field: "username" }));
    await openProfile();
    edit("Username");
    type("Username", "dara");
    enter("Username");
    await noticeSays("Update Failed", "This username is taken");
    fireEvent.click(screen.getByText("Got it"));
    expect([input("Username").value, input("Username").getAttribute("aria-invalid")]).toEqual(["dara", "true"]);
    expect(document.activeElement === input("Username")).toBe(true);
    expect(screen.getByRole("alert").textContent).toBe("This username is taken");

    context.server.on(SAVE, () => refuse("internal", "Something went wrong. Please try again."));
    enter("Username");
    await noticeSays("Update Failed", "Failed to update field. Please try again.");
    fireEvent.click(screen.getByText("Got it"));

    const stopped = "This is paused at the moment. Nothing is lost; please try again later.";
    context.server.on(SAVE, () => refuse("paused", stopped));
    enter("Username");
    await noticeSays("Update Failed", stopped);
  });

  test("that is refused for one of its inputs marks that one, for its text to be typed again, and sends it anew", async () => {
    context.server.on(SAVE, () => refuse("invalid_input", "Last name is too long", { field: "lastName" }));
    await openProfile();
    edit("Full Name");
    type("Last name", "Chan Dara");
    enter("Last name");
    await noticeSays("Update Failed", "Last name is too long");
    fireEvent.click(screen.getByText("Got it"));
    expectRetyped(input("Last name"));
    const invalid = (label: string) => input(label).getAttribute("aria-invalid");
    expect([invalid("First name"), invalid("Last name")]).toEqual([null, "true"]);
    type("Last name", "Dara");
    expect(screen.queryByRole("alert")).toBeNull();
    takeSaves();
    enter("Last name");
    await screen.findByText("Field Updated", { selector: "dd *" });
    expect(sent()).toEqual([{ lastName: "Chan Dara" }, { lastName: "Dara" }]);
  });

  test("that cannot be sent shows an error and is sent by the next Enter", async () => {
    await openProfile();
    edit("Address");
    type("Address", "Siem Reap");
    context.server.on(SAVE, () => new Response("<html>bad gateway</html>", { status: 502 }));
    enter("Address");
    await noticeSays(
      "Connection Error",
      "Unable to connect to server. Please check your internet connection and try again.",
    );
    fireEvent.click(screen.getByText("Got it"));
    takeSaves();
    enter("Address");
    await screen.findByText("Field Updated", { selector: "dd *" });
    expect(sent()).toEqual([{ address: "Siem Reap" }, { address: "Siem Reap" }]);
  });

  test("is read-only for a verified name, with the reason and the alternative", async () => {
    await openProfile(trader({ idVerificationStatus: "verified" }));
    expect(screen.queryByLabelText("Edit Full Name")).toBeNull();
    expect(screen.getByLabelText("Edit Username")).toBeTruthy();
    const why = screen.getByText(/Verified with your ID card\. To change it,/);
    expect(why.textContent).toBe("Verified with your ID card. To change it, write to support.");
    expect(within(why).getByRole("link", { name: "write to support" }).getAttribute("href")).toBe("/support");
  });

  test.each(["none", "pending", "rejected"] as const)("is editable for an unverified name (%s)", async (status) => {
    await openProfile(trader({ idVerificationStatus: status }));
    expect(screen.getByLabelText("Edit Full Name")).toBeTruthy();
    expect(screen.queryByText(/Verified with your ID card/)).toBeNull();
  });

  test("that is refused because the name was verified meanwhile shows the alternative", async () => {
    const message =
      "Your identity was verified under this name, so it can't be changed here. Write to support, who can reopen your verification.";
    context.server.on(SAVE, () => refuse("wrong_state", message, { field: "firstName" }));
    await openProfile();
    edit("Full Name");
    type("First name", "Maly");
    enter("First name");
    await noticeSays("Update Failed", message);
  });

  test("is read-only for the e-mail address", async () => {
    await openProfile();
    expect(screen.getByText("Read-only")).toBeTruthy();
    expect(screen.queryByLabelText("Edit E-mail")).toBeNull();
  });
});

describe("a phone number", () => {
  test("of Cambodia is shown in groups", async () => {
    await openProfile(trader({ phone: "+85512345678" }));
    expect(screen.getByText("+855 12 345 678")).toBeTruthy();
  });

  test("that is none, from an earlier version, is shown, and sent again where it is edited, so that it is refused", async () => {
    context.server.on(SAVE, () => refuse("invalid_input", "Enter a phone number", { field: "phone" }));
    await openProfile(trader({ phone: "call me maybe" }));
    expect(screen.getByText("call me maybe")).toBeTruthy();
    fireEvent.click(screen.getByLabelText("Edit Phone Number"));
    fireEvent.click(screen.getByLabelText("Save"));
    await noticeSays("Update Failed", "Enter a phone number");
    expect(sent()).toEqual([{ phone: "call me maybe" }]);
    expect(screen.getByLabelText<HTMLInputElement>("Phone Number").value).toBe("call me maybe");
  });
});

describe("the profile picture", () => {
  const choose = (file: File) =>
    fireEvent.change(screen.getByLabelText("Change photo", { selector: "input" }), { target: { files: [file] } });
  const photo = () => jpegFile("me.jpg", { bytes: 9_000_000 });

  test("is scaled down, uploaded and shown everywhere", async () => {
    context.server.on(SAVE, () => ok({ user: trader({ profileImage: "/api/image/me.jpg" }), message: "" }));
    await openProfile();
    expect(document.querySelector("main img")).toBeNull();
    choose(photo());
    await screen.findByText("Profile Picture Updated", { selector: "[role=status]" });
    expect(screen.queryByRole("alertdialog")).toBeNull();
    expect(sent()).toEqual([{ profileImage: DRAWN }]);
    // On the card, and in the sidebar or the header.
    await waitFor(() => expect(document.querySelectorAll('img[src="/api/image/me.jpg"]')).toHaveLength(2));
  });

  test("is replaced by the initials when it fails to load", async () => {
    await openProfile(trader({ profileImage: "/api/image/gone.jpg" }));
    const pictures = [...document.querySelectorAll('img[src="/api/image/gone.jpg"]')];
    expect(pictures).toHaveLength(2);
    for (const picture of pictures) fireEvent.error(picture);
    expect(screen.getAllByText("SC")).toHaveLength(2);
  });

  test.each([
    [
      "a fault",
      () => refuse("internal", "Something went wrong. Please try again."),
      "Update Failed",
      "Failed to update profile picture. Please try again.",
    ],
    [
      "a refusal",
      () => refuse("too_many_requests", "Too many requests. Please try again later."),
      "Update Failed",
      "Too many requests. Please try again later.",
    ],
    [
      "no answer",
      () => new Response("", { status: 502 }),
      "Connection Error",
      "Unable to connect to server. Please check your internet connection and try again.",
    ],
  ])("that is refused because of %s shows an error", async (_, reply, title, message) => {
    context.server.on(SAVE, reply);
    await openProfile();
    choose(photo());
    await noticeSays(title, message);
  });

  test.each(["", "image/jpg"])("is known by its bytes, with the type %j", async (type) => {
    context.server.on(SAVE, () => ok({ user: trader({ profileImage: "/api/image/me.jpg" }), message: "" }));
    await openProfile();
    choose(jpegFile("me.jpg", { type }));
    await screen.findByText("Profile Picture Updated", { selector: "[role=status]" });
  });

  test("that is HEIC is named, with how to send a JPEG", async () => {
    await openProfile();
    choose(heicFile("me.heic"));
    await noticeSays("Update Failed", IMAGE_KIND_TEXT.heic);
  });

  test("must be an image", async () => {
    await openProfile();
    choose(new File(["text"], "me.txt", { type: "text/plain" }));
    await noticeSays("Update Failed", "Please select an image file");
    fireEvent.click(screen.getByText("Got it"));
    images.cannotBeRead();
    choose(photo());
    await noticeSays("Update Failed", "Please select an image file");
    await context.callsArrive();
    expect(sent()).toEqual([]);
  });
});
