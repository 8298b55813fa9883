import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { THEMES } from "../../worker/contract/limits.ts";
import { theme, updateTheme } from "../state/theme.ts";
import { media, THEME, type } from "../ui/theme.ts";
import { VisuallyHidden } from "../ui/visually-hidden.ts";
import { SettingList } from "./setting-list.ts";
import { settingsText } from "./settings-text.ts";

const Choices = styled("fieldset")`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(112px, 1fr));
  gap: 12px;
`;

const Choice = styled("label")`
  ${type.dense}
  display: flex;
  flex-direction: column;
  gap: 8px;
  padding: 8px 8px 10px;
  border: 1px solid var(--control);
  border-radius: var(--radius-control);
  background: var(--raised);
  font-weight: 500;
  cursor: pointer;
  & > span:last-child {
    display: flex;
    align-items: center;
    gap: 8px;
  }
  & input {
    flex: none;
    width: 16px;
    height: 16px;
    margin: 0;
    appearance: none;
    background: var(--raised);
    border: 1px solid var(--control);
    border-radius: 50%;
    outline: none;
  }
  & input:checked {
    border: 5px solid var(--accent);
  }
  &:has(input:checked) {
    border-color: var(--accent);
    box-shadow: inset 0 0 0 1px var(--accent);
  }
  &:has(input:focus-visible) {
    outline: 2px solid var(--accent);
    outline-offset: 2px;
  }
  ${media.touch} {
    min-height: 44px;
  }
`;

/** A preview of the theme in its own colours. */
const Sample = styled("span")`
  display: flex;
  align-items: flex-end;
  gap: 4px;
  height: 48px;
  padding: 8px;
  border: 1px solid var(--line);
  border-radius: 4px;
  background: var(--bg);
  & > span {
    flex: 1;
    border-radius: 2px;
  }
  & > :nth-child(1) {
    height: 40%;
    background: var(--control);
  }
  & > :nth-child(2) {
    height: 65%;
    background: var(--up);
  }
  & > :nth-child(3) {
    height: 50%;
    background: var(--down);
  }
  & > :nth-child(4) {
    height: 100%;
    background: var(--accent);
  }
`;

const text = settingsText.appearance;

/** The themes. One applies with the choice, and gives way to the default when it cannot be saved. */
export function AppearanceTab() {
  useSignals();
  return (
    <SettingList>
      <Choices>
        <VisuallyHidden as="legend">{text.legend}</VisuallyHidden>
        {THEMES.map((id) => (
          <Choice key={id}>
            <Sample data-theme={id} aria-hidden="true">
              <span />
              <span />
              <span />
              <span />
            </Sample>
            <span>
              <input
                type="radio"
                name="theme"
                value={id}
                checked={theme.value === id}
                onChange={() => void updateTheme(id)}
              />
              {THEME[id].name}
            </span>
          </Choice>
        ))}
      </Choices>
      <p>{text.note}</p>
    </SettingList>
  );
}
