import { afterEach, mock } from "bun:test";
import { failOnConsoleErrors } from "./console-errors.ts";

/**
 * Runs before every test file of the repository, the Worker's too: a run has one preload. `dev/run-tests.ts` sets
 * `TEST_DOCUMENT=none` for processes without tests of components, which saves them loading a document and React.
 */
failOnConsoleErrors();
if (process.env.TEST_DOCUMENT !== "none") await import("./document-setup.ts");
// Restores this test's spies, or a later test would find calls in them.
afterEach(() => mock.restore());
