const isrcPattern = /^[A-Z]{2}[A-Z0-9]{3}\d{7}$/

/** Normalizes ISRCs; other searches only lose a leading "ISRC:". */
export function parseSearchTerm(search: string): string {
  const code = search
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\p{Pd}:]/gu, '')
  // The unstripped code first: an ISRC may itself start with "ISRC".
  const isrcCode = [code, code.replace(/^ISRC/, '')].find((candidate) => isrcPattern.test(candidate))
  return isrcCode ?? search.replace(/^\s*isrc(?:\s*:\s*|\s+)(?=\S)/i, '').trim()
}
