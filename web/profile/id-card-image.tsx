import { styled } from "goober";
import { useState } from "react";
import { Button } from "../ui/button.tsx";
import { Eye, EyeOff, Icon } from "../ui/icon.tsx";
import { type } from "../ui/theme.ts";
import { ViewableImage } from "../ui/viewable-image.tsx";
import { IDENTITY_TEXT as text } from "./identity-text.ts";

/** A fixed height, so that nothing moves when the image has loaded. */
const Frame = styled("div")`
  position: relative;
  height: 240px;
  overflow: hidden;
  border-radius: var(--radius-control);
  background: var(--raised);
  & > button[data-shows] {
    background: var(--raised);
  }
  & > img {
    width: 100%;
    height: 100%;
    object-fit: cover;
    /* Larger than its frame, because a blur is transparent at its edges. */
    transform: scale(1.15);
    filter: blur(18px) brightness(0.4);
  }
`;

const Cover = styled("div")`
  ${type.dense}
  position: absolute;
  inset: 0;
  display: grid;
  place-content: center;
  justify-items: center;
  gap: 12px;
  border: 1px solid var(--line);
  border-radius: inherit;
  font-weight: 500;
  & > p {
    display: flex;
    align-items: center;
    gap: 8px;
  }
`;

const Below = styled("div")`
  display: flex;
  justify-content: flex-end;
  margin-top: 8px;
`;

/** The uploaded ID card: blurred until its owner reveals it, because others may see the screen. */
export function IdCardImage({ src }: { src: string }) {
  const [isShown, setIsShown] = useState(false);
  if (isShown) {
    return (
      <div>
        <Frame>
          <ViewableImage src={src} title={text.yourCard} saveAs={text.savedAs} />
        </Frame>
        <Below>
          <Button variant="plain" size="dense" icon={EyeOff} onClick={() => setIsShown(false)}>
            {text.blur}
          </Button>
        </Below>
      </div>
    );
  }
  return (
    <Frame>
      <img src={src} alt="" loading="lazy" />
      <Cover>
        <p>
          <Icon of={EyeOff} />
          {text.hidden}
        </p>
        <Button icon={Eye} onClick={() => setIsShown(true)}>
          {text.show}
        </Button>
      </Cover>
    </Frame>
  );
}
