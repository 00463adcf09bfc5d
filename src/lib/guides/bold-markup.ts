const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escapes plain text and renders `**…**` as strong; keeps numbers with their units. */
export const renderBold = (text: string): string =>
  text
    .replace(/(\d) (?=[\p{Script=Han}]|seconds|days|minutes)/gu, '$1\u00a0')
    .replace(/[&<>"]/g, (c) => entities[c] ?? c)
    .replace(/\*\*(.+?)\*\*/g, '<strong>$1</strong>')
