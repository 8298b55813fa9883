import {
  answerRefusal,
  answerResult,
  BotApiRefusal,
  parseParameters,
  readButtons,
  readParameters,
  readText,
  sendMessageParameters,
  setWebhookParameters,
} from "./bot-api.ts";
import type { ChatBook, ChatMessage, Person } from "./chat-book.ts";
import type { Update, Webhook } from "./webhook.ts";

/** The bot of the local stack. */
export type BotIdentity = { token: string; name: string };

/** The methods of the Bot API, over the people and chats of a book. */
export class Bot {
  readonly #identity: BotIdentity;
  readonly #book: ChatBook;
  readonly #webhook: Webhook;
  #commands: unknown = [];

  constructor(identity: BotIdentity, parts: { book: ChatBook; webhook: Webhook }) {
    this.#identity = identity;
    this.#book = parts.book;
    this.#webhook = parts.webhook;
  }

  get name(): string {
    return this.#identity.name;
  }

  /** Answers a call of a method. */
  async call(method: string, parameters: Record<string, unknown>): Promise<Response> {
    try {
      return this.#call(method.toLowerCase(), parameters);
    } catch (error) {
      if (error instanceof BotApiRefusal) return answerRefusal(error);
      throw error;
    }
  }

  /** Reads a call of the API: its token, and its parameters from wherever they are. @returns a response when it is refused */
  async read(token: string, request: Request): Promise<Record<string, unknown> | Response> {
    if (token !== this.#identity.token) return answerRefusal(new BotApiRefusal(401, "Unauthorized"));
    try {
      return await readParameters(request);
    } catch (error) {
      if (error instanceof BotApiRefusal) return answerRefusal(error);
      throw error;
    }
  }

  #call(method: string, parameters: Record<string, unknown>): Response {
    switch (method) {
      case "getme":
        return answerResult({ ...this.#user(), can_join_groups: false, can_read_all_group_messages: false });
      case "sendmessage":
        return this.#sendMessage(parameters);
      case "setwebhook":
        return this.#setWebhook(parameters);
      case "deletewebhook":
        this.#webhook.set({ url: "", secret: null, allowedUpdates: null });
        return answerResult(true, "Webhook was deleted");
      case "getwebhookinfo":
        return answerResult(this.#webhook.info);
      case "setmycommands":
        this.#commands = parameters.commands ?? [];
        return answerResult(true);
      case "getmycommands":
        return answerResult(this.#commands);
      default:
        throw new BotApiRefusal(404, "Not Found: method not found");
    }
  }

  #sendMessage(parameters: Record<string, unknown>): Response {
    const { chat_id, text, parse_mode, disable_notification, reply_markup } = parseParameters(
      sendMessageParameters,
      parameters,
    );
    const buttons = readButtons(reply_markup).map((one) => ({ text: one.text, url: one.url ?? null }));
    const plain = readText(text, parse_mode);
    const person = this.#book.find(chat_id);
    if (!person?.hasStarted) throw new BotApiRefusal(400, "Bad Request: chat not found");
    if (person.hasBlocked) throw new BotApiRefusal(403, "Forbidden: bot was blocked by the user");
    const written = this.#book.write({
      chat: person.id,
      from: "bot",
      text: plain,
      buttons,
      isSilent: disable_notification ?? false,
    });
    return answerResult({ ...messageShape(written, person, this.#user()) });
  }

  #setWebhook(parameters: Record<string, unknown>): Response {
    const { url, secret_token, allowed_updates } = parseParameters(setWebhookParameters, parameters);
    if (url !== "" && !isWebhookUrl(url)) {
      throw new BotApiRefusal(400, "Bad Request: bad webhook: An HTTPS URL must be provided for webhook");
    }
    this.#webhook.set({ url, secret: secret_token ?? null, allowedUpdates: allowed_updates ?? null });
    return answerResult(true, url === "" ? "Webhook was deleted" : "Webhook was set");
  }

  #user() {
    const id = Number(this.#identity.token.split(":")[0]);
    return { id, is_bot: true, first_name: "Tonle", username: this.#identity.name };
  }

  /** The update of a text that a person writes in the private chat. */
  messageUpdate(person: Person, text: string): Update {
    const written = this.#book.write({ chat: person.id, from: "person", text, buttons: [], isSilent: false });
    return { update_id: this.#book.nextUpdateId(), message: messageShape(written, person, userShape(person)) };
  }

  /** The update of a person who blocks the bot, or starts it again. */
  blockUpdate(person: Person, hasBlocked: boolean): Update {
    const user = this.#user();
    const [before, now] = hasBlocked ? ["member", "kicked"] : ["kicked", "member"];
    return {
      update_id: this.#book.nextUpdateId(),
      my_chat_member: {
        chat: chatShape(person),
        from: userShape(person),
        date: Math.floor(Date.now() / 1_000),
        old_chat_member: { user, status: before },
        new_chat_member: { user, status: now, ...(hasBlocked && { until_date: 0 }) },
      },
    };
  }
}

/** Telegram takes https alone; a local product has a loopback address. */
function isWebhookUrl(url: string): boolean {
  const parsed = URL.parse(url);
  return (
    parsed?.protocol === "https:" ||
    (parsed?.protocol === "http:" && /^(localhost|127\.0\.0\.1)$/.test(parsed.hostname))
  );
}

function chatShape({ id, firstName, username }: Person) {
  return { id, first_name: firstName, ...(username && { username }), type: "private" };
}

function userShape({ id, firstName, username, languageCode }: Person) {
  return { id, is_bot: false, first_name: firstName, ...(username && { username }), language_code: languageCode };
}

function messageShape(message: ChatMessage, person: Person, from: object) {
  const command = /^\/[a-z0-9_]+/i.exec(message.text)?.[0];
  return {
    message_id: message.id,
    from,
    chat: chatShape(person),
    date: Math.floor(Date.parse(message.at) / 1_000),
    text: message.text,
    ...(command && { entities: [{ type: "bot_command", offset: 0, length: command.length }] }),
    ...(message.buttons.length > 0 && { reply_markup: { inline_keyboard: [message.buttons] } }),
  };
}
