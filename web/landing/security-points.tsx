import { Box, Grid, Text } from "../ui/layout.tsx";
import { landingText } from "./landing-text.ts";
import { Section } from "./page-layout.tsx";

/** How money, password and sessions are protected, as text without badges. */
export function SecurityPoints() {
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
