// Must be first, before any module creates a style.
import "./ui/setup.ts";

import { lazy, StrictMode, Suspense, startTransition } from "react";
import { createRoot } from "react-dom/client";
import { Route, Switch } from "wouter";
import { App, preloadNextScreen, preloadPageAt } from "./app.tsx";
import { FirstPaintEnd } from "./first-paint-end.tsx";
import { loadSkeletons } from "./shell/page-skeleton.tsx";
import { takeOverPreloads } from "./state/network/preloads.ts";
import { check, followOtherTabs } from "./state/session.ts";
import { showLastFold } from "./state/storage/sidebar-fold.ts";
import { showLastTheme } from "./state/theme.ts";
import { loadWhenIdle, whenIdle } from "./state/timing/when-idle.ts";

/**
 * How long the first render waits for the session check and the page's code, ms. Until then the document shows what React
 * would show.
 */
const FIRST_RENDER_WAIT_MS = 1_000;

// The bundler replaces the condition and drops the page from a production build.
const DesignPage = process.env.NODE_ENV === "production" ? null : lazy(() => import("./design/design-page.tsx"));

takeOverPreloads();
// Until the first screen is in the document.
window._goober?.firstChild.hold();
showLastTheme();
showLastFold();

// The browser may restore the whole page from its back/forward cache; the session may have changed since.
window.addEventListener("pageshow", (event) => {
  if (event.persisted) void check();
});

const root = document.getElementById("root");
if (!root) throw new Error("the document has no #root");

const application = (
  <StrictMode>
    <FirstPaintEnd />
    <Switch>
      {DesignPage && (
        <Route path="/design">
          <Suspense>
            <DesignPage />
          </Suspense>
        </Route>
      )}
      <Route>
        <App />
      </Route>
    </Switch>
  </StrictMode>
);

async function followUpdates(): Promise<void> {
  const install = await import("./install/follow-updates.tsx").catch(() => null);
  await install?.followUpdates();
}

followOtherTabs();
// A page that is slower is rendered with its skeleton, which looks like the document.
const waited = new Promise<void>((resolve) => setTimeout(resolve, FIRST_RENDER_WAIT_MS)).then(loadSkeletons);
const isReady = Promise.all([check(), preloadPageAt(location.pathname)]);
void Promise.race([isReady, waited]).then(() => {
  // As a transition React renders in slices, between which the page reacts.
  startTransition(() => createRoot(root).render(application));
  loadWhenIdle(preloadNextScreen);
  whenIdle(() => void followUpdates());
});
