interface Piece {
  readonly text: string
  /** Where it leads: a mail or a call. */
  readonly href?: string
}

const reachable =
  /([^\s,;:<>()/|]+@[^\s,;:<>()/|]+\.[^\s,;:<>()/|]+)|(\+?\(?\d(?:[\s().-]{0,2}\d){6,14})(?!\d)/g

/** Text as the operator wrote it, in which mail addresses and telephone numbers lead somewhere. */
export function linked(text: string): Piece[] {
  const pieces: Piece[] = []
  let end = 0
  for (const match of text.matchAll(reachable)) {
    const [found, mail] = match
    if (match.index > end) pieces.push({ text: text.slice(end, match.index) })
    pieces.push({ text: found, href: mail ? `mailto:${mail}` : `tel:${found.replace(/[^+\d]/g, '')}` })
    end = match.index + found.length
  }
  if (end < text.length) pieces.push({ text: text.slice(end) })
  return pieces
}
