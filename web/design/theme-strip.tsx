import { styled } from "goober";
import { THEMES, type ThemeId } from "../../worker/contract/limits.ts";
import { Badge, SimulatedBadge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Field } from "../ui/fields/field.tsx";
import { Figure } from "../ui/figure.ts";
import { Check, Clock, X } from "../ui/icon.tsx";
import { Grid, Text } from "../ui/layout.tsx";
import { Logo } from "../ui/logo.tsx";
import { Money } from "../ui/money.tsx";
import { THEME } from "../ui/theme.ts";
import { Row } from "./specimen.tsx";

const Page = styled("li")`
  display: grid;
  gap: 16px;
  padding: 16px;
  background: var(--bg);
  border: 1px solid var(--line);
  border-radius: var(--radius-card);
  color: var(--text);
  &[data-current="true"] {
    outline: 2px solid var(--accent);
    outline-offset: 2px;
  }
`;

/** The same few parts in all themes, side by side; a theme's button puts the whole page into it. */
export function ThemeStrip({ theme, onChoose }: { theme: ThemeId; onChoose: (theme: ThemeId) => void }) {
  return (
    <Grid as="ul" columns="repeat(auto-fill, minmax(min(100%, 220px), 1fr))" gap={16}>
      {THEMES.map((id) => (
        <Page key={id} data-theme={id} data-current={id === theme}>
          <Logo />
          <Card as="div" pad={16}>
            <Grid gap={12}>
              <Text size="caption" tone="muted">
                Total balance
              </Text>
              <Figure className="num" data-size="page">
                <Money usd={6908.02} />
              </Figure>
              <Row className="num">
                <Money usd={37.14} as="result" />
                <Money usd={-26.4} as="result" />
              </Row>
            </Grid>
          </Card>
          <Row>
            <Badge tone="up" icon={Check}>
              Paid
            </Badge>
            <Badge tone="warn" icon={Clock}>
              Pending
            </Badge>
            <Badge tone="down" icon={X}>
              Failed
            </Badge>
            <SimulatedBadge />
          </Row>
          <Field label={`Amount, ${THEME[id].name}`} placeholder="0.10" suffix="BTC" />
          <Button variant="accent" isWide aria-pressed={id === theme} onClick={() => onChoose(id)}>
            {THEME[id].name}
          </Button>
        </Page>
      ))}
    </Grid>
  );
}
