import type { ChannelSettings } from "../../worker/contract/channels.ts";
import type { ChannelsView } from "../../worker/contract/channels-view.ts";

/** What counts until a person chooses. */
export const FIRST_CHANNEL_SETTINGS: ChannelSettings = {
  order: ["push", "telegram", "email"],
  push: { money: true, security: true, alert: true, order: true },
  telegram: { money: true, security: false, alert: true, order: false },
  digest: "off",
};

/** An installation that only sends mails. */
export const ONLY_MAIL: ChannelsView = {
  push: { publicKey: null, browsers: [] },
  telegram: null,
  email: { address: "sokha.chan@example.com", last: null },
  order: ["push", "telegram", "email"],
};
