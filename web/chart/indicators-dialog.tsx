import { styled } from "goober";
import { useRef, useState } from "react";
import { Dialog } from "../ui/dialog/dialog.tsx";
import { Field } from "../ui/fields/field.tsx";
import { placesOf, searchWords } from "../ui/find-words.ts";
import { ArrowDown, ArrowUp, Eye, EyeOff, Icon, Plus, Settings, X } from "../ui/icon.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { Row, Stack, Text } from "../ui/layout.tsx";
import { LiveRegion } from "../ui/live-region.tsx";
import { media, tint, type } from "../ui/theme.ts";
import { chartText } from "./chart-text.ts";
import { IndicatorSettings } from "./indicator-settings.tsx";
import { type ChosenIndicators, INDICATORS_MAX, indicatorLabel } from "./indicators/chosen-indicators.ts";
import { INDICATOR_ABOUT } from "./indicators/indicator-about-text.ts";
import type { IndicatorActions } from "./indicators/indicator-actions.ts";
import { INDICATORS, type IndicatorName } from "./indicators/indicator-kinds.ts";
import { indicatorText } from "./indicators/indicator-text.ts";
import { lineColourCss } from "./plot/draw-indicator.ts";

const KINDS = Object.keys(INDICATORS) as IndicatorName[];

const List = styled("ul")`
  display: flex;
  flex-direction: column;
  margin: 0 -8px;
  & > li {
    display: flex;
    align-items: center;
    gap: 8px;
    min-height: 36px;
    padding-left: 8px;
  }
  & > li > span {
    flex: 1;
    min-width: 0;
  }
  & > li > span[data-hidden="true"] {
    color: var(--muted);
    text-decoration: line-through;
  }
  & i {
    flex: none;
    width: 10px;
    height: 2px;
    border-radius: 1px;
  }
`;

const Scroll = styled("div")`
  max-height: min(340px, 28dvh);
  margin: 0 -8px;
  overflow: auto;
  ${media.phone} {
    max-height: none;
  }
`;

const Offer = styled("button")`
  ${type.dense}
  display: flex;
  align-items: center;
  gap: 12px;
  width: 100%;
  min-height: 44px;
  padding: 6px 8px;
  border-radius: 6px;
  text-align: start;
  & > span {
    flex: 1;
    min-width: 0;
  }
  & b {
    display: block;
    font-weight: 500;
  }
  & small {
    ${type.caption}
    display: block;
    color: var(--muted);
  }
  &:hover:enabled,
  &:focus-visible {
    background: ${tint("accent", 18, "surface")};
  }
  &:focus-visible {
    outline-offset: -2px;
  }
  &:disabled,
  &:disabled small {
    color: var(--control);
  }
`;

type IndicatorsDialogProps = {
  list: ChosenIndicators;
  actions: IndicatorActions;
  /** The indicator whose settings are open first; null for the list. */
  settingsOf: string | null;
  onClose: () => void;
};

/** The chosen indicators with their settings, and those that can be added. */
export function IndicatorsDialog({ list, actions, settingsOf, onClose }: IndicatorsDialogProps) {
  const [edited, setEdited] = useState(settingsOf);
  const one = list.find(({ id }) => id === edited);
  if (one) {
    // Opened for one indicator, its settings are all that there is.
    const leave = settingsOf === null ? () => setEdited(null) : onClose;
    return (
      <IndicatorSettings key={one.id} indicator={one} onSave={(to) => actions.change(one.id, to)} onClose={leave} />
    );
  }
  return <IndicatorList {...{ list, actions, onClose }} onSettings={setEdited} />;
}

type IndicatorListProps = Omit<IndicatorsDialogProps, "settingsOf"> & { onSettings: (id: string) => void };

function IndicatorList({ list, actions, onSettings, onClose }: IndicatorListProps) {
  const [typed, setTyped] = useState("");
  const [news, setNews] = useState("");
  const search = useRef<HTMLInputElement>(null);
  const found = KINDS.filter((kind) => isFound(kind, typed));
  const isFull = list.length >= INDICATORS_MAX;
  const text = chartText.indicatorMenu;
  return (
    <Dialog
      title={chartText.indicators}
      note={chartText.indicatorsChosen(list.length, INDICATORS_MAX)}
      onClose={onClose}
      isTall
    >
      <Stack gap={16}>
        {list.length > 0 && (
          <List aria-label={chartText.chosenIndicators}>
            {list.map((one, i) => {
              const label = indicatorLabel(one);
              return (
                <li key={one.id}>
                  <i style={{ background: lineColourCss(one.colours[0] ?? "accent") }} />
                  <span data-hidden={one.isHidden}>{label}</span>
                  <Row gap={0}>
                    <IconButton
                      icon={ArrowUp}
                      label={`${text.up}: ${label}`}
                      disabled={i === 0}
                      onClick={() => actions.move(one.id, -1)}
                    />
                    <IconButton
                      icon={ArrowDown}
                      label={`${text.down}: ${label}`}
                      disabled={i === list.length - 1}
                      onClick={() => actions.move(one.id, 1)}
                    />
                    <IconButton
                      icon={one.isHidden ? EyeOff : Eye}
                      label={`${one.isHidden ? text.show : text.hide}: ${label}`}
                      onClick={() => actions.hide(one.id, !one.isHidden)}
                    />
                    <IconButton
                      icon={Settings}
                      label={`${text.settings}: ${label}`}
                      onClick={() => onSettings(one.id)}
                    />
                    <IconButton
                      icon={X}
                      label={`${text.remove}: ${label}`}
                      onClick={() => {
                        actions.remove(one.id);
                        setNews(chartText.indicatorRemoved(label));
                        // The button is gone with its row.
                        search.current?.focus();
                      }}
                    />
                  </Row>
                </li>
              );
            })}
          </List>
        )}
        <Field
          ref={search}
          data-autofocus=""
          label={chartText.findIndicator}
          type="search"
          value={typed}
          hint={isFull ? chartText.indicatorsFull(INDICATORS_MAX) : undefined}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Scroll role="group" aria-label={chartText.addIndicator}>
          {found.map((kind) => (
            <Offer
              key={kind}
              type="button"
              disabled={isFull}
              onClick={() => {
                actions.add(kind);
                setNews(chartText.indicatorAdded(indicatorText[kind].name));
              }}
            >
              <span>
                <b>{indicatorText[kind].name}</b>
                <small>{INDICATOR_ABOUT[kind]}</small>
              </span>
              <Icon of={Plus} tone="muted" />
            </Offer>
          ))}
          {found.length === 0 && <Text tone="muted">{chartText.noIndicatorFound}</Text>}
        </Scroll>
        <LiveRegion>{news}</LiveRegion>
      </Stack>
    </Dialog>
  );
}

function isFound(kind: IndicatorName, typed: string): boolean {
  const { name, short } = indicatorText[kind];
  const text = `${name} ${short} ${INDICATOR_ABOUT[kind]}`;
  return searchWords(typed).every((word) => placesOf(word, text).length > 0);
}
