/** The script of the page about price proofs; its text is readable without it. */

import { showSeals } from "./live-seals.ts";

const section = document.querySelector("[data-seals]");
if (section) void showSeals(section, Date.now());
