import type { Database, Statement } from "../../../db/client.ts";
import type { PushMessage } from "../../contract/channels.ts";
import type {
  ChannelAnswer,
  PushOptions,
  PushTarget,
  TelegramMessage,
} from "../../platform/services/channel-answer.ts";

/** What the dispatcher calls of other features. */
export type DispatcherPorts = {
  db: Database;
  now: () => number;
  appOrigin: string;
  sendPush(target: PushTarget, message: PushMessage, options: PushOptions): Promise<ChannelAnswer>;
  /** The signed text by which a browser says that it has shown a push. */
  receiptOf(deliveryId: number): Promise<string>;
  sendTelegram(chatId: string, message: TelegramMessage): Promise<ChannelAnswer>;
  /** The statement that ends a browser which its push service no longer knows. */
  endBrowser(subscriptionId: number, status: number): Statement;
  /** The statement that notes that a person blocked the bot. */
  blockChat(userId: string, chatId: string): Statement;
};
