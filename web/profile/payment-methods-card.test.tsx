import { beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { IMAGE_KIND_TEXT } from "../../worker/contract/image-kind-text.ts";
import type { User } from "../state/api.ts";
import { apiServer, ok, refuse } from "../test/api-server.ts";
import { drawnImages, heicFile, jpegFile } from "../test/drawn-images.ts";
import { expectRetyped } from "../test/expect-retyped.ts";
import { openApp } from "../test/open-app.tsx";
import { trader } from "../test/trader.ts";
import { keepDraft } from "./kept-draft.ts";

setDefaultTimeout(600_000);

const context = apiServer();
const SAVE = "POST /api/user/payment-methods";
const NOTHING: User["paymentMethods"] = {
  khqr: { image: null, isActive: false, holder: "" },
  bankTransfer: { isActive: false, bankName: "", accountId: "", holder: "" },
};
const BOTH: User["paymentMethods"] = {
  khqr: { image: "/api/image/code.jpg", isActive: true, holder: "Sokha Chan" },
  bankTransfer: { isActive: true, bankName: "ABA Bank", accountId: "000 481 726", holder: "Sokha Chan" },
};

const shows = (text: string) => screen.queryAllByText(text).length > 0;
const count = (text: string) => screen.queryAllByText(text).length;
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const press = (name: string) => fireEvent.click(screen.getByText(name, { selector: "button" }));
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
const fileInput = () => screen.getByLabelText<HTMLInputElement>(/^QR-code image/);
const choose = (file: File) => fireEvent.change(fileInput(), { target: { files: [file] } });
const image = (bytes = 10, type = "image/jpeg") => jpegFile("aba-khqr.jpg", { bytes, type });

async function openProfile(paymentMethods: User["paymentMethods"]): Promise<void> {
  await openApp(context.server, { at: "/profile", as: trader({ paymentMethods }) });
  await screen.findByText("Payment Methods");
}
/** The API accepts the save. */
function takeSaves(after: User["paymentMethods"]): void {
  context.server.on(SAVE, () =>
    ok({ user: trader({ paymentMethods: after }), message: "Payment methods updated successfully!" }),
  );
}

const images = drawnImages();
beforeEach(() => {
  context.server.on("POST /api/auth/activity", () => ok());
});

describe("the payment methods in view mode", () => {
  test("show what is not configured, and their purpose", async () => {
    await openProfile(NOTHING);
    expect(count("Not configured")).toBe(4);
    expect(shows("Active")).toBe(false);
    expect(
      shows("Configure at least one method to enable withdrawals. All withdrawal requests use these methods."),
    ).toBe(true);
  });

  test("have a badge for each active method, and the code can be enlarged", async () => {
    await openProfile(BOTH);
    expect(count("Active")).toBe(2);
    expect([shows("ABA Bank"), shows("000 481 726")]).toEqual([true, true]);
    fireEvent.click(screen.getByLabelText("Enlarge: Your KHQR code"));
    expect(screen.getByRole("dialog").textContent).toContain("Your KHQR code");
    fireEvent.keyDown(document.body, { key: "Escape" });
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("show an error when the code fails to load, and retry", async () => {
    await openProfile(BOTH);
    const picture = document.querySelector('img[src="/api/image/code.jpg"]');
    if (!picture) throw new Error("the code is not shown");
    fireEvent.error(picture);
    expect(shows("Not loaded. Try again")).toBe(true);
    fireEvent.click(screen.getByLabelText("Your KHQR code: not loaded. Try again"));
    expect(document.querySelector('img[src="/api/image/code.jpg"]')).not.toBeNull();
  });
});

describe("the payment methods in edit mode", () => {
  test("start with the saved values, and Cancel discards changes", async () => {
    await openProfile(BOTH);
    press("Edit");
    expect([field("Bank Name").value, field("Account Number").value]).toEqual(["ABA Bank", "000 481 726"]);
    expect(document.activeElement).toBe(fileInput());
    expect(shows("Click to change")).toBe(true);
    type("Bank Name", "ACLEDA");
    choose(image());
    await screen.findByText("aba-khqr.jpg");
    press("Cancel");
    expect([shows("ABA Bank"), shows("ACLEDA")]).toEqual([true, false]);
    expect(document.activeElement?.textContent).toBe("Edit");
    press("Edit");
    expect(field("Bank Name").value).toBe("ABA Bank");
    expect(shows("aba-khqr.jpg")).toBe(false);
    await context.callsArrive();
    expect(context.server.callsOf(SAVE)).toHaveLength(0);
  });

  test("have placeholders, and a hint when half of a bank account is missing", async () => {
    await openProfile(NOTHING);
    press("Edit");
    expect(field("Bank Name").placeholder).toBe("Enter bank name");
    expect(field("Account Number").placeholder).toBe("Enter account number");
    expect(shows("Bank Transfer is active once both are entered.")).toBe(false);
    type("Bank Name", "ABA Bank");
    expect(shows("Bank Transfer is active once both are entered.")).toBe(true);
    type("Account Number", "1");
    expect(shows("Bank Transfer is active once both are entered.")).toBe(false);
  });

  test("say that a holder who is taken away is a change with its day", async () => {
    const emptied = /^Saving without the name is a change: no withdrawal is approved for 24 hours/;
    await openProfile(BOTH);
    press("Edit");
    expect(screen.queryAllByText(emptied)).toHaveLength(0);
    type("Account holder", " ");
    expect(screen.queryAllByText(emptied)).toHaveLength(1);
    type("Name of the code's owner", "");
    expect(screen.queryAllByText(emptied)).toHaveLength(2);
    type("Account holder", "Sokha Chan");
    type("Name of the code's owner", "Chan Sokha");
    expect(screen.queryAllByText(emptied)).toHaveLength(0);
  });

  test("are sent as a form, and the saved values are shown", async () => {
    takeSaves(BOTH);
    await openProfile(NOTHING);
    press("Edit");
    type("Bank Name", "ABA Bank");
    type("Account Number", "000 481 726");
    type("Account holder", "CHAN SOKHA");
    choose(image());
    await screen.findByText("aba-khqr.jpg");
    // Nothing is drawn in a simulated document, so that no code is read: `web/journeys/payment-methods.test.ts` reads one.
    expect(shows("The name in this code could not be read. Write it as your bank's app shows it.")).toBe(true);
    type("Name of the code's owner", "SOKHA CHAN");
    press("Save");
    expect(shows("Saving...")).toBe(true);
    press("Saving...");
    await screen.findByText("Payment methods updated successfully!");
    expect(count("Active")).toBe(2);
    const bodies = context.server.callsOf(SAVE).map(({ body }) => body);
    const holders = { bankHolder: "CHAN SOKHA", khqrHolder: "SOKHA CHAN" };
    expect(bodies).toEqual([
      { bankName: "ABA Bank", accountId: "000 481 726", ...holders, khqrImage: expect.any(File) },
    ]);
    // The assertion above has checked that it is a file.
    const [{ khqrImage }] = bodies as [{ khqrImage: File }];
    expect([khqrImage.type, await khqrImage.text()]).toEqual(["image/jpeg", "a small jpeg"]);
  });

  test("are saved by Enter and discarded by Esc", async () => {
    takeSaves(BOTH);
    await openProfile(NOTHING);
    press("Edit");
    type("Bank Name", "ABA Bank");
    fireEvent.keyDown(field("Bank Name"), { key: "Escape" });
    expect(count("Not configured")).toBe(4);
    press("Edit");
    const form = field("Bank Name").closest("form");
    if (!form) throw new Error("the fields are in no form");
    fireEvent.submit(form);
    await screen.findByText("Payment methods updated successfully!");
    expect(context.server.callsOf(SAVE)[0]?.body).toEqual({
      bankName: "",
      accountId: "",
      bankHolder: "",
      khqrHolder: "",
    });
  });

  test("warn that a change delays withdrawals, and that a first method may", async () => {
    const warning =
      "When you change or add a method after the first, no withdrawal is approved in the next 24 hours. This also applies to the first one if you have deposited before, or if somebody logged in on another device within a day.";
    await openProfile(BOTH);
    expect(shows(warning)).toBe(false);
    press("Edit");
    expect(shows(warning)).toBe(true);
  });
});

describe("the proof of identity before a save", () => {
  const dialog = () => screen.getByRole("dialog");
  /** Saves are refused until a proof was given. */
  async function saveWithout(security: Partial<User["security"]> = {}): Promise<void> {
    let isProven = false;
    context.server
      .on(SAVE, () =>
        isProven
          ? ok({ user: trader({ paymentMethods: BOTH }), message: "Payment methods updated successfully!" })
          : refuse("step_up_required", "Enter your password again to continue"),
      )
      .on("POST /api/auth/step-up", ({ body }) => {
        isProven = (body as { password: string }).password === "right";
        return isProven ? ok() : refuse("invalid_input", "This is not your password", { field: "password" });
      })
      .on("GET /api/auth/options", () => ok({ google: true }));
    const person = trader({ paymentMethods: NOTHING });
    await openApp(context.server, { at: "/profile", as: { ...person, security: { ...person.security, ...security } } });
    await screen.findByText("Payment Methods");
    press("Edit");
    type("Bank Name", "ABA Bank");
    type("Account Number", "000 481 726");
    choose(image());
    await screen.findByText("aba-khqr.jpg");
    press("Save");
    await screen.findByRole("dialog");
  }

  test("is requested in a dialog, and the save continues with the entered values", async () => {
    await saveWithout();
    expect(dialog().textContent).toContain("Confirm that it is you");
    await waitFor(() => expect(document.activeElement === field("Password")).toBe(true));
    type("Password", "wrong");
    press("Confirm and save");
    await screen.findByText("This is not your password");
    expect(context.server.callsOf(SAVE)).toHaveLength(1);
    type("Password", "right");
    press("Confirm and save");
    await screen.findByText("Payment methods updated successfully!");
    expect(screen.queryByRole("dialog")).toBeNull();
    const [first, second] = context.server.callsOf(SAVE).map(({ body }) => body);
    expect(second).toMatchObject({ bankName: "ABA Bank", accountId: "000 481 726" });
    expect(Object.keys(second as object)).toEqual(Object.keys(first as object));
    expect(count("Active")).toBe(2);
  });

  test("leaves the form unchanged when it is not given", async () => {
    await saveWithout();
    fireEvent.click(within(dialog()).getByText("Cancel", { selector: "button" }));
    expect(screen.queryByRole("dialog")).toBeNull();
    expect([field("Bank Name").value, shows("aba-khqr.jpg")]).toEqual(["ABA Bank", true]);
    await context.callsArrive();
    expect(context.server.callsOf("POST /api/auth/step-up")).toHaveLength(0);
    press("Save");
    await screen.findByRole("dialog");
  });

  test("shows an error without a response and can be retried", async () => {
    await saveWithout();
    context.server.on("POST /api/auth/step-up", () => new Response("", { status: 502 }));
    type("Password", "right");
    press("Confirm and save");
    await screen.findByText("This could not be checked. Please try again.");
    expect(shows("Confirm and save")).toBe(true);
  });

  test("is offered through Google where it is linked, beside the password where there is one", async () => {
    await saveWithout({ google: true });
    const link = await screen.findByText("Continue with Google", { selector: "a" });
    expect(link.getAttribute("href")).toBe("/api/auth/google?purpose=proof");
    expect(within(dialog()).queryByLabelText("Password")).not.toBeNull();
  });

  test("is a code of the authenticator in an admin session, as for an admin's decisions", async () => {
    const codes: unknown[] = [];
    context.server
      .on(SAVE, () =>
        codes.length > 1
          ? ok({
              user: trader({ role: "admin", paymentMethods: BOTH }),
              message: "Payment methods updated successfully!",
            })
          : refuse("step_up_required", "Enter your password again to continue"),
      )
      .on("POST /api/admin/step-up", ({ body }) => {
        codes.push((body as { code: string }).code);
        return codes.length > 1 ? ok() : refuse("invalid_code", "Invalid or expired code", { field: "code" });
      });
    await openApp(context.server, { at: "/profile", as: trader({ role: "admin", paymentMethods: NOTHING }) });
    await screen.findByText("Payment Methods");
    press("Edit");
    type("Bank Name", "ABA Bank");
    type("Account Number", "000 481 726");
    press("Save");
    await screen.findByRole("dialog");
    expect(within(dialog()).queryAllByLabelText("Password")).toHaveLength(0);
    for (const code of ["000000", "123456"]) {
      type("Authenticator code", code);
      press("Confirm and save");
      if (code === "000000") await screen.findByText("Invalid or expired code");
    }
    await screen.findByText("Payment methods updated successfully!");
    expect(codes).toEqual(["000000", "123456"]);
  });

  test("is requested from Google only where there is no password; the draft is restored once after the return", async () => {
    await saveWithout({ google: true, hasPassword: false });
    expect(within(dialog()).queryByLabelText("Password")).toBeNull();
    const link = await screen.findByText("Continue with Google", { selector: "a" });
    link.addEventListener("click", (event) => event.preventDefault());
    fireEvent.click(link);
    cleanup();

    takeSaves(BOTH);
    await openApp(context.server, { at: "/profile?google=proven", as: trader({ paymentMethods: NOTHING }) });
    await screen.findByText("Confirmed. You can save your payment methods now.");
    expect([field("Bank Name").value, field("Account Number").value]).toEqual(["ABA Bank", "000 481 726"]);
    expect(shows("aba-khqr.jpg")).toBe(true);
    expect(sessionStorage.length).toBe(0);
    expect(context.server.callsOf(SAVE)).toHaveLength(1);
    press("Save");
    await screen.findByText("Payment methods updated successfully!");
    expect(context.server.callsOf(SAVE)[1]?.body).toMatchObject({ bankName: "ABA Bank", khqrImage: expect.any(File) });
  });

  test("shows Google's refusal after the return; another user does not get the draft", async () => {
    keepDraft("trader-2", { bankName: "ABA Bank", accountId: "1", bankHolder: "", khqrHolder: "", image: null });
    await openApp(context.server, { at: "/profile?google=existing", as: trader({ paymentMethods: NOTHING }) });
    await screen.findByText("This is not the Google account that opens your account.");
    expect(shows("Edit")).toBe(true);
    expect(sessionStorage.length).toBe(0);
  });
});

describe("a file that cannot be a code is refused before it is sent:", () => {
  test.each([
    ["a text", new File(["x"], "a.txt", { type: "text/plain" }), "Please select an image file"],
    ["a kind that is not taken", new File(["GIF89a"], "a.gif", { type: "image/gif" }), "Please select an image file"],
    ["a HEIC photo", heicFile("a.heic"), IMAGE_KIND_TEXT.heic],
    ["a large file", image(5 * 1024 * 1024), "File size must be less than 5MB"],
  ])("%s", async (_, file, message) => {
    await openProfile(NOTHING);
    press("Edit");
    choose(file);
    expect((await screen.findByRole("alert")).textContent).toBe(message);
    expect(fileInput().getAttribute("aria-invalid")).toBe("true");
    choose(image());
    await screen.findByText("aba-khqr.jpg");
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test.each(["", "image/jpg"])("but not a JPEG whose type is %j", async (type) => {
    await openProfile(NOTHING);
    press("Edit");
    choose(image(10, type));
    await screen.findByText("aba-khqr.jpg");
  });

  test("a damaged image", async () => {
    images.cannotBeRead();
    await openProfile(NOTHING);
    press("Edit");
    choose(image());
    expect((await screen.findByRole("alert")).textContent).toBe("Please select an image file");
  });
});

describe("a failed save keeps the input and shows the reason:", () => {
  async function saveWhen(answer: () => Response): Promise<void> {
    context.server.on(SAVE, answer);
    await openProfile(NOTHING);
    press("Edit");
    type("Bank Name", "ABA Bank");
    press("Save");
  }

  test("at the field, with the API's message", async () => {
    await saveWhen(() =>
      refuse("invalid_input", "bankName has characters that cannot be shown", { field: "bankName" }),
    );
    await screen.findByText("bankName has characters that cannot be shown");
    expect(field("Bank Name").getAttribute("aria-invalid")).toBe("true");
    expect(field("Bank Name").value).toBe("ABA Bank");
    expectRetyped(field("Bank Name"));
    type("Bank Name", "ABA");
    expect(shows("bankName has characters that cannot be shown")).toBe(false);
    takeSaves(BOTH);
    press("Save");
    await screen.findByText("Payment methods updated successfully!");
  });

  test("at the image, until another one is chosen, which is saved", async () => {
    await saveWhen(() => refuse("invalid_input", "This image is damaged", { field: "khqrImage" }));
    await screen.findByText("This image is damaged");
    expect(fileInput().getAttribute("aria-invalid")).toBe("true");
    expect(document.activeElement).toBe(fileInput());
    choose(image());
    await screen.findByText("aba-khqr.jpg");
    expect(shows("This image is damaged")).toBe(false);
    takeSaves(BOTH);
    press("Save");
    await screen.findByText("Payment methods updated successfully!");
  });

  test.each([
    ["the API's words", () => refuse("too_many_requests", "Too many requests."), "Too many requests."],
    ["the fallback where it has none", () => refuse("internal", ""), "Failed to update payment methods"],
    ["the same without a connection", () => new Response("", { status: 502 }), "Failed to update payment methods"],
  ])("in %s", async (_, answer, message) => {
    await saveWhen(answer);
    await screen.findByText(message);
    expect(field("Bank Name").value).toBe("ABA Bank");
    takeSaves(BOTH);
    await waitFor(() => press("Save"));
    await screen.findByText("Payment methods updated successfully!");
  });
});
