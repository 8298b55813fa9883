import type { OutageState } from "./outage.ts";
import { callControl, element } from "./page-parts.ts";

/**
 * Adds the form that makes a stand-in fail to the stand-in's page.
 *
 * @param modes each mode with a description of its effect
 */
export function mountOutagePanel(place: HTMLElement, modes: Record<string, string>): void {
  const mode = element("select", "");
  for (const [value, description] of Object.entries({ off: "Works normally", ...modes }))
    mode.add(new Option(description, value));
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

  const show = (state: OutageState) => {
    mode.value = state.mode;
    status.classList.toggle("on", state.mode !== "off");
    const until = state.untilMs === null ? "" : `, until ${new Date(state.untilMs).toLocaleTimeString()}`;
    status.textContent =
      state.mode === "off" ? "Calls are answered normally" : `${modes[state.mode] ?? state.mode}${until}`;
    if (state.untilMs !== null) setTimeout(read, Math.max(0, state.untilMs - Date.now()) + 100);
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
