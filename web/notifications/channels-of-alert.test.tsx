import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { act, cleanup, screen } from "@testing-library/react";
import type { ChannelsView } from "../../worker/contract/channels-view.ts";
import { check } from "../state/session.ts";
import { apiServer, ok } from "../test/api-server.ts";
import { FIRST_CHANNEL_SETTINGS, ONLY_MAIL } from "../test/channel-settings.ts";
import { render } from "../test/render.tsx";
import { trader } from "../test/trader.ts";
import { ChannelsOfAlert } from "./channels-of-alert.tsx";

setDefaultTimeout(600_000);
afterEach(cleanup);
const context = apiServer();
let people = 0;

const CHOSEN = { email: true, money: true, alert: true, order: false, marketing: false, push: true, sms: false };
const browser = { id: 5, name: "Chrome", since: "2026-11-03T05:00:00.000Z", isThis: false, last: null } as const;
const LINK = { name: "@sokha", since: "2026-10-12T05:00:00.000Z", showsSums: false, isBlocked: false, last: null };

beforeEach(async () => {
  people += 1;
  context.server
    .on("GET /api/auth/check", () => ok({ user: trader({ _id: `told-${people}` }), token: "token-1" }))
    .on("GET /api/user/balance", () => ok({ balance: 100 }));
  await act(check);
});

function show(channels: ChannelsView, settings: object = {}) {
  context.server
    .on("GET /api/notifications/channels", () => ok(channels))
    .on("GET /api/notifications/settings", () =>
      ok({ settings: { ...CHOSEN, quietHours: null, channels: FIRST_CHANNEL_SETTINGS, ...settings } }),
    );
  render(<ChannelsOfAlert />);
}

test("an alert's editor names the channels in their order, and leads to them", async () => {
  const browsers = [{ ...browser, endedAt: null, endedStatus: null }];
  show({ ...ONLY_MAIL, push: { publicKey: "key", browsers }, telegram: { bot: "b", link: LINK, pending: null } });
  await screen.findByText("In the page, then Push, Telegram, E-mail", { exact: false });
  expect(screen.getByRole("link", { name: "Change" }).getAttribute("href")).toBe("/settings?tab=notifications");
});

test("it leaves out what is off, for alerts or as a whole", async () => {
  const telegram = { ...FIRST_CHANNEL_SETTINGS.telegram, alert: false };
  show(
    { ...ONLY_MAIL, push: { publicKey: "key", browsers: [] }, telegram: { bot: "b", link: LINK, pending: null } },
    { channels: { ...FIRST_CHANNEL_SETTINGS, telegram } },
  );
  await screen.findByText("In the page, then E-mail", { exact: false });
});

test("it says which one does not reach its trader, and why", async () => {
  const browsers = [{ ...browser, endedAt: "2026-12-09T17:00:00.000Z", endedStatus: 410 }];
  const last = { state: "failed", at: "2026-12-09T17:00:00.000Z", status: 403 } as const;
  const telegram = { bot: "b", link: { ...LINK, last }, pending: null };
  show({ ...ONLY_MAIL, push: { publicKey: "key", browsers }, telegram });
  await screen.findByText("Push has ended");
  await screen.findByText("Telegram did not reach you the last time: you stopped it in Telegram (403)");
});
