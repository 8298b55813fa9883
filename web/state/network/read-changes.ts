import {
  ACCOUNT_TOPICS,
  type AccountChannelMessage,
  type AccountTopic,
} from "../../../worker/contract/account-channel.ts";

/** Which topics of the account have changed for a page, message by message. */
export class ReadChanges {
  /** The number of the last change that is known; null before the first message. */
  #last: number | null = null;
  #isGreeting = true;

  /** The next message is the first one of its socket. */
  begin(): void {
    this.#isGreeting = true;
  }

  /** Begins for another person. */
  forget(): void {
    this.#last = null;
  }

  /**
   * Takes a message. One that begins at another number than the page has heard of comes after changes that it missed: then
   * everything may have changed.
   * @param before the number that was known before anything was read; null for none
   */
  take({ number, changes }: AccountChannelMessage, before: () => number | null): readonly AccountTopic[] {
    const known = this.#last ?? before();
    const mayHaveMissed = this.#isGreeting || changes.length === 0;
    this.#isGreeting = false;
    this.#last = number;
    if (mayHaveMissed && number !== known) return ACCOUNT_TOPICS;
    return changes.filter((change) => known === null || change.number > known).map(({ topic }) => topic);
  }
}
