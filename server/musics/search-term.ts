const isrcPattern = /^[A-Z]{2}[A-Z0-9]{3}\d{7}$/

/** What to look for: words as they are; an ISRC in any spelling as one word, without what people write before it. */
export function parseSearchTerm(search: string): string {
  const code = search
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\p{Pd}:]/gu, '')
  // Whole first: a code may begin with the letters ISRC itself.
  const isrcCode = [code, code.replace(/^ISRC/, '')].find((one) => isrcPattern.test(one))
  return isrcCode ?? search.replace(/^\s*isrc(?:\s*:\s*|\s+)(?=\S)/i, '').trim()
}
