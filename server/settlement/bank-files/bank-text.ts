/** Text as Korean banks store it: code page 949, in which a Korean letter takes two bytes. */

let encodable: ReadonlySet<string> | undefined

/** Decodes every pair of bytes once: the platform decodes the code page, but does not encode it. */
function listEncodable(): ReadonlySet<string> {
  const decoder = new TextDecoder('euc-kr')
  const letters = new Set<string>()
  for (let lead = 0x81; lead <= 0xfe; lead++) {
    for (let trail = 0x41; trail <= 0xfe; trail++) {
      const letter = decoder.decode(Uint8Array.of(lead, trail))
      if (letter.length === 1 && letter !== '\uFFFD') letters.add(letter)
    }
  }
  return letters
}

const isAscii = (letter: string) => /^[\x20-\x7e]$/.test(letter)

export function isBankText(text: string): boolean {
  encodable ??= listEncodable()
  const known = encodable
  return [...text].every((letter) => isAscii(letter) || known.has(letter))
}

/** Keeps the first letters that fit into so many bytes. */
export function cutBankText(text: string, maxBytes: number): string {
  let bytes = 0
  let cut = ''
  for (const letter of text) {
    bytes += isAscii(letter) ? 1 : 2
    if (bytes > maxBytes) break
    cut += letter
  }
  return cut.trimEnd()
}
