import { batch, type ReadonlySignal, signal } from "@preact/signals-react";
import { useEffect } from "react";
import type { DemoRun } from "../../worker/contract/demo/demo-state.ts";
import { dollarsFromCents } from "../../worker/contract/money.ts";
import { accountSocket, followAccount } from "../state/account-feed.ts";
import { answer, api } from "../state/api.ts";
import { setFollowedRun } from "../state/demo-balance.ts";
import { isPreloaded } from "../state/network/preloads.ts";
import { forEachOwner } from "../state/owner.ts";
import { serverNow } from "../state/prices.ts";
import { AccountFollower, type DemoLink, type DemoNews } from "./account-follower.ts";

/** The demo account of the signed-in person, as this page knows it. The server has the truth. */

const state = {
  run: signal<DemoRun | null>(null),
  link: signal<DemoLink>("idle"),
  lostAt: signal<number | null>(null),
  failure: signal<unknown>(null),
};

/** The current run; null until it is known. */
export const demoRun: ReadonlySignal<DemoRun | null> = state.run;
/** The connection to the account: while it is `lost`, the run may be outdated. */
export const demoLink: ReadonlySignal<DemoLink> = state.link;
/** Since when the connection is lost, epoch ms: what is shown is as old. Null while it is not. */
export const demoLostAt: ReadonlySignal<number | null> = state.lostAt;
/** Why nothing could be read of the account; null otherwise. */
export const demoFailure: ReadonlySignal<unknown> = state.failure;

const listeners = new Set<(news: DemoNews) => void>();

const follower = new AccountFollower({
  socket: accountSocket,
  read: (since) => answer(api.demo.state.$get({ query: since === null ? {} : { since: String(since) } })),
  onRun: (run) => {
    batch(() => {
      state.run.value = run;
      setFollowedRun({
        run: run.number,
        balance: dollarsFromCents(run.balanceCents),
        result: dollarsFromCents(run.balanceCents - run.startCents),
      });
    });
  },
  onLink: (link, sinceMs) => {
    batch(() => {
      state.link.value = link;
      const ageMs = performance.now() - sinceMs;
      state.lostAt.value = link === "lost" ? (state.lostAt.peek() ?? Math.round(serverNow() - ageMs)) : null;
    });
  },
  onFailure: (error) => {
    state.failure.value = error;
  },
  onNews: (news) => {
    for (const listener of listeners) listener(news);
  },
});

forEachOwner((id) => {
  forgetDemo();
  if (id !== null && isPreloaded("/api/demo/state")) follower.begin();
});

/** Follows the account. @returns stops it */
export const followDemo = followAccount;

/** Follows the account while the component is mounted. */
export function useDemoAccount(): void {
  useEffect(followDemo, []);
}

/** Follows the account, for a page that needs none of its code at first. */
export function FollowDemo() {
  useDemoAccount();
  return null;
}

/** Tries a lost connection at once. */
export function retryDemo(): void {
  accountSocket.retryNow();
}

/**
 * Listens to what happens in the account while it is followed: each event once, in order.
 * @returns stops it
 */
export function onDemoNews(listener: (news: DemoNews) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Sends a command: {@link sendDemoCommand}. */
export const commandDemo: AccountFollower["command"] = (send) => follower.command(send);

/** Forgets the account. For a change of the person, and for tests, which share the module. */
export function forgetDemo(): void {
  follower.forget();
  accountSocket.renew();
  batch(() => {
    state.run.value = null;
    state.failure.value = null;
    setFollowedRun(null);
  });
}
