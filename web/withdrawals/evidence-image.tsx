import { styled } from "goober";

const Frame = styled("a")`
  display: block;
  flex: none;
  width: 72px;
  height: 96px;
  overflow: hidden;
  background: var(--raised);
  border: 1px solid var(--line);
  border-radius: var(--radius-control);
  & > img {
    width: 100%;
    height: 100%;
    object-fit: cover;
  }
  &:hover {
    border-color: var(--control);
  }
`;

/** An image that says something about a withdrawal, small; a press shows it whole. @param src its path at the API */
export function EvidenceImage({ src, title }: { src: string; title: string }) {
  return (
    <Frame href={src} target="_blank" rel="noreferrer">
      <img src={src} alt={title} loading="lazy" />
    </Frame>
  );
}
