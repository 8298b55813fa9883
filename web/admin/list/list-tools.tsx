import { type KeyboardEvent, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Button } from "../../ui/button.tsx";
import { ListFilter, X } from "../../ui/icon.tsx";
import { Box, Row } from "../../ui/layout.tsx";
import { KEYS } from "../core/admin-keys.ts";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import { useShortcuts } from "../core/use-shortcuts.ts";
import { FilterFields, focusFilter } from "./filter-fields.tsx";
import { ListDownload, type ListPath } from "./list-download.tsx";
import type { ListAddress } from "./use-list-address.ts";

type ListToolsProps = { address: ListAddress; path: ListPath | null };

export function ListTools({ address, path }: ListToolsProps) {
  const { fields, filter, view, clear } = address;
  const [lead, others] = [fields.filter(({ isLead }) => isLead), fields.filter(({ isLead }) => !isLead)];
  const hidden = others.filter(({ name }) => name in filter).length;
  const [isOpen, setIsOpen] = useState(hidden > 0);
  const panes = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const panelId = useId();

  useShortcuts({
    [KEYS.filter]: () => {
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

  if (fields.length === 0 && path === null) return null;
  return (
    <>
      <Box grow={false} ref={panes} role="search" aria-label={ADMIN_TEXT.filter.list} onKeyDown={onKeyDown}>
        {lead.length > 0 && <FilterFields {...address} fields={lead} arrange="lead" />}
        {isOpen && <FilterFields {...address} id={panelId} fields={others} arrange="pane" />}
      </Box>
      <Row wrap grow={false} gap="4px 8px" minHeight={36} pad="4px 10px" line="bottom" phone={{ minHeight: 44 }}>
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
        {Object.keys(filter).some((name) => name !== view) && (
          <Button variant="plain" size="dense" icon={X} onClick={clear}>
            {ADMIN_TEXT.filter.clear}
          </Button>
        )}
        <Box grow />
        {path !== null && <ListDownload list={path} query={address.query} />}
      </Row>
    </>
  );
}
