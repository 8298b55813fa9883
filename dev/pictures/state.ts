import type { Locator, Page } from "playwright-core";
import type { Role } from "./recording.ts";

/** An answer of a route in place of the recorded one: nothing ever, a refusal, or another body. */
export type Fault = "silent" | { status: number; code: string; message?: string; field?: string } | { ok: object };

/** Something that a person does on a page. */
export type Step = (page: Page) => Promise<unknown>;

/**
 * A state of a screen, and how a person gets there. It names things by their roles and names, so that it finds them in
 * other checkouts too.
 */
export type State = {
  /** `screen/state`, which `--only` matches. */
  name: string;
  role: Role;
  path: string;
  steps: readonly Step[];
  /** `route` is a method and the start of a path, such as `GET /api/trade`. */
  faults: readonly { route: string; fault: Fault }[];
  /** Instead of {@link WIDTHS}. */
  widths?: readonly Width[];
  /** False for pages that have the default theme alone. */
  isThemed: boolean;
};

/** The widths of the pictures, in px, with the height of their windows. 844 is a phone that lies. */
export const HEIGHT_OF = { 1440: 900, 1280: 720, 1024: 768, 844: 390, 768: 1024, 390: 844 } as const;
export type Width = keyof typeof HEIGHT_OF;
/** The widths of every state that names no others. */
export const WIDTHS: readonly Width[] = [1440, 390];
/** Those between, at which the terminal is arranged in another way. */
export const WIDTHS_BETWEEN: readonly Width[] = [1280, 1024, 844, 768];

/** A step, or something else that makes a state differ from its screen as it opens. */
type Part = Step | State["faults"][number] | Pick<State, "widths"> | Pick<State, "isThemed">;

/** Makes the states of one role. */
export const statesOf =
  (role: Role) =>
  (name: string, path: string, ...parts: Part[]): State => {
    const steps = parts.filter((part) => typeof part === "function");
    const faults = parts.filter((part) => "route" in part);
    const others = parts.filter((part) => "widths" in part || "isThemed" in part);
    return Object.assign({ name, role, path, steps, faults, isThemed: true }, ...others);
  };

/** A route that does not answer as usual. */
export const given = (route: string, fault: Fault): State["faults"][number] => ({ route, fault });

type Name = string | RegExp;

/** A control that a person sees, by its whole name or a pattern; the one of the dialog, if it has one. */
async function control(page: Page, name: Name, at: number): Promise<Locator> {
  const options = { name, exact: typeof name === "string" };
  const roles = ["button", "link", "tab", "radio", "switch", "checkbox", "option", "menuitem", "gridcell"] as const;
  const anyRole = (within: Page | Locator) =>
    roles
      .map((role) => within.getByRole(role, options))
      .reduce((found, next) => found.or(next))
      .filter({ visible: true });
  const inDialog = anyRole(page.getByRole("dialog").or(page.getByRole("alertdialog")));
  return (await inDialog.count()) > at ? inDialog.nth(at) : anyRole(page).nth(at);
}

/** Presses a control. @param at which of several, from 0 */
export const press =
  (name: Name, at = 0): Step =>
  async (page) =>
    (await control(page, name, at)).click();

/** Presses a control of the open dialog. */
export const answer =
  (name: Name): Step =>
  (page) =>
    page
      .getByRole("dialog")
      .or(page.getByRole("alertdialog"))
      .getByRole("button", { name, exact: typeof name === "string" })
      .first()
      .click();

/** Points at a control, so that its tip shows. */
export const pointAt =
  (name: Name): Step =>
  async (page) =>
    (await control(page, name, 0)).hover();

/** Fills a field. */
export const type =
  (label: Name, text: string): Step =>
  (page) =>
    page
      .getByLabel(label, { exact: typeof label === "string" })
      .filter({ visible: true })
      .first()
      .fill(text);

/** Chooses an option of a list. */
export const choose =
  (label: Name, option: string | { index: number }): Step =>
  (page) =>
    page
      .getByLabel(label, { exact: typeof label === "string" })
      .filter({ visible: true })
      .first()
      .selectOption(option);

/** Presses a key on a control. */
export const keyOn =
  (name: Name, pressed: string): Step =>
  async (page) =>
    (await control(page, name, 0)).press(pressed);

/** Presses a key. */
export const key =
  (name: string): Step =>
  (page) =>
    page.keyboard.press(name);

/** Waits for a text. */
export const see =
  (text: Name): Step =>
  (page) =>
    page.getByText(text).filter({ visible: true }).first().waitFor();

/** Follows a link of the product without loading the page. */
export const goTo =
  (path: string): Step =>
  (page) =>
    page.evaluate((address) => history.pushState(null, "", address), path);

/** Opens the details of the first row with a word. */
export const expand =
  (word: string): Step =>
  (page) =>
    page.locator("tr, li").filter({ hasText: word }).getByRole("button", { expanded: false }).first().click();

/** Chooses a file in the last field for files. */
export const sendFile =
  (name: string, buffer: Buffer): Step =>
  (page) =>
    page
      .locator('input[type="file"]')
      .last()
      .setInputFiles({ name, mimeType: name.endsWith(".png") ? "image/png" : "text/csv", buffer });
