import { styled } from "goober";
import type { ReactNode } from "react";
import { Badge } from "../ui/badge.tsx";
import { Check, Icon, type IconGlyph } from "../ui/icon.tsx";
import { media, type } from "../ui/theme.ts";
import { PAYMENT_METHODS_TEXT as text } from "./payment-methods-text.ts";

const Frame = styled("section")`
  padding: 20px;
  border-bottom: 1px solid var(--line);
  ${media.phone} {
    padding: 16px;
  }
`;

const Head = styled("header")`
  ${type.body}
  display: flex;
  align-items: center;
  gap: 10px;
  min-height: 28px;
  margin-bottom: 12px;
  & > svg {
    color: var(--muted);
  }
  & > h3 {
    font-weight: 500;
  }
`;

type MethodSectionProps = { icon: IconGlyph; title: string; isActive: boolean; children: ReactNode };

/** One payment method, with a badge when it is active. */
export function MethodSection({ icon, title, isActive, children }: MethodSectionProps) {
  return (
    <Frame>
      <Head>
        <Icon of={icon} />
        <h3>{title}</h3>
        {isActive && (
          <Badge tone="up" icon={Check}>
            {text.active}
          </Badge>
        )}
      </Head>
      {children}
    </Frame>
  );
}
