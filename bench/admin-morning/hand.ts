import type { Locator, Page } from "playwright-core";

/** How often a person pressed a key, typed a character, or clicked. */
export type Effort = { keys: number; characters: number; clicks: number };

const TABS_MAX = 80;
/** A step that is not possible after this time is counted as blocked: evidence is on the screen sooner. */
const BLOCKED_AFTER_MS = 2_500;

/** The time after which a decision is sent, or refused and shown as such. */
const SENT_AFTER_MS = 15_000;

/** A person at the admin screens, whose keys are counted. */
export class Hand {
  readonly page: Page;
  effort: Effort = { keys: 0, characters: 0, clicks: 0 };

  constructor(page: Page) {
    this.page = page;
  }

  /** The effort since the last call. */
  takeEffort(): Effort {
    const { effort } = this;
    this.effort = { keys: 0, characters: 0, clicks: 0 };
    return effort;
  }

  async press(key: string): Promise<void> {
    this.effort.keys += 1;
    await this.page.keyboard.press(key);
  }

  /** Types a text, or pastes it, which counts as the two keys of a paste. */
  async enter(text: string, { isPasted = false } = {}): Promise<void> {
    if (isPasted) this.effort.keys += 1;
    else this.effort.characters += text.length;
    await this.page.keyboard.insertText(text);
  }

  async tabTo(target: Locator): Promise<void> {
    await target.waitFor();
    for (let tabs = 0; tabs < TABS_MAX; tabs++) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await this.press("Tab");
    }
    throw new Error(`Tab does not come by ${target}`);
  }

  /** The first of these shortcuts whose button is enabled; null when none is for a while. */
  async firstPossible(keys: readonly string[]): Promise<string | null> {
    const untilMs = Date.now() + BLOCKED_AFTER_MS;
    for (;;) {
      for (const key of keys) {
        if ((await this.page.locator(`button[aria-keyshortcuts="${key.toUpperCase()}"]:enabled`).count()) > 0)
          return key;
      }
      if (Date.now() > untilMs) return null;
      await this.page.waitForTimeout(100);
    }
  }

  /** Whether a button appears within a while. */
  isPossible(name: string): Promise<boolean> {
    const button = this.page.getByRole("button", { name });
    return button.waitFor({ timeout: BLOCKED_AFTER_MS }).then(
      () => true,
      () => false,
    );
  }

  /** Whether what is typed takes the place of the whole text of the focused field. */
  typesOver(): Promise<boolean> {
    return this.page.evaluate(() => {
      const field = document.activeElement;
      return (
        field instanceof HTMLInputElement && field.selectionEnd === field.value.length && field.selectionStart === 0
      );
    });
  }

  /** Whether a dialog is open after a press. */
  dialog(): Locator {
    return this.page.getByRole("dialog");
  }

  /** Sends what waits for its countdown. */
  async sendAll(): Promise<void> {
    const waiting = this.page.getByRole("complementary", { name: "Decisions not sent yet" });
    if ((await waiting.count()) > 0) await this.press("s");
    const isSent = await waiting.waitFor({ state: "detached", timeout: SENT_AFTER_MS }).then(
      () => true,
      () => false,
    );
    if (!isSent) console.info(`not sent: ${await waiting.textContent()}`);
  }
}
