import { beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { User } from "../state/api.ts";
import { apiServer, ok, refuse } from "../test/api-server.ts";
import { DRAWN, drawnImages, heicFile, jpegFile, SHARP_CARD } from "../test/drawn-images.ts";
import { openApp } from "../test/open-app.tsx";
import { trader } from "../test/trader.ts";

setDefaultTimeout(600_000);

const context = apiServer();
const images = drawnImages();
const SAVE = "PUT /api/user/profile";
const CARD = { idCardImage: "/api/image/card.jpg", idSubmittedAt: "2026-11-19T03:00:00.000Z" };
const PENDING = { ...CARD, idVerificationStatus: "pending" } as const;
const VERIFIED = { ...CARD, idVerificationStatus: "verified", idDecidedAt: "2026-11-20T03:00:00.000Z" } as const;
const REJECTED = { ...VERIFIED, idVerificationStatus: "rejected" } as const;

beforeEach(() => {
  context.server.on("POST /api/auth/activity", () => ok());
});

async function openProfile(identity: Partial<User> = {}): Promise<HTMLElement> {
  await openApp(context.server, { at: "/profile", as: trader(identity) });
  return screen.findByRole("region", { name: "ID Verification" });
}
const card = () => document.querySelector('img[src="/api/image/card.jpg"]');
const shows = (text: string | RegExp) => screen.queryAllByText(text).length > 0;
const chooseFile = (file: File) =>
  fireEvent.change(screen.getByLabelText(/^Upload/, { selector: "input" }), { target: { files: [file] } });
const photo = () => jpegFile("card.jpg", { bytes: 6_000_000 });
async function choosePhoto(): Promise<HTMLElement> {
  chooseFile(photo());
  const dialog = await screen.findByRole("dialog", { name: "Confirm ID Card Upload" });
  await waitFor(() => expect(document.activeElement?.textContent).toBe("Use This ID"));
  return dialog;
}
async function noticeSays(title: string, message: string): Promise<void> {
  const notice = await screen.findByRole("alertdialog", { name: title });
  expect(within(notice).getByText(message)).toBeTruthy();
}

describe("the identity card", () => {
  test("asks for an ID card when none was uploaded", async () => {
    const region = await openProfile();
    expect(within(region).getByText("Upload ID card")).toBeTruthy();
    expect(region.textContent).toContain("Our team reviews it, typically within 24-48 hours.");
    expect(shows(/^(ID Pending|Verified|ID rejected)$/)).toBe(false);
    expect(shows("Hide")).toBe(false);
  });

  test("shows a pending check with its date, and accepts another image", async () => {
    const region = await openProfile(PENDING);
    expect(within(region).getByText("ID Pending")).toBeTruthy();
    expect(region.textContent).toContain("under review, which typically takes 24-48 hours");
    expect(region.textContent).toContain("Sent on Nov 19, 2026.");
    expect(shows("Upload another image")).toBe(true);
  });

  test("shows a badge for a verified identity, and accepts no other image", async () => {
    const region = await openProfile(VERIFIED);
    expect(within(region).getByText("Verified")).toBeTruthy();
    expect(region.textContent).toContain("ID Verified. Your ID card was checked on Nov 20, 2026.");
    // Whom a notification tells that the card expires finds the way here.
    expect(within(region).getByRole("link", { name: "write to support" }).getAttribute("href")).toBe("/support");
    expect(shows(/^Upload/)).toBe(false);
  });

  test.each([
    [null, "Please upload a clearer ID image"],
    ["This document has expired.", "This document has expired."],
  ])("shows the reason of a rejection (%p), and accepts another image", async (idRejectionReason, text) => {
    const region = await openProfile({ ...REJECTED, idRejectionReason });
    expect(within(region).getByText("ID rejected")).toBeTruthy();
    expect(within(region).getByText(text)).toBeTruthy();
    expect(shows("Upload another image")).toBe(true);
  });

  test("shows that a verified identity was reopened, with the reason", async () => {
    const region = await openProfile({ ...REJECTED, idIsReopened: true, idRejectionReason: "The name was misspelt" });
    expect(within(region).getByText("Your identity must be verified again")).toBeTruthy();
    expect(within(region).getByText("The name was misspelt")).toBeTruthy();
    expect(shows("Your ID card could not be accepted")).toBe(false);
  });

  test("shows no image after it was erased", async () => {
    await openProfile({ ...REJECTED, idCardImage: null });
    expect([shows("Hide"), shows("Show ID card")]).toEqual([false, false]);
    expect(shows("Upload another image")).toBe(true);
  });
});

describe("the uploaded ID card", () => {
  test("is blurred until it is revealed, can be enlarged, and can be blurred again", async () => {
    await openProfile(VERIFIED);
    expect(shows("Hidden until you show it")).toBe(true);
    expect(screen.queryByLabelText("Enlarge: Your ID card")).toBeNull();
    fireEvent.click(screen.getByText("Show ID card"));
    expect(shows("Hidden until you show it")).toBe(false);
    fireEvent.click(screen.getByLabelText("Enlarge: Your ID card"));
    expect(screen.getByRole("dialog").textContent).toContain("Your ID card");
    fireEvent.keyDown(document.body, { key: "Escape" });
    fireEvent.click(screen.getByText("Blur it again"));
    expect(shows("Hidden until you show it")).toBe(true);
  });

  test("can be hidden, and is blurred when shown again", async () => {
    await openProfile(VERIFIED);
    const toggle = () => screen.getByRole("button", { name: /^(Hide|View)$/ });
    fireEvent.click(screen.getByText("Show ID card"));
    expect([toggle().textContent, toggle().getAttribute("aria-expanded")]).toEqual(["Hide", "true"]);
    fireEvent.click(toggle());
    expect([card(), toggle().textContent, toggle().getAttribute("aria-expanded")]).toEqual([null, "View", "false"]);
    fireEvent.click(toggle());
    expect(card()).not.toBeNull();
    expect(shows("Hidden until you show it")).toBe(true);
  });
});

describe("a new ID card", () => {
  test("is previewed, confirmed and then pending", async () => {
    const reply = Promise.withResolvers<Response>();
    context.server.on(SAVE, () => reply.promise);
    await openProfile();
    const dialog = await choosePhoto();
    expect(dialog.querySelector("img")?.getAttribute("src")).toBe(DRAWN);
    expect(shows("It may be rejected")).toBe(false);
    fireEvent.click(screen.getByText("Use This ID"));
    await screen.findByText("Uploading ID Card...");
    // The upload is under way: neither Cancel nor Esc stops it.
    fireEvent.keyDown(document.body, { key: "Escape" });
    expect(screen.getByText<HTMLButtonElement>("Cancel").disabled).toBe(true);
    reply.resolve(ok({ user: trader(PENDING), message: "" }));
    await noticeSays(
      "ID Uploaded Successfully",
      "Your ID will be verified within 24-48 hours. You will receive a notification on completion.",
    );
    expect(context.server.callsOf(SAVE).map(({ body }) => body)).toEqual([{ idCardImage: DRAWN }]);
    expect(screen.queryByRole("dialog", { name: "Confirm ID Card Upload" })).toBeNull();
    expect(shows("ID Pending")).toBe(true);
  });

  test.each([PENDING, REJECTED])("that replaces another is verified again", async (identity) => {
    context.server.on(SAVE, () => ok({ user: trader(PENDING), message: "" }));
    await openProfile(identity);
    await choosePhoto();
    fireEvent.click(screen.getByText("Use This ID"));
    await noticeSays("ID Updated Successfully", "Your new ID will be re-verified within 24-48 hours.");
  });

  test("is not sent when cancelled", async () => {
    await openProfile();
    await choosePhoto();
    fireEvent.click(screen.getByText("Cancel"));
    expect(screen.queryByRole("dialog")).toBeNull();
    await choosePhoto();
    fireEvent.keyDown(document.body, { key: "Escape" });
    expect(screen.queryByRole("dialog")).toBeNull();
    await context.callsArrive();
    expect(context.server.callsOf(SAVE)).toEqual([]);
  });

  test.each([
    ["small", { ...SHARP_CARD, width: 600, height: 400 }, /The image is small/],
    ["dark", { ...SHARP_CARD, brightnessAt: () => 40 }, /The photograph is dark/],
    ["blurred", { ...SHARP_CARD, brightnessAt: (x: number) => 150 + 60 * Math.sin(x / 30) }, /looks blurred/],
  ])("that is %s shows a warning and can be sent anyway", async (_, image, text) => {
    context.server.on(SAVE, () => ok({ user: trader(PENDING), message: "" }));
    images.shows(image);
    await openProfile();
    const dialog = await choosePhoto();
    expect(within(dialog).getByText("It may be rejected")).toBeTruthy();
    expect(within(dialog).getByText(text)).toBeTruthy();
    fireEvent.click(screen.getByText("Use This ID"));
    await screen.findByText("ID Uploaded Successfully");
  });

  test.each([
    [
      "a fault",
      () => refuse("internal", "Something went wrong. Please try again."),
      "Upload Failed",
      "Failed to upload ID. Please try again.",
    ],
    [
      "a refusal",
      () => refuse("too_many_requests", "Too many requests. Please try again later."),
      "Upload Failed",
      "Too many requests. Please try again later.",
    ],
    [
      "no answer",
      () => new Response("", { status: 502 }),
      "Connection Error",
      "Unable to upload ID. Please check your connection and try again.",
    ],
  ])("that is refused because of %s stays and can be sent again with one press", async (_, reply, title, message) => {
    context.server.on(SAVE, reply);
    await openProfile();
    await choosePhoto();
    fireEvent.click(screen.getByText("Use This ID"));
    await noticeSays(title, message);
    fireEvent.click(screen.getByText("Got it"));
    context.server.on(SAVE, () => ok({ user: trader(PENDING), message: "" }));
    fireEvent.click(screen.getByText("Use This ID"));
    await screen.findByText("ID Uploaded Successfully");
    expect(context.server.callsOf(SAVE)).toHaveLength(2);
  });

  test.each(["", "image/jpg", "application/octet-stream"])("is known by its bytes, with the type %j", async (type) => {
    await openProfile();
    chooseFile(jpegFile("card.jfif", { type }));
    await screen.findByText("Use This ID");
  });

  test("that is HEIC is named, with how to send a JPEG", async () => {
    await openProfile();
    chooseFile(heicFile("IMG_2041.HEIC", ""));
    await screen.findByText(/This is a HEIC photo.+Send it as a JPEG/);
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("must be an image", async () => {
    await openProfile();
    chooseFile(new File(["text"], "card.pdf", { type: "application/pdf" }));
    await screen.findByText("Please select an image file");
    images.cannotBeRead();
    chooseFile(photo());
    await waitFor(() => expect(shows("Please select an image file")).toBe(true));
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});
