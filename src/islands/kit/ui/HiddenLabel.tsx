/** Distinguishes controls with the same visible text for screen readers. */
export const HiddenLabel = ({ children }: { children: string }) => (
  <span className="visually-hidden">{children}</span>
)
