import { styled } from "goober";
import type { ComponentProps, ReactNode } from "react";
import { type } from "../theme.ts";

const Checked = styled("label")`
  ${type.body}
  display: flex;
  align-items: center;
  gap: 10px;
  min-height: 44px;
  font-weight: 500;
  cursor: pointer;
  & > input {
    flex: none;
    display: grid;
    place-items: center;
    width: 20px;
    height: 20px;
    margin: 0;
    appearance: none;
    background: var(--raised);
    border: 1px solid var(--control);
    border-radius: 4px;
    cursor: pointer;
  }
  & > input:checked {
    background: var(--accent);
    border-color: var(--accent);
  }
  & > input:checked::after {
    content: "";
    width: 12px;
    height: 12px;
    background: var(--on-accent);
    clip-path: polygon(14% 47%, 0 62%, 38% 100%, 100% 24%, 84% 10%, 37% 69%);
  }
  & > input[aria-invalid="true"] {
    border-color: var(--down);
  }
`;

type InputProps = Omit<ComponentProps<"input">, "type" | "children">;

/** A statement that the user ticks. */
export function Checkbox({ children, ...input }: InputProps & { children: ReactNode }) {
  return (
    <Checked>
      <input {...input} type="checkbox" />
      {children}
    </Checked>
  );
}

const Card = styled("label")`
  display: flex;
  align-items: center;
  gap: 12px;
  min-height: 64px;
  padding: 8px 16px;
  border: 1px solid var(--control);
  border-radius: var(--radius-card);
  background: var(--surface);
  cursor: pointer;
  transition: border-color var(--motion), background-color var(--motion);
  &:hover {
    background: var(--raised);
  }
  &:has(:checked) {
    border-color: var(--accent);
    background: var(--raised);
  }
  &:has(:checked) > [data-tone="quiet"] {
    background: var(--surface);
  }
  &:has(:focus-visible) {
    outline: 2px solid var(--accent);
    outline-offset: 2px;
  }
  &[data-pictured="true"] {
    ${type.body}
    display: grid;
    gap: 8px;
    padding: 8px 8px 10px;
    border-radius: var(--radius-control);
    background: var(--raised);
    font-weight: 500;
  }
  & > div {
    display: flex;
    align-items: center;
    gap: 8px;
  }
  & input {
    appearance: none;
    display: grid;
    place-items: center;
    flex: none;
    width: 20px;
    height: 20px;
    margin: 0;
    border: 1.5px solid var(--control);
    border-radius: 50%;
    outline: none;
    cursor: pointer;
  }
  & input:checked {
    border-color: var(--accent);
  }
  & input:checked::after {
    content: "";
    width: 10px;
    height: 10px;
    border-radius: 50%;
    background: var(--accent);
  }
`;

type RadioCardProps = InputProps & {
  /** Shown above the option's name: the radio button is then before the name. */
  picture?: ReactNode;
  children: ReactNode;
};

/** One of a few options that are cards: a tile, its text, and the radio button at the end; or a picture and a name. */
export function RadioCard({ picture, children, ...input }: RadioCardProps) {
  const radio = <input {...input} type="radio" />;
  return (
    <Card data-pictured={picture !== undefined}>
      {picture}
      {picture ? (
        <div>
          {radio}
          {children}
        </div>
      ) : (
        <>
          {children}
          {radio}
        </>
      )}
    </Card>
  );
}
