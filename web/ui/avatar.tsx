import { styled } from "goober";
import { useState } from "react";
import { tint } from "./theme.ts";

const Disc = styled("span")`
  display: inline-grid;
  place-items: center;
  flex: none;
  width: 36px;
  height: 36px;
  border-radius: 50%;
  background: ${tint("accent", 16)};
  color: var(--accent);
  font-size: 13px;
  font-weight: 600;
  overflow: hidden;
  &[data-size="28"] {
    width: 28px;
    height: 28px;
    font-size: 11px;
  }
  &[data-size="72"] {
    width: 72px;
    height: 72px;
    font-size: 24px;
  }
`;

const Picture = styled("img")`
  width: 100%;
  height: 100%;
  object-fit: cover;
`;

type AvatarProps = {
  person: { firstName: string; lastName: string; profileImage: string | null };
  size?: 28 | 36 | 72;
};

/** A person's picture, or their initials without one or if it fails to load. Decorative: the name is beside it. */
export function Avatar({ person, size = 36 }: AvatarProps) {
  const { profileImage } = person;
  const [missing, setMissing] = useState<string | null>(null);
  return (
    <Disc data-size={size} aria-hidden="true">
      {profileImage !== null && profileImage !== missing ? (
        <Picture src={profileImage} alt="" onError={() => setMissing(profileImage)} />
      ) : (
        initialsOf(person)
      )}
    </Disc>
  );
}

/** The first grapheme of each name: a Khmer letter can have several code points. */
export function initialsOf({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return [firstName, lastName].map(firstLetter).join("").toUpperCase();
}

function firstLetter(name: string): string {
  const text = name.trim();
  // A segmenter takes a slow phone 80 ms, and two letters of ASCII are two graphemes.
  if (/^[!-~](?:[ -~]|$)/.test(text)) return text.charAt(0);
  const [first] = new Intl.Segmenter().segment(text);
  return first?.segment ?? "";
}
