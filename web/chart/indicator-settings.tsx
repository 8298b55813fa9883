import { styled } from "goober";
import { useState } from "react";
import { faultOf, numberIn, PLAIN_NUMBER } from "../../worker/contract/read-number.ts";
import { DialogForm } from "../ui/dialog/dialog-form.tsx";
import { NumberField } from "../ui/fields/number-field.tsx";
import { media, type } from "../ui/theme.ts";
import { chartText } from "./chart-text.ts";
import {
  type ChosenIndicator,
  colouredLines,
  coloursFor,
  indicatorLabel,
  type LineColour,
} from "./indicators/chosen-indicators.ts";
import type { Setting } from "./indicators/indicator.ts";
import { INDICATORS, type IndicatorName } from "./indicators/indicator-kinds.ts";
import { indicatorText } from "./indicators/indicator-text.ts";
import { lineColourCss } from "./plot/draw-indicator.ts";

const Colours = styled("fieldset")`
  ${type.dense}
  display: flex;
  align-items: center;
  gap: 6px;
  margin: 0;
  padding: 0;
  border: 0;
  & > legend {
    float: left;
    min-width: 120px;
    padding: 0;
    font-weight: 500;
  }
  & input {
    width: 28px;
    height: 28px;
    margin: 0;
    border: 6px solid var(--surface);
    border-radius: 50%;
    background: var(--swatch);
    appearance: none;
    cursor: pointer;
  }
  & input:checked {
    box-shadow: 0 0 0 2px var(--text);
  }
  ${media.touch} {
    flex-wrap: wrap;
    & > legend {
      float: none;
    }
    & input {
      width: 44px;
      height: 44px;
      border-width: 12px;
    }
  }
`;

type IndicatorSettingsProps = {
  indicator: ChosenIndicator;
  onSave: (to: Pick<ChosenIndicator, "settings" | "colours">) => void;
  onClose: () => void;
};

/** The settings and colours of an indicator. */
export function IndicatorSettings({ indicator, onSave, onClose }: IndicatorSettingsProps) {
  const { kind } = indicator;
  const settings = Object.entries<Setting>(INDICATORS[kind].settings);
  const words = wordsOf(kind);
  const [typed, setTyped] = useState(() =>
    Object.fromEntries(settings.map(([name]) => [name, String(indicator.settings[name])])),
  );
  const [colours, setColours] = useState(indicator.colours);
  const [isChecked, setChecked] = useState(false);
  const read = settings.map(([name, setting]) => ({ name, setting, ...readSetting(typed[name] ?? "", setting) }));

  function save() {
    setChecked(true);
    if (read.some(({ error }) => error !== null)) return;
    onSave({ settings: Object.fromEntries(read.map(({ name, value }) => [name, value])), colours });
    onClose();
  }

  return (
    <DialogForm
      title={indicatorText[kind].name}
      note={indicatorLabel(indicator)}
      width="narrow"
      noValidate
      cancel={chartText.cancel}
      submit={chartText.save}
      isComplete={Object.values(typed).every((text) => faultOf(text, PLAIN_NUMBER) === null)}
      isBusy={false}
      onClose={onClose}
      onSubmit={save}
    >
      {read.map(({ name, setting, error }, i) => (
        <NumberField
          key={name}
          reads={PLAIN_NUMBER}
          {...(i === 0 ? { "data-autofocus": "" } : {})}
          label={words.settings[name] ?? name}
          inputMode={setting.decimals > 0 ? "decimal" : "numeric"}
          value={typed[name] ?? ""}
          error={isChecked ? error : null}
          onChange={({ target }) => setTyped({ ...typed, [name]: target.value })}
        />
      ))}
      {colouredLines(kind).map((line, i) => (
        <Colours key={line}>
          <legend>{chartText.colourOf(words.lines[line] ?? "")}</legend>
          {coloursFor(kind).map((colour) => (
            <input
              key={colour}
              type="radio"
              name={line}
              aria-label={chartText.colours[colour]}
              title={chartText.colours[colour]}
              checked={colours[i] === colour}
              style={swatch(colour)}
              onChange={() => setColours(colours.with(i, colour))}
            />
          ))}
        </Colours>
      ))}
    </DialogForm>
  );
}

/** Names by any key: the key is one of the kind's. */
function wordsOf(kind: IndicatorName): {
  settings: Readonly<Record<string, string>>;
  lines: Readonly<Record<string, string>>;
} {
  return indicatorText[kind];
}

/** A setting as it was typed; the error says its bounds. */
function readSetting(typed: string, { min, max, decimals }: Setting): { value: number; error: string | null } {
  const value = Number(numberIn(typed, PLAIN_NUMBER) ?? Number.NaN);
  const isFine = value >= min && value <= max && Number(value.toFixed(decimals)) === value;
  return { value, error: isFine ? null : chartText.settingBounds(min, max, decimals) };
}

function swatch(colour: LineColour) {
  // React's type of styles has no custom properties.
  return { "--swatch": lineColourCss(colour) } as React.CSSProperties;
}
