/** Deterministic in [0, 1): FNV-1a with a finalizer. */
export function seededRandom(...seeds: (string | number)[]): number {
  let hash = 0x811c9dc5
  for (const character of seeds.join('\u0000')) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d)
  hash = Math.imul(hash ^ (hash >>> 15), 0x846ca68b)
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
}

export function seededPick<Choice>(choices: readonly Choice[], ...seeds: (string | number)[]): Choice {
  const choice = choices[Math.floor(seededRandom(...seeds) * choices.length)]
  if (choice === undefined) throw new RangeError('There is nothing to pick from.')
  return choice
}

export function seededLetters(length: number, ...seeds: (string | number)[]): string {
  const alphabet = '0123456789abcdefghijklmnopqrstuvwxyz'
  return Array.from({ length }, (_, at) => seededPick([...alphabet], ...seeds, at)).join('')
}
