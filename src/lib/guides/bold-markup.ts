const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Plain text as HTML, with `**…**` as strong; a number stays with its unit. */
export const renderBold = (text: string): string =>
  text
    .replace(/(\d) (?=[\p{Script=Han}]|seconds|days|minutes)/gu, '$1\u00a0')
    .replace(/[&<>"]/g, (c) => entities[c] ?? c)
    .replace(/\*\*(.+?)\*\*/g, '<strong>$1</strong>')
