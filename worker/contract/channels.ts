import { MINUTE_MS } from "./time.ts";

/** The ways by which a person is told besides their open pages, in the order that counts until they choose another. */
export const CHANNELS = ["push", "telegram", "email"] as const;
export type Channel = (typeof CHANNELS)[number];

/** The kinds whose pushes and Telegram messages are turned on and off one by one. News go by mail alone. */
export const CHANNEL_KINDS = ["money", "security", "alert", "order"] as const;
export type ChannelKind = (typeof CHANNEL_KINDS)[number];

export const DELIVERY = {
  /** How long a channel has to confirm before the next one takes over. */
  confirmMs: MINUTE_MS,
  /** How long a link to Telegram is valid. */
  linkMs: 10 * MINUTE_MS,
  /** How many browsers of one person take pushes; a further one ends the oldest. */
  browsersMax: 10,
} as const;

/** What counts until a person chooses. */
export const CHANNEL_SWITCHES = {
  push: { money: true, security: true, alert: true, order: true },
  telegram: { money: true, security: false, alert: true, order: false },
} as const satisfies Record<"push" | "telegram", Record<ChannelKind, boolean>>;

export const DIGESTS = ["off", "daily", "weekly"] as const;
export type Digest = (typeof DIGESTS)[number];

/** Which kinds go by a channel. */
export type ChannelSwitches = Record<ChannelKind, boolean>;

/** What a person chose of their channels. */
export type ChannelSettings = {
  /** All channels: each takes over from the one before it. */
  order: Channel[];
  push: ChannelSwitches;
  telegram: ChannelSwitches;
  digest: Digest;
};

/** A change of some of them. */
export type ChannelChange = Partial<Pick<ChannelSettings, "order" | "digest">> & {
  push?: Partial<ChannelSwitches>;
  telegram?: Partial<ChannelSwitches>;
};

/** In the place of the status of a service that was not asked: it did not answer others, and is left alone for a while. */
export const PAUSED_STATUS = 1;

/**
 * What became of the last message by a channel: it is on its way, was accepted by the service, was shown or delivered, or failed with the
 * service's status (0: no answer, or {@link PAUSED_STATUS}). `silent`: accepted, and nothing more within a minute. `waits`: with what
 * status it failed, and when it is tried again.
 */
export type DeliveryState =
  | { state: "sending"; waits?: { status: number; until: string } | undefined }
  | { state: "accepted" | "silent"; at: string }
  | { state: "shown"; at: string; afterMs: number }
  | { state: "failed"; at: string; status: number };

/**
 * A channel that told a notification, or tried to. `afterMs` is the time from the notification until it was shown, `status` the
 * service's answer to one that failed.
 */
export type ToldBy = {
  channel: Channel;
  state: DeliveryState["state"];
  afterMs: number | null;
  status: number | null;
};

/** What a push carries, encrypted. The service worker shows it as it is. */
export type PushMessage = {
  /** Notifications with the same tag replace each other. */
  tag: string;
  title: string;
  body: string;
  /** The path that a click opens. */
  path: string;
  language: "en" | "km";
  /** Signed: says that it was shown, to `/api/notifications/shown`. */
  receipt: string;
};

/** What a push, or a message of Telegram, says of a notification. */
export type ChannelWords = { tag: string; title: string; line: string; path: string };
