import { styled } from "goober";
import { useId } from "react";
import { Link } from "wouter";
import type { User } from "../state/api.ts";
import { NEW_DEPOSIT, ROUTE } from "../state/routes.ts";
import { hideFirstSteps } from "../state/session.ts";
import { problemOf, useSubmit } from "../state/use-submit.ts";
import { ButtonLink } from "../ui/button-link.tsx";
import { Card, CardHead } from "../ui/card.tsx";
import { formatDate } from "../ui/format.ts";
import {
  Check,
  ChevronRight,
  CircleAlert,
  CircleCheck,
  CircleDashed,
  Clock,
  Icon,
  type IconGlyph,
  IdCard,
  QrCode,
  ReceiptText,
  X,
} from "../ui/icon.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { Box, Row, Text } from "../ui/layout.tsx";
import { media, tint, type } from "../ui/theme.ts";
import { toast } from "../ui/toast/toast.ts";
import { Tooltip } from "../ui/tooltip.tsx";
import { VisuallyHidden } from "../ui/visually-hidden.ts";
import { dashboardLabels } from "./dashboard-labels.ts";
import { type FirstStep, firstStepsOf } from "./first-steps.ts";
import { firstStepsText as text } from "./first-steps-text.ts";
import { FirstTicketStrip } from "./first-ticket-strip.tsx";

/** How many steps are done, as a line of segments. */
const Segments = styled("span")`
  display: flex;
  gap: 5px;
  & > i {
    width: 28px;
    height: 4px;
    border-radius: 2px;
    background: var(--line);
  }
  & > [data-present="true"] {
    background: color-mix(in oklab, var(--accent) 45%, transparent);
  }
  & > [data-state="done"] {
    background: var(--up);
  }
  ${media.phone} {
    & > i {
      width: 16px;
    }
  }
`;

/** The ring with a step's number, its name, what it is about, and at its end the state and the action. */
const Step = styled("li")`
  display: grid;
  grid-template-columns: 28px minmax(0, 1fr) auto;
  align-items: center;
  gap: 0 16px;
  min-height: 76px;
  padding: 12px 20px;
  & + & {
    border-top: 1px solid var(--line);
  }
  & > [data-ring] {
    ${type.dense}
    display: grid;
    place-items: center;
    width: 28px;
    height: 28px;
    border: 1px solid var(--control);
    border-radius: 50%;
    color: var(--muted);
    font-weight: 600;
  }
  &[data-present="true"] > [data-ring] {
    border-color: var(--accent);
    background: ${tint("accent", 14)};
    color: var(--accent);
  }
  &[data-state="done"] > [data-ring] {
    border-color: transparent;
    background: ${tint("up", 14)};
    color: var(--up);
  }
  & h3 {
    ${type.lead}
    font-weight: 500;
  }
  & > [data-body] {
    grid-column: 2 / -1;
    margin-top: 12px;
  }
  & [data-next] {
    ${type.caption}
    padding: 2px 8px;
    border-radius: 6px;
    background: ${tint("accent", 14)};
    color: var(--accent);
    font-weight: 500;
  }
  & [data-status] {
    ${type.dense}
    display: inline-flex;
    align-items: center;
    gap: 6px;
    color: var(--muted);
    white-space: nowrap;
  }
  &[data-state="waiting"] [data-status] {
    color: var(--warn);
  }
  &[data-state="refused"] [data-status] {
    color: var(--down);
  }
  &[data-state="done"] [data-status] {
    color: var(--up);
  }
  &[data-present="true"] {
    align-items: start;
    padding: 16px 20px;
  }
  ${media.phone} {
    gap: 0 12px;
    min-height: 64px;
    padding: 10px 16px;
    &[data-present="true"] {
      padding: 14px 16px 16px;
    }
    & > [data-body] {
      grid-column: 1 / -1;
    }
    & > a {
      grid-column: 2 / -1;
      display: flex;
      align-items: center;
      justify-content: space-between;
      gap: 12px;
      margin: -10px -8px;
      padding: 10px 8px;
      border-radius: var(--radius-control);
    }
    & h3 {
      ${type.body}
    }
    &[data-present="true"] h3 {
      ${type.lead}
      font-weight: 600;
    }
  }
`;

/** Note and action of a step in its state. */
type StepWords = { note: string; action: { href: string; label: string; icon: IconGlyph } | null };

const STATUS_ICON: Readonly<Record<FirstStep["state"], IconGlyph>> = {
  todo: CircleDashed,
  waiting: Clock,
  done: CircleCheck,
  refused: CircleAlert,
};

type CardProps = { person: User; isPhone: boolean };

/** The three steps of a new account with their states; the present one is open. */
export function FirstStepsCard({ person, isPhone }: CardProps) {
  const id = useId();
  const steps = firstStepsOf(person);
  const done = steps.filter(({ state }) => state === "done").length;
  const { submit, isSending } = useSubmit({
    send: hideFirstSteps,
    explain(error) {
      toast.error(problemOf(error, text.notHidden).message);
      return null;
    },
  });
  return (
    <Card isFlush aria-labelledby={id}>
      <CardHead
        id={id}
        title={dashboardLabels.firstSteps}
        action={
          <Row as="span" gap={12} size="dense" tone="muted">
            <span>{text.doneOf(done, steps.length)}</span>
            <Segments aria-hidden="true">
              {steps.map(({ name, state, isPresent }) => (
                <i key={name} data-state={state} data-present={isPresent} />
              ))}
            </Segments>
            <Tooltip content={text.hide}>
              <IconButton icon={X} label={text.hide} size="dense" disabled={isSending} onClick={() => void submit()} />
            </Tooltip>
          </Row>
        }
      />
      <ol>
        {steps.map((step, index) => (
          <StepItem key={step.name} step={step} number={index + 1} person={person} isPhone={isPhone} />
        ))}
      </ol>
    </Card>
  );
}

type StepItemProps = CardProps & { step: FirstStep; number: number };

function StepItem({ step, number, person, isPhone }: StepItemProps) {
  const { name, state, isPresent } = step;
  const { note, action } = wordsOf(step, person);
  const { title } = text[name];
  const ring = <span data-ring="">{state === "done" ? <Icon of={Check} /> : number}</span>;
  const status = (
    <span data-status="">
      <Icon of={STATUS_ICON[state]} />
      {text.states[state]}
    </span>
  );
  if (isPresent) {
    return (
      <Step data-state={state} data-present={true} aria-current="step">
        {ring}
        <Box self="center">
          <Row gap={8} wrap>
            <h3>{title}</h3>
            {state === "todo" ? <span data-next="">{text.next}</span> : status}
          </Row>
          {!isPhone && (
            <Text size="dense" tone="muted" breaks="anywhere">
              {note}
            </Text>
          )}
        </Box>
        <div data-body="">
          {isPhone && (
            <Text size="dense" tone="muted" margin="-4px 0 12px" breaks="anywhere">
              {name === "demo" ? text.demo.todoShort : note}
            </Text>
          )}
          {name === "demo" && <FirstTicketStrip />}
          {action && (
            <ButtonLink
              href={action.href}
              variant="accent"
              icon={action.icon}
              size={isPhone ? "large" : "normal"}
              isWide={isPhone}
            >
              {action.label}
            </ButtonLink>
          )}
        </div>
      </Step>
    );
  }
  const lines = (
    <Box minWidth={0}>
      <h3>{title}</h3>
      <Text size={isPhone ? "caption" : "dense"} tone="muted" breaks="anywhere">
        {note}
      </Text>
    </Box>
  );
  if (isPhone) {
    const end = state === "todo" ? null : status;
    return (
      <Step data-state={state}>
        {ring}
        {action ? (
          <Link href={action.href}>
            {lines}
            {end}
            <VisuallyHidden>
              {state === "todo" ? `${text.states[state]}: ${action.label}` : action.label}
            </VisuallyHidden>
            <Icon of={ChevronRight} tone="muted" />
          </Link>
        ) : (
          <>
            {lines}
            {end}
          </>
        )}
      </Step>
    );
  }
  return (
    <Step data-state={state}>
      {ring}
      {lines}
      <Row gap={24}>
        {status}
        {action && (
          <Box minWidth={128}>
            <ButtonLink href={action.href} icon={action.icon} isWide>
              {action.label}
            </ButtonLink>
          </Box>
        )}
      </Row>
    </Step>
  );
}

function wordsOf({ name, state, doneAt }: FirstStep, person: User): StepWords {
  const date = doneAt === null ? "" : formatDate(doneAt, person.timeZone);
  if (name === "demo") return { note: state === "done" ? text.demo.done(date) : text.demo.todo, action: null };
  if (name === "deposit") {
    const { deposit } = text;
    const { deposit: stage } = person.firstSteps;
    if (state === "done") return { note: deposit.done(date), action: null };
    if (stage === "open" || stage === "review") {
      return { note: deposit[stage], action: { href: ROUTE.accountDeposit, label: deposit.view, icon: ReceiptText } };
    }
    return { note: deposit.todo, action: { href: NEW_DEPOSIT, label: deposit.start, icon: QrCode } };
  }
  const { identity } = text;
  const href = ROUTE.profile;
  switch (state) {
    case "done":
      return { note: identity.done(date), action: null };
    case "waiting":
      return { note: identity.waiting, action: { href, label: identity.view, icon: IdCard } };
    case "refused":
      return {
        note: person.idRejectionReason ?? identity.refused,
        action: { href, label: identity.again, icon: IdCard },
      };
    case "todo":
      return { note: identity.todo, action: { href, label: identity.start, icon: IdCard } };
  }
}
