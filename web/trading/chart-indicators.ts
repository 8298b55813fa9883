import { computed, effect } from "@preact/signals-react";
import { DEFAULT_CHART } from "../../worker/contract/terminal/terminal-defaults.ts";
import { type ChosenIndicators, readIndicators } from "../chart/indicators/chosen-indicators.ts";
import type { IndicatorSource } from "../chart/indicators/indicator-actions.ts";
import { user } from "../state/session.ts";
import { accountKey } from "../state/storage/account-storage.ts";
import { localStore } from "../state/storage/browser-storage.ts";
import { areSettingsRead, chartSettings, setChartSettings } from "../terminal/drawings-and-settings.ts";

const KEY = "chart-indicators";

/**
 * The indicators of the trading page's chart: those of the account. Until it has answered they are those that this
 * browser saw last, so that the chart does not change under the reader's eyes.
 */
export const chartIndicators: IndicatorSource = {
  list: computed(() => {
    const userId = user.value?._id;
    const seen = areSettingsRead.value || userId === undefined ? null : seenIndicators(userId);
    return seen ?? readIndicators(chartSettings.value.indicators) ?? DEFAULT_CHART.indicators;
  }),
  keep: (list) =>
    setChartSettings({
      ...chartSettings.peek(),
      indicators: list.map((one) => ({ ...one, settings: { ...one.settings }, colours: [...one.colours] })),
    }),
};

effect(() => {
  const userId = user.value?._id;
  if (areSettingsRead.value && userId !== undefined) {
    localStore.set(accountKey(KEY, userId), JSON.stringify(chartIndicators.list.value));
  }
});

function seenIndicators(userId: string): ChosenIndicators | null {
  try {
    return readIndicators(JSON.parse(localStore.get(accountKey(KEY, userId)) ?? "null"));
  } catch {
    return null;
  }
}
