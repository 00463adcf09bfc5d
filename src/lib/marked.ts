const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Plain text as HTML, with `**…**` as strong. */
export const marked = (text: string): string =>
  text.replace(/[&<>"]/g, (c) => entities[c] ?? c).replace(/\*\*(.+?)\*\*/g, '<strong>$1</strong>')
