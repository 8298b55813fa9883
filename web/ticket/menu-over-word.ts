/** Styles around a word and the native menu of its choice, which lies over the word and is not seen. */
export const menuOverWord = `
  position: relative;
  align-items: center;
  & > select {
    position: absolute;
    inset: 0;
    width: 100%;
    opacity: 0;
    cursor: pointer;
  }
  & option {
    background: var(--raised);
    color: var(--text);
  }
`;
