/** Tells controls with the same visible text apart for screen readers. */
export const HiddenLabel = ({ children }: { children: string }) => (
  <span className="visually-hidden">{children}</span>
)
