/** What stands in these is not for reading. */
const unread = /^(?:script|style|template)$/i

const parts =
  /^(?:address|article|aside|blockquote|center|d[dlt]|details|div|figcaption|figure|footer|form|h[1-6]|header|hr|li|main|nav|ol|p|pre|section|summary|t(?:able|body|d|foot|h|head|r)|ul)$/i

// Each alternative stops at the next `<`, and a name is never tried shorter: no text makes this slow. What is in an
// attribute's quotes after a `<` or `>` is left over, as text.
const tag = /<!--|<\/?([a-z][\w:.-]*)(?![\w:.-])[^<>]*>?|<[!?][^<>]*>?/gi

/** The name of a tag, and which of the two of its kind it is; undefined of a comment and the like. */
export function readTag(html: string): { name: string; closes: boolean; isUnread: boolean } | undefined {
  const [, slash, name] = /^<(\/?)([a-z][\w:.-]*)/i.exec(html) ?? []
  return name === undefined
    ? undefined
    : { name: name.toLowerCase(), closes: slash === '/', isUnread: unread.test(name) }
}

/** A piece of HTML as what there is to read in it, as lines of Markdown. */
export function withoutTags(html: string): string {
  let text = ''
  let at = 0
  for (;;) {
    tag.lastIndex = at
    const found = tag.exec(html)
    text += html.slice(at, found?.index)
    if (!found) break
    at = endOf(html, found)
    text += inPlaceOf(found[1])
  }
  // What is moved in by blanks would be code.
  return text.replace(/^[^\S\n]+/gm, '')
}

function inPlaceOf(name = ''): string {
  if (/^br$/i.test(name)) return '  \n'
  return parts.test(name) ? '\n\n' : ''
}

/** Where what begins with a tag has ended: a comment and what is not for reading as a whole. */
function endOf(html: string, found: RegExpExecArray): number {
  const end = found.index + found[0].length
  if (found[0] === '<!--') return past(html, /-->/g, end)
  const isOpening = !found[0].startsWith('</')
  return isOpening && unread.test(found[1] ?? '') ? past(html, closingOf(found[1] ?? ''), end) : end
}

const closingOf = (name: string) => new RegExp(`</${name}[^<>]*>`, 'gi')

/** What is never closed goes on to the end. */
function past(html: string, end: RegExp, from: number): number {
  end.lastIndex = from
  return end.exec(html) ? end.lastIndex : html.length
}
