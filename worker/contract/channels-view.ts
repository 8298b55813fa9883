import type { Channel, DeliveryState } from "./channels.ts";

/** A browser that shows a person's notifications. */
export type PushBrowser = {
  id: number;
  /** `Chrome on Android` */
  name: string;
  since: string;
  /** Whether it is the browser that asks: the one of the caller's session. */
  isThis: boolean;
  /** When it ended; null while it is in use. */
  endedAt: string | null;
  /** What the push service answered when it ended, or null when its person or session ended it. */
  endedStatus: number | null;
  /** What became of the last push to it; null before the first. */
  last: DeliveryState | null;
};

/** The ways by which a person is reached besides their open pages, and what became of the last message by each. */
export type ChannelsView = {
  /** `publicKey`: the key with which a browser subscribes; null where this installation has none. */
  push: { publicKey: string | null; browsers: PushBrowser[] };
  /** Null where this installation has no bot. */
  telegram: {
    bot: string;
    link: { name: string; since: string; showsSums: boolean; isBlocked: boolean; last: DeliveryState | null } | null;
    /** A deep link that is valid, with how Telegram names who opened it, whom its person confirms; null before. */
    pending: { id: string; expiresAt: string; name: string | null } | null;
  } | null;
  email: { address: string; last: DeliveryState | null };
  order: Channel[];
};
