import type { ReactNode } from "react";
import type { User } from "../state/api.ts";
import { Badge } from "../ui/badge.tsx";
import { FactRow, FactRows } from "../ui/facts.tsx";
import { Check, Icon, type IconGlyph, Landmark, QrCode } from "../ui/icon.tsx";
import { ViewableImage } from "../ui/image/viewable-image.tsx";
import { Box, Grid, Row, Stack, Text } from "../ui/layout.tsx";
import { PAYMENT_METHODS_TEXT as text } from "./payment-methods-text.ts";

type MethodSectionProps = { icon: IconGlyph; title: string; isActive: boolean; children: ReactNode };

export function MethodSection({ icon, title, isActive, children }: MethodSectionProps) {
  return (
    <Box as="section" pad={20} line="bottom" phone={{ pad: 16 }}>
      <Row as="header" gap={10} minHeight={28} margin="0 0 12px">
        <Text as="span" tone="muted">
          <Icon of={icon} />
        </Text>
        <Text as="h3" weight={500}>
          {title}
        </Text>
        {isActive && (
          <Badge tone="up" icon={Check}>
            {text.active}
          </Badge>
        )}
      </Row>
      {children}
    </Box>
  );
}

/** The payment code, if there is one, and what belongs to it at its right. @param props.src null without a code */
export function CodeAndMore({ src, children }: { src: string | null; children: ReactNode }) {
  if (src === null) return children;
  return (
    <Grid columns="168px minmax(0, 1fr)" gap="16px 20px" phone={{ columns: "128px minmax(0, 1fr)", gap: 16 }}>
      <Box height={224} phone={{ height: 172 }}>
        <ViewableImage key={src} src={src} title={text.yourCode} saveAs={text.savedAs} />
      </Box>
      {children}
    </Grid>
  );
}

export function PaymentMethodsView({ methods }: { methods: User["paymentMethods"] }) {
  const { khqr, bankTransfer } = methods;
  const notConfigured = (
    <Text size="dense" tone="muted">
      {text.notConfigured}
    </Text>
  );
  return (
    <>
      <MethodSection icon={QrCode} title={text.khqr} isActive={khqr.isActive}>
        <CodeAndMore src={khqr.image}>
          {khqr.image === null ? (
            notConfigured
          ) : (
            <Stack gap={8} minWidth={0}>
              <FactRows>
                <FactRow term={text.codeOwner}>{khqr.holder || notConfigured}</FactRow>
              </FactRows>
              <Text size="dense" tone="muted">
                {text.clickToEnlarge}
              </Text>
            </Stack>
          )}
        </CodeAndMore>
      </MethodSection>
      <MethodSection icon={Landmark} title={text.bankTransfer} isActive={bankTransfer.isActive}>
        <FactRows>
          <FactRow term={text.bankName}>{bankTransfer.bankName || notConfigured}</FactRow>
          <FactRow term={text.accountNumber}>{bankTransfer.accountId || notConfigured}</FactRow>
          <FactRow term={text.accountHolder}>{bankTransfer.holder || notConfigured}</FactRow>
        </FactRows>
      </MethodSection>
    </>
  );
}
