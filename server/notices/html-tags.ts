/** What stands in these is not for reading. */
const skippedElements = /^(?:script|style|template)$/i

const blockElements =
  /^(?:address|article|aside|blockquote|center|d[dlt]|details|div|figcaption|figure|footer|form|h[1-6]|header|hr|li|main|nav|ol|p|pre|section|summary|t(?:able|body|d|foot|h|head|r)|ul)$/i

// Each alternative stops at the next `<`, and a name is never tried shorter: no text makes this slow. What is in an
// attribute's quotes after a `<` or `>` is left over, as text.
const tagPattern = /<!--|<\/?([a-z][\w:.-]*)(?![\w:.-])[^<>]*>?|<[!?][^<>]*>?/gi

/** The name of a tag, and which of the two of its kind it is; undefined of a comment and the like. */
export function parseTag(html: string): { name: string; isClosing: boolean; isSkipped: boolean } | undefined {
  const [, slash, name] = /^<(\/?)([a-z][\w:.-]*)/i.exec(html) ?? []
  return name === undefined
    ? undefined
    : { name: name.toLowerCase(), isClosing: slash === '/', isSkipped: skippedElements.test(name) }
}

/** A piece of HTML as what there is to read in it, as lines of Markdown. */
export function stripTags(html: string): string {
  let text = ''
  let position = 0
  for (;;) {
    tagPattern.lastIndex = position
    const found = tagPattern.exec(html)
    text += html.slice(position, found?.index)
    if (!found) break
    position = findTagEnd(html, found)
    text += getReplacement(found[1])
  }
  // What is moved in by blanks would be code.
  return text.replace(/^[^\S\n]+/gm, '')
}

function getReplacement(name = ''): string {
  if (/^br$/i.test(name)) return '  \n'
  return blockElements.test(name) ? '\n\n' : ''
}

/** Where what begins with a tag has ended: a comment and what is not for reading as a whole. */
function findTagEnd(html: string, found: RegExpExecArray): number {
  const end = found.index + found[0].length
  if (found[0] === '<!--') return findEnd(html, /-->/g, end)
  const isOpening = !found[0].startsWith('</')
  return isOpening && skippedElements.test(found[1] ?? '')
    ? findEnd(html, createClosingTagPattern(found[1] ?? ''), end)
    : end
}

const createClosingTagPattern = (name: string) => new RegExp(`</${name}[^<>]*>`, 'gi')

/** What is never closed goes on to the end. */
function findEnd(html: string, end: RegExp, from: number): number {
  end.lastIndex = from
  return end.exec(html) ? end.lastIndex : html.length
}
