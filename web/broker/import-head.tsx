import { styled } from "goober";
import type { ReactNode } from "react";
import { Check, ChevronLeft, Icon } from "../ui/icon.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { Box, Row, Text } from "../ui/layout.tsx";
import { tint, type } from "../ui/theme.ts";
import { VisuallyHidden } from "../ui/visually-hidden.ts";
import { importText as text } from "./import-text.ts";

const Steps = styled("ol")`
  ${type.dense}
  display: flex;
  flex: none;
  align-items: center;
  gap: 12px;
  margin-left: auto;
  color: var(--muted);
  & > li {
    display: flex;
    align-items: center;
    gap: 8px;
  }
  & > li + li::before {
    content: "";
    width: 28px;
    margin-right: 4px;
    border-top: 1px solid var(--control);
  }
  & > li > span:first-child {
    ${type.caption}
    display: grid;
    place-items: center;
    width: 22px;
    height: 22px;
    border: 1px dashed var(--control);
    border-radius: 50%;
    font-weight: 600;
  }
  & > [aria-current="step"] {
    color: var(--text);
    font-weight: 500;
  }
  & > [aria-current="step"] > span:first-child {
    border: 1px solid var(--accent);
    color: var(--accent);
  }
  & > [data-done="true"] {
    color: var(--text);
  }
  & > [data-done="true"] > span:first-child {
    border: 1px solid transparent;
    background: ${tint("up", 18)};
    color: var(--up);
  }
`;

const NAMES = [text.stepNames.file, text.stepNames.check, text.stepNames.journal];

type ImportHeadProps = {
  /** From 1. */
  step: 1 | 2;
  /** Of the step, for phones. */
  title: string;
  /** The accounts, and the one that the file goes to. */
  accounts: ReactNode;
  onBack: (() => void) | null;
};

/** Where the file goes and how far it is. A phone has the title of the step instead. */
export function ImportHead({ step, title, accounts, onBack }: ImportHeadProps) {
  return (
    <>
      <Row gap="12px 24px" wrap showOn="wide">
        {accounts}
        <Steps aria-label={text.steps}>
          {NAMES.map((name, index) => (
            <li key={name} aria-current={index + 1 === step ? "step" : undefined} data-done={index + 1 < step}>
              <span aria-hidden="true">{index + 1 < step ? <Icon of={Check} size={14} /> : index + 1}</span>
              <span>
                {name}
                {index + 1 < step && <VisuallyHidden>, {text.stepDone}</VisuallyHidden>}
              </span>
            </li>
          ))}
        </Steps>
      </Row>
      <Box showOn="phone">
        <Row gap={4} minHeight={44}>
          {onBack && (
            <Box margin="0 0 0 -12px">
              <IconButton icon={ChevronLeft} label={text.back} onClick={onBack} />
            </Box>
          )}
          <Text as="h2" size="lead" weight={600} grow>
            {title}
          </Text>
          <Text as="span" size="caption" tone="muted">
            {text.stepOf(step)}
          </Text>
        </Row>
      </Box>
    </>
  );
}
