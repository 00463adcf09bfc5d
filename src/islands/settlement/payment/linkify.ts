interface TextPart {
  readonly text: string
  /** A `mailto:` or `tel:` URL. */
  readonly href?: string
}

const contactPattern =
  /([^\s,;:<>()/|]+@[^\s,;:<>()/|]+\.[^\s,;:<>()/|]+)|(\+?\(?\d(?:[\s().-]{0,2}\d){6,14})(?!\d)/g

export function linkify(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const match of text.matchAll(contactPattern)) {
    const [matched, mail] = match
    if (match.index > end) parts.push({ text: text.slice(end, match.index) })
    parts.push({ text: matched, href: mail ? `mailto:${mail}` : `tel:${matched.replace(/[^+\d]/g, '')}` })
    end = match.index + matched.length
  }
  if (end < text.length) parts.push({ text: text.slice(end) })
  return parts
}
