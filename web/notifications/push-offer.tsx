import { styled } from "goober";
import { useState } from "react";
import { createPortal } from "react-dom";
import { ownerId } from "../state/owner.ts";
import { accountKey } from "../state/storage/account-storage.ts";
import { localStore } from "../state/storage/browser-storage.ts";
import { useQuery } from "../state/use-query.ts";
import { Button } from "../ui/button.tsx";
import { Icon, Smartphone } from "../ui/icon.tsx";
import { appear } from "../ui/motion.ts";
import { layer, media, type } from "../ui/theme.ts";
import { CHANNELS } from "./channel-calls.ts";
import { pushAbility } from "./push-here.ts";
import { pushOfferText as text } from "./push-offer-text.ts";
import { useTurnOn } from "./turn-push-on.ts";

const Card = styled("section")`
  ${type.dense}
  position: fixed;
  z-index: ${layer.toast};
  /* On a screen with a place for toasts above one of them, over the chart: not over the buttons of an order. */
  right: 24px;
  left: var(--toasts-left, auto);
  bottom: calc(var(--toasts-bottom, calc(var(--bottom-bar, 0px) - 92px)) + 116px);
  display: grid;
  grid-template-columns: 20px minmax(0, 1fr);
  gap: 2px 12px;
  width: min(360px, calc(100vw - 24px));
  padding: 14px 16px;
  border: 1px solid var(--control);
  border-radius: var(--radius-card);
  background: var(--raised);
  box-shadow: var(--shadow);
  animation: ${appear} var(--motion);
  & > h2 {
    ${type.body}
    font-weight: 600;
  }
  & > p {
    grid-column: 2;
    color: var(--muted);
  }
  & > div {
    display: flex;
    flex-wrap: wrap;
    grid-column: 2;
    gap: 8px;
    margin-top: 10px;
  }
  ${media.phone} {
    right: 12px;
    bottom: calc(var(--toasts-bottom, calc(var(--bottom-bar, 0px) - 104px)) + 116px);
  }
`;

/** Under which it is remembered that a person was asked in this browser. */
const keyOf = () => accountKey("push-asked", ownerId() ?? "");

/** Asks once, after an alert or a deposit, whether this browser may show pushes; where it may not or does already, nothing. */
export function PushOffer() {
  const [isOpen, setIsOpen] = useState(() => pushAbility() === "to_ask" && localStore.get(keyOf()) === null);
  const { value } = useQuery({ ...CHANNELS, key: isOpen ? CHANNELS.key : null });
  const publicKey = value?.push.publicKey;
  if (!isOpen || !publicKey) return null;
  return <Offer publicKey={publicKey} onClose={() => setIsOpen(false)} />;
}

function Offer({ publicKey, onClose }: { publicKey: string; onClose: () => void }) {
  // Whatever becomes of the question, it is not asked again.
  const close = () => {
    localStore.set(keyOf(), "yes");
    onClose();
  };
  const { submit, isSending } = useTurnOn(publicKey, false, close);
  return createPortal(
    <Card aria-label={text.title} data-over-dialogs="">
      <Icon of={Smartphone} size={20} />
      <h2>{text.title}</h2>
      <p>
        {text.text} {text.later}
      </p>
      <div>
        <Button
          size="dense"
          isLoading={isSending}
          onClick={() => void submit().then(() => pushAbility() !== "to_ask" && close())}
        >
          {isSending ? text.turningOn : text.turnOn}
        </Button>
        <Button size="dense" variant="plain" disabled={isSending} onClick={close}>
          {text.notNow}
        </Button>
      </div>
    </Card>,
    document.body,
  );
}
