// First, before any module makes a style.
import "./ui/setup.ts";

import { lazy, StrictMode, Suspense } from "react";
import { createRoot } from "react-dom/client";
import { Route } from "wouter";
import { applyBaseStyles } from "./ui/base-styles.ts";
import { SpinnerBlock } from "./ui/spinner.tsx";
import { Toaster } from "./ui/toaster.tsx";

// The build replaces the condition, and with it goes the page: production knows nothing of it.
const DesignPage = process.env.NODE_ENV === "production" ? null : lazy(() => import("./design/design-page.tsx"));

applyBaseStyles();

const root = document.getElementById("root");
if (!root) throw new Error("app.html has no #root");

createRoot(root).render(
  <StrictMode>
    <Suspense fallback={<SpinnerBlock fill="page" />}>
      {DesignPage && <Route path="/design" component={DesignPage} />}
    </Suspense>
    <Toaster />
  </StrictMode>,
);
