import { SOURCE_NAMES, type SourceId } from "../../worker/contract/quotes.ts";
import { callControl, element } from "../stand-in/page-parts.ts";
import type { PanelState } from "./panel-state.ts";
import type { FaultKind } from "./source-faults.ts";

type SourceState = PanelState["sources"][number];
type Row = { show(state: SourceState): void };

const FAULT_TEXT: Record<FaultKind | "none", string> = {
  none: "Works normally",
  freeze: "Heartbeats without prices",
  silent: "Connected, but silent",
  skew: "Prices moved by a share",
  corrupt: "Damaged frames and wrong prices",
  cut: "Cuts the connection once",
  refuse: "Takes no connection (429)",
};

/** Shows each source's connection and fault in a list, with a form that sets the fault. */
export class FaultRows {
  readonly #list: HTMLUListElement;
  readonly #onError: (error: unknown) => void;
  readonly #rows = new Map<SourceId, Row>();

  constructor(list: HTMLUListElement, onError: (error: unknown) => void) {
    this.#list = list;
    this.#onError = onError;
  }

  show(sources: readonly SourceState[]): void {
    for (const state of sources) {
      const row = this.#rows.get(state.source) ?? this.#makeRow(state.source);
      this.#rows.set(state.source, row);
      row.show(state);
    }
  }

  #makeRow(source: SourceId): Row {
    const kind = element("select", "");
    for (const [value, text] of Object.entries(FAULT_TEXT)) kind.add(new Option(text, value));
    const percent = element("input", "");
    Object.assign(percent, { type: "number", min: "-99", max: "1000", step: "any", value: "2" });
    const share = element("label", "", "Percent", percent);
    const seconds = element("input", "");
    Object.assign(seconds, { type: "number", min: "1", max: "86400", placeholder: "until ended" });
    const form = element(
      "form",
      "fault",
      element("label", "", `Fault of ${SOURCE_NAMES[source]}`, kind),
      share,
      element("label", "", "Seconds", seconds),
      element("button", "", "Apply"),
    );
    const showShare = () => share.classList.toggle("hidden", kind.value !== "skew");
    showShare();
    kind.addEventListener("change", showShare);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const body = {
        source,
        kind: kind.value,
        ...(kind.value === "skew" && { by: Number(percent.value) / 100 }),
        ...(seconds.value && { seconds: Number(seconds.value) }),
      };
      callControl("/fault", body).catch(this.#onError);
    });

    const connection = element("small", "");
    const fault = element("small", "outage-state");
    const name = element("div", "", element("h2", "", SOURCE_NAMES[source]), connection, fault);
    this.#list.append(element("li", "source card", name, form));
    return {
      show(state) {
        connection.textContent = state.isConnected ? "The product is listening" : "Nobody is listening";
        fault.classList.toggle("on", state.kind !== "none");
        fault.textContent = faultText(state);
      },
    };
  }
}

function faultText({ kind, by, untilMs }: SourceState): string {
  const share = kind === "skew" ? ` (${(by * 100).toLocaleString("en-US")} %)` : "";
  const until = untilMs === null ? "" : `, until ${new Date(untilMs).toLocaleTimeString()}`;
  return `${FAULT_TEXT[kind]}${share}${until}`;
}
