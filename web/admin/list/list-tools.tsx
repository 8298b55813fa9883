import { styled } from "goober";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Button } from "../../ui/button.tsx";
import { ListFilter, X } from "../../ui/icon.tsx";
import { Box } from "../../ui/layout.tsx";
import { media } from "../../ui/theme.ts";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import { useShortcuts } from "../core/use-shortcuts.ts";
import { DayZone } from "./day-zone.tsx";
import { FilterFields } from "./filter-fields.tsx";
import { ListDownload, type ListPath } from "./list-download.tsx";
import type { ListAddress } from "./use-list-address.ts";

const Panel = styled("div")`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: 8px;
  flex: none;
  padding: 12px 20px 8px;
  & > [data-kind="text"],
  & > [data-kind="choice"] {
    grid-column: 1 / -1;
  }
  & > p {
    grid-column: 1 / -1;
  }
  &[data-lead="true"] {
    grid-template-columns: minmax(0, 1fr) 120px;
  }
  &[data-lead="true"] > * {
    grid-column: auto;
  }
  &[data-lead="true"] > :only-child {
    grid-column: 1 / -1;
  }
  ${media.phone} {
    padding: 12px 16px 8px;
  }
`;

const Tools = styled("div")`
  display: flex;
  flex: none;
  flex-wrap: wrap;
  align-items: center;
  gap: 4px 8px;
  padding: 4px 10px;
  border-bottom: 1px solid var(--line);
  & > [data-end] {
    margin-left: auto;
  }
  ${media.touch} {
    & > button {
      min-height: 44px;
    }
  }
`;

type ListToolsProps = { address: ListAddress; path: ListPath };

/** Tools above a queue: the lead filters, a button for the others, and the download. */
export function ListTools({ address, path }: ListToolsProps) {
  const { fields, filter, setFilter, clear, timeZone } = address;
  const [lead, others] = [fields.filter(({ isLead }) => isLead), fields.filter(({ isLead }) => !isLead)];
  const hidden = others.filter(({ name }) => name in filter).length;
  const [isOpen, setIsOpen] = useState(hidden > 0);
  const panes = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const panelId = useId();

  useShortcuts({
    l: () => {
      // The field to focus may not be rendered yet.
      if (!lead.some(({ kind }) => kind === "text")) flushSync(() => setIsOpen(true));
      focusFilter(panes.current);
    },
  });

  /** Esc moves the focus out of the filter. Its panel stays open if its fields filter the list. */
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== "Escape") return;
    event.preventDefault();
    if (hidden === 0) setIsOpen(false);
    opener.current?.focus();
  }

  return (
    <>
      <Box grow={false} ref={panes} role="search" aria-label={ADMIN_TEXT.filter.list} onKeyDown={onKeyDown}>
        {lead.length > 0 && (
          <Panel data-lead="true">
            <FilterFields fields={lead} filter={filter} setFilter={setFilter} />
          </Panel>
        )}
        {isOpen && (
          <Panel id={panelId}>
            <FilterFields fields={others} filter={filter} setFilter={setFilter} />
            {others.some(({ kind }) => kind === "first_day") && <DayZone timeZone={timeZone} />}
          </Panel>
        )}
      </Box>
      <Tools>
        {others.length > 0 && (
          <Button
            ref={opener}
            variant="plain"
            size="dense"
            icon={ListFilter}
            aria-expanded={isOpen}
            aria-controls={isOpen ? panelId : undefined}
            onClick={() => setIsOpen(!isOpen)}
          >
            {ADMIN_TEXT.filter.show(hidden)}
          </Button>
        )}
        {Object.keys(filter).length > 0 && (
          <Button variant="plain" size="dense" icon={X} onClick={clear}>
            {ADMIN_TEXT.filter.clear}
          </Button>
        )}
        <span data-end="" />
        <ListDownload list={path} query={address.query} />
      </Tools>
    </>
  );
}

/** Focuses the first text field, or else the first select. */
export function focusFilter(filter: HTMLElement | null): void {
  const field = filter?.querySelector<HTMLElement>('[type="search"]') ?? filter?.querySelector<HTMLElement>("select");
  field?.focus();
}
