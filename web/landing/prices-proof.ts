/** What the page about price proofs does; its text is readable without it. */

import { showSeals } from "./live-seals.ts";

const section = document.querySelector("[data-seals]");
if (section) void showSeals(section, Date.now());
