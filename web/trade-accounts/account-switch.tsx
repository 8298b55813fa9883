import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  Suspense,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { Link } from "wouter";
import { userResultUsd } from "../account/balance-equation.ts";
import type { User } from "../state/api.ts";
import { runSums } from "../state/demo-balance.ts";
import { lazyPage } from "../state/lazy-page.ts";
import { CountBadge } from "../ui/badge.tsx";
import { capUsd, DOLLARS } from "../ui/format.ts";
import { ChevronDown, Icon } from "../ui/icon.tsx";
import { Box } from "../ui/layout.tsx";
import { placeByKey } from "../ui/list-keys.ts";
import { SpinnerBlock } from "../ui/spinner.tsx";
import { layer, media, type } from "../ui/theme.ts";
import { type AccountSwitchProps, type Choice, ChoiceResult } from "./account-choice.tsx";
import { accountText as text } from "./account-text.ts";
import { CASH, runAccount, runOf } from "./trade-account.ts";

const ArchivedRuns = lazyPage(async () => (await import("./account-menu.tsx")).ArchivedRuns);

export const SwitchFrame = styled("nav")`
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
  /* The long name of an account. */
  & > a > span:first-child,
  & > button > span:first-child {
    overflow: hidden;
    text-overflow: ellipsis;
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
  /* Of a button that is all there is. */
  button:only-of-type:first-child ~ & {
    left: 0;
  }
  ${media.phone} {
    left: 0;
    width: auto;
  }
`;

/** The account of money, and the current demo run where there is one. */
export function ownChoices(person: User): Choice[] {
  const { demo } = person;
  const cash: Choice = { name: CASH, label: text.cash, result: capUsd(userResultUsd(person)), unit: DOLLARS };
  if (demo === null) return [cash];
  const result = capUsd(runSums(demo.run, demo).result);
  return [cash, { name: runAccount(demo.run), label: text.run(demo.run), result, unit: DOLLARS }];
}

/** The choice between the account of money, the current demo run, and the archived ones; each has an address. */
export function AccountSwitch({ person, account, hrefOf }: AccountSwitchProps) {
  useSignals();
  // Before the first order there is nothing to choose from.
  if (person.demo === null) return null;
  return (
    <SwitchFrame aria-label={text.accounts}>
      <ChoiceLinks choices={ownChoices(person)} account={account} hrefOf={hrefOf} />
      <ArchivedChoice person={person} account={account} hrefOf={hrefOf} />
    </SwitchFrame>
  );
}

type ChoiceLinksProps = Omit<AccountSwitchProps, "person"> & { choices: readonly Choice[] };

export function ChoiceLinks({ choices, account, hrefOf }: ChoiceLinksProps) {
  return choices.map((choice) => (
    <Link key={choice.name} href={hrefOf(choice.name)} aria-current={choice.name === account ? "true" : undefined}>
      <span>{choice.label}</span>
      <Box as="span" showOn="wide">
        <ChoiceResult of={choice} />
      </Box>
    </Link>
  ));
}

/** The archived demo runs, where there are any. */
export function ArchivedChoice({ person: { demo, timeZone }, account, hrefOf }: AccountSwitchProps) {
  const run = runOf(account);
  if (demo === null || demo.run === 1) return null;
  const chosen = run !== null && run < demo.run ? run : null;
  return (
    <SwitchMenu
      title={text.archived}
      isChosen={chosen !== null}
      onSoon={() => void ArchivedRuns.preload()}
      label={
        <>
          <Box as="span" showOn="wide">
            {chosen === null ? text.archived : text.archivedRun(chosen)}
          </Box>
          <Box as="span" showOn="phone">
            {chosen === null ? text.archivedShort : text.runShort(chosen)}
          </Box>
          <CountBadge count={demo.run - 1} />
        </>
      }
    >
      {(close) => <ArchivedRuns timeZone={timeZone} chosen={chosen} hrefOf={hrefOf} onChoose={close} />}
    </SwitchMenu>
  );
}

type SwitchMenuProps = {
  title: string;
  /** What is on its button. */
  label: ReactNode;
  isChosen: boolean;
  /** It may be opened soon: loads its code. */
  onSoon: () => void;
  /** The list, which closes the menu when something is chosen. */
  children: (close: () => void) => ReactNode;
};

/** A button and its list below it. Arrow keys move through it; Esc, a choice, or a press elsewhere closes it. */
export function SwitchMenu({ title, label, isChosen, onSoon, children }: SwitchMenuProps) {
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
    if (event.key === "Escape" && isOpen) return close();
    const items = [...(menu.current?.querySelectorAll<HTMLElement>("a, button") ?? [])];
    const here = items.findIndex((item) => item.matches(":focus"));
    const place = placeByKey(event, { here, count: items.length });
    if (place === null) return;
    event.preventDefault();
    items[place]?.focus();
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
        data-chosen={isChosen}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setIsOpen(!isOpen)}
        onPointerEnter={onSoon}
        onFocus={onSoon}
        onKeyDown={onKeyDown}
        onBlur={onBlur}
      >
        {label}
        <Icon of={ChevronDown} />
      </button>
      {isOpen && (
        <Menu id={id} ref={menu} role="group" aria-label={title} onKeyDown={onKeyDown} onBlur={onBlur}>
          <Suspense fallback={<SpinnerBlock />}>{children(close)}</Suspense>
        </Menu>
      )}
    </>
  );
}
