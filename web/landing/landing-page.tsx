import { ROUTE } from "../state/routes.ts";
import { Box, Grid, Text } from "../ui/layout.tsx";
import { CallToAction } from "./call-to-action.tsx";
import { DepositSteps } from "./deposit-steps.tsx";
import { Features } from "./features.tsx";
import { FigureStrip } from "./figure-strip.tsx";
import { Hero } from "./hero.tsx";
import { landingText } from "./landing-text.ts";
import { Section } from "./page-layout.tsx";
import { SiteFrame } from "./site-frame.tsx";

export function LandingPage() {
  return (
    <SiteFrame path={ROUTE.landing} hasSections>
      <Hero />
      <FigureStrip />
      <Features />
      <DepositSteps />
      <SecurityPoints />
      <CallToAction />
    </SiteFrame>
  );
}

/** How money, password and sessions are protected, as text without badges. */
function SecurityPoints() {
  return (
    <Section id="security" titleId="security-points" text={landingText.security} isBeside>
      <Grid as="ul" columns={2} gap="0 32px" phone={{ columns: 1 }}>
        {landingText.security.points.map(({ name, text }) => (
          <Box as="li" key={name} pad="20px 0 24px" line="top">
            <Text as="h3" weight={500}>
              {name}
            </Text>
            <Text tone="muted" margin="4px 0 0">
              {text}
            </Text>
          </Box>
        ))}
      </Grid>
    </Section>
  );
}
