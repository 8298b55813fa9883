import { signal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import type { ReactNode } from "react";
import { createPortal } from "react-dom";

const place = signal<HTMLElement | null>(null);

const Slot = styled("div")`
  display: flex;
  align-items: center;
  min-width: 0;
  height: 40px;
  padding-right: 20px;
  border-right: 1px solid var(--line);
  @media (max-width: 1439px) {
    padding-right: 10px;
  }
  &:empty {
    display: none;
  }
`;

/** The place in the header, before the cash, for figures of the page. */
export function HeaderSlot() {
  return (
    <Slot
      ref={(element) => {
        place.value = element;
      }}
    />
  );
}

/** Renders figures of a page into the header. */
export function InHeader({ children }: { children: ReactNode }) {
  useSignals();
  return place.value && createPortal(children, place.value);
}
