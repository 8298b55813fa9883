import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { type FocusEvent, type KeyboardEvent, Suspense, useEffect, useId, useRef, useState } from "react";
import { Link } from "wouter";
import { userResultUsd } from "../account/balance-equation.ts";
import type { User } from "../state/api.ts";
import { runSums } from "../state/demo-balance.ts";
import { lazyPage } from "../state/lazy-page.ts";
import { CountBadge } from "../ui/badge.tsx";
import { capUsd } from "../ui/format.ts";
import { ChevronDown, Icon } from "../ui/icon.tsx";
import { Box } from "../ui/layout.tsx";
import { Money } from "../ui/money.tsx";
import { SpinnerBlock } from "../ui/spinner.tsx";
import { layer, media, type } from "../ui/theme.ts";
import { accountText as text } from "./account-text.ts";
import { type AccountName, CASH, runAccount, runOf } from "./trade-account.ts";

const ArchivedRuns = lazyPage(async () => (await import("./run-parts.tsx")).ArchivedRuns);

const Frame = styled("nav")`
  ${type.dense}
  position: relative;
  display: flex;
  width: fit-content;
  max-width: 100%;
  gap: 2px;
  padding: 3px;
  border: 1px solid var(--line);
  border-radius: var(--radius-control);
  background: var(--surface);
  & > a,
  & > button {
    display: flex;
    flex: 1 1 auto;
    align-items: center;
    justify-content: center;
    gap: 10px;
    min-width: 0;
    height: 36px;
    padding: 0 14px;
    border: 1px solid transparent;
    border-radius: 6px;
    color: var(--muted);
    font-weight: 500;
    white-space: nowrap;
    transition: color var(--motion), background-color var(--motion);
  }
  & > a:hover,
  & > button:hover {
    color: var(--text);
  }
  & > a:focus-visible,
  & > button:focus-visible {
    outline-offset: -2px;
  }
  & > [aria-current="true"],
  & > [data-chosen="true"] {
    border-color: var(--control);
    background: var(--raised);
    color: var(--text);
  }
  ${media.touch} {
    & > a,
    & > button {
      height: 44px;
    }
  }
  ${media.phone} {
    width: auto;
    & > a,
    & > button {
      gap: 6px;
      padding: 0 8px;
    }
  }
`;

const Menu = styled("div")`
  position: absolute;
  z-index: ${layer.sticky + 1};
  top: calc(100% + 6px);
  right: 0;
  width: 320px;
  max-width: 100%;
  max-height: min(420px, 60vh);
  overflow: auto;
  border: 1px solid var(--control);
  border-radius: var(--radius-card);
  background: var(--raised);
  box-shadow: var(--shadow);
  ${media.phone} {
    left: 0;
    width: auto;
  }
`;

type AccountSwitchProps = {
  person: User;
  account: AccountName;
  hrefOf: (account: AccountName) => string;
};

/** The choice between the account of money, the current demo run, and the archived ones; each has an address. */
export function AccountSwitch({ person, account, hrefOf }: AccountSwitchProps) {
  useSignals();
  const { demo } = person;
  // Before the first order there is nothing to choose from.
  if (demo === null) return null;
  const accounts = [
    { name: CASH, label: text.cash, usd: userResultUsd(person) },
    { name: runAccount(demo.run), label: text.run(demo.run), usd: runSums(demo.run, demo).result },
  ];
  const chosen = runOf(account);
  return (
    <Frame aria-label={text.accounts}>
      {accounts.map(({ name, label, usd }) => (
        <Link key={name} href={hrefOf(name)} aria-current={name === account ? "true" : undefined}>
          {label}
          <Box as="span" showOn="wide">
            <Money usd={capUsd(usd)} as="result" />
          </Box>
        </Link>
      ))}
      {demo.run > 1 && (
        <Archived
          count={demo.run - 1}
          chosen={chosen !== null && chosen < demo.run ? chosen : null}
          timeZone={person.timeZone}
          hrefOf={hrefOf}
        />
      )}
    </Frame>
  );
}

type ArchivedProps = {
  count: number;
  /** The archived run that the page shows; null for another account. */
  chosen: number | null;
  timeZone: string;
  hrefOf: (account: AccountName) => string;
};

/** The button of the archived runs and their list below it, which Esc, a choice, or a press elsewhere closes. */
function Archived({ count, chosen, timeZone, hrefOf }: ArchivedProps) {
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const id = useId();

  useEffect(() => {
    if (!isOpen) return;
    function onPress({ target }: PointerEvent) {
      const isInside = target instanceof Node && (menu.current?.contains(target) || button.current?.contains(target));
      if (!isInside) setIsOpen(false);
    }
    document.addEventListener("pointerdown", onPress);
    return () => document.removeEventListener("pointerdown", onPress);
  }, [isOpen]);

  function close() {
    setIsOpen(false);
    button.current?.focus();
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "Escape" && isOpen) close();
  }
  function onBlur({ relatedTarget }: FocusEvent) {
    // Where nothing takes the focus, a press elsewhere closes the list.
    if (relatedTarget && !menu.current?.contains(relatedTarget) && relatedTarget !== button.current) setIsOpen(false);
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        data-chosen={chosen !== null}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setIsOpen(!isOpen)}
        onPointerEnter={() => void ArchivedRuns.preload()}
        onFocus={() => void ArchivedRuns.preload()}
        onKeyDown={onKeyDown}
        onBlur={onBlur}
      >
        <Box as="span" showOn="wide">
          {chosen === null ? text.archived : text.archivedRun(chosen)}
        </Box>
        <Box as="span" showOn="phone">
          {chosen === null ? text.archivedShort : text.runShort(chosen)}
        </Box>
        <CountBadge count={count} />
        <Icon of={ChevronDown} />
      </button>
      {isOpen && (
        <Menu id={id} ref={menu} role="group" aria-label={text.archived} onKeyDown={onKeyDown} onBlur={onBlur}>
          <Suspense fallback={<SpinnerBlock />}>
            <ArchivedRuns timeZone={timeZone} chosen={chosen} hrefOf={hrefOf} onChoose={close} />
          </Suspense>
        </Menu>
      )}
    </>
  );
}
