import { type RenderResult, render as renderBare } from "@testing-library/react";
import { type ReactElement, StrictMode } from "react";
import { Router } from "wouter";
import { memoryLocation } from "wouter/memory-location";

/**
 * Renders a screen or a component as the application does, in StrictMode and inside a router.
 * @param at the address of the screen
 * @returns the testing library's result, the router's `history`, newest last, and `navigate`
 */
export function render(
  ui: ReactElement,
  { at = "/" }: { at?: string } = {},
): RenderResult & { history: string[]; navigate: (to: string) => void } {
  const { hook, searchHook, history, navigate } = memoryLocation({ path: at, record: true });
  const result = renderBare(
    <StrictMode>
      <Router hook={hook} searchHook={searchHook}>
        {ui}
      </Router>
    </StrictMode>,
  );
  return { ...result, history, navigate };
}
