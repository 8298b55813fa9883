// Must be first, before any module creates a style.
import "./ui/setup.ts";

import { lazy, StrictMode, Suspense } from "react";
import { createRoot } from "react-dom/client";
import { Route, Switch } from "wouter";
import { App } from "./app.tsx";
import { check } from "./state/session.ts";
import { showLastTheme } from "./state/theme.ts";
import { applyBaseStyles } from "./ui/base-styles.ts";
import { fontIsReady } from "./ui/font.ts";

// The bundler replaces the condition and drops the page from a production build.
const DesignPage = process.env.NODE_ENV === "production" ? null : lazy(() => import("./design/design-page.tsx"));

showLastTheme();
applyBaseStyles();

// The browser may restore the whole page from its back/forward cache; the session may have changed since.
window.addEventListener("pageshow", (event) => {
  if (event.persisted) void check();
});

const root = document.getElementById("root");
if (!root) throw new Error("app.html has no #root");

const application = (
  <StrictMode>
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

void fontIsReady().then(() => createRoot(root).render(application));
