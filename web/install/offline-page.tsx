import { FEED_SYMBOL_LIST } from "../../worker/contract/symbols.ts";
import { symbolName } from "../state/symbol-text.ts";
import { SimulatedBadge } from "../ui/badge.tsx";
import { ButtonAnchor } from "../ui/button.tsx";
import { Panel } from "../ui/card.tsx";
import { Icon, WifiOff } from "../ui/icon.tsx";
import { Box, Row, Stack, Text } from "../ui/layout.tsx";
import { Logo } from "../ui/logo.tsx";
import { offlineText as text } from "./offline-text.ts";

/** The page as the build gives it to the service worker. @property files addresses of all that it loads */
export type OfflinePage = { html: string; files: readonly string[] };

/**
 * The page that the service worker answers a failed navigation with, at the address that failed: a link to it is a retry, with
 * or without a script. The script fills in the prices.
 */
export function OfflinePageView() {
  return (
    <Stack as="main" gap={24} maxWidth={520} margin="0 auto" pad="40px 16px 64px">
      <Logo height={28} />
      <Stack gap={8} margin="16px 0 0">
        <Row gap={10}>
          <Text as="span" tone="warn">
            <Icon of={WifiOff} size={20} />
          </Text>
          <Text as="h1" size="section">
            {text.title}
          </Text>
        </Row>
        <Text tone="muted">{text.lead}</Text>
      </Stack>
      <Row>
        <ButtonAnchor href="" variant="accent" size="form">
          {text.retry}
        </ButtonAnchor>
      </Row>
      <Box data-prices="" hidden>
        <Panel
          title={text.prices}
          action={
            <span data-simulated="" hidden>
              <SimulatedBadge />
            </span>
          }
        >
          <Stack as="ul" line="between" pad="0 20px" phone={{ pad: "0 16px" }}>
            {FEED_SYMBOL_LIST.map((symbol) => (
              <Row as="li" key={symbol} data-symbol={symbol} hidden justify="space-between" gap={12} pad="10px 0">
                <Stack>
                  <b>{symbol}</b>
                  <Text as="span" size="caption" tone="muted">
                    {symbolName(symbol)}
                  </Text>
                </Stack>
                <Stack align="end">
                  <span className="num" data-price="" />
                  <Text as="span" size="caption" tone="warn" data-age="" />
                </Stack>
              </Row>
            ))}
          </Stack>
          <Text size="caption" tone="muted" pad="4px 20px 16px" phone={{ pad: "4px 16px 16px" }}>
            {text.notLive}
          </Text>
        </Panel>
      </Box>
      <Panel title={text.waits}>
        <Stack gap={16} pad="16px 20px 20px" phone={{ pad: 16 }}>
          <Stack as="ul" gap={8}>
            {text.waiting.map((words) => (
              <li key={words}>{words}</li>
            ))}
          </Stack>
          <Text size="dense" tone="muted">
            {text.safe}
          </Text>
          <Text size="dense" tone="muted">
            {text.kept}
          </Text>
        </Stack>
      </Panel>
    </Stack>
  );
}
