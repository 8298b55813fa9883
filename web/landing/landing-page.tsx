import { ROUTE } from "../state/routes.ts";
import { CallToAction } from "./call-to-action.tsx";
import { DepositSteps } from "./deposit-steps.tsx";
import { Features } from "./features.tsx";
import { FigureStrip } from "./figure-strip.tsx";
import { Hero } from "./hero.tsx";
import { SecurityPoints } from "./security-points.tsx";
import { SiteFrame } from "./site-frame.tsx";

/** The page at /, from the headline to the final call to action. */
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
