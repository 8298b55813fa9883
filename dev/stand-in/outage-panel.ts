import type { OutageState } from "./outage.ts";
import { callControl, element } from "./page-parts.ts";

/**
 * The form that makes a stand-in fail, for the person at its page.
 * @param modes each mode with what it does, in words
 */
export function mountOutagePanel(place: HTMLElement, modes: Record<string, string>): void {
  const mode = element("select", "");
  for (const [value, words] of Object.entries({ off: "Works normally", ...modes })) mode.add(new Option(words, value));
  const seconds = element("input", "");
  Object.assign(seconds, { type: "number", min: "1", max: "86400", placeholder: "until off" });
  const status = element("small", "outage-state", "");
  status.role = "status";
  const form = element(
    "form",
    "outage",
    element("label", "", "Behaviour", mode),
    element("label", "", "Seconds", seconds),
    element("button", "", "Apply"),
    status,
  );
  place.append(form);

  const show = (now: OutageState) => {
    mode.value = now.mode;
    status.classList.toggle("on", now.mode !== "off");
    const until = now.untilMs === null ? "" : `, until ${new Date(now.untilMs).toLocaleTimeString()}`;
    status.textContent = now.mode === "off" ? "Calls are answered normally" : `${modes[now.mode] ?? now.mode}${until}`;
    if (now.untilMs !== null) setTimeout(read, Math.max(0, now.untilMs - Date.now()) + 100);
  };
  const fail = (error: unknown) => {
    status.textContent = error instanceof Error ? error.message : String(error);
  };
  const read = () => callControl<OutageState>("/outage").then(show, fail);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const body = { mode: mode.value, ...(seconds.value && { seconds: Number(seconds.value) }) };
    callControl<OutageState>("/outage", body).then(show, fail);
  });
  void read();
}
