/** Screen readers read the exact number instead. */
export function AbbreviatedFigure({ text, exact }: { text: string; exact: string }) {
  return (
    <>
      <span aria-hidden="true">{text}</span>
      <span className="visually-hidden">{exact}</span>
    </>
  )
}
