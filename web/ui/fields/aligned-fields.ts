/**
 * Styles of a row of fields: their controls stand in one line, however long the words above and below them are.
 */
export const alignedFields = `
  row-gap: 0;
  & > * {
    grid-row: span 3;
    grid-template-rows: subgrid;
    row-gap: 0;
  }
  & > * > [data-size],
  & > * > [role="alert"] {
    margin-top: 6px;
  }
  & > * > :first-child {
    align-self: end;
  }
`;
