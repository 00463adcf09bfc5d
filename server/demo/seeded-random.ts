/** A number from 0 to below 1 that depends on nothing but the words: the demonstration is the same everywhere. */
export function seededRandom(...seeds: (string | number)[]): number {
  let hash = 0x811c9dc5
  for (const character of seeds.join('\u0000')) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d)
  hash = Math.imul(hash ^ (hash >>> 15), 0x846ca68b)
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
}

/** One of the choices, by chance. */
export function seededPick<Choice>(choices: readonly Choice[], ...seeds: (string | number)[]): Choice {
  const choice = choices[Math.floor(seededRandom(...seeds) * choices.length)]
  if (choice === undefined) throw new RangeError('There is nothing to pick from.')
  return choice
}

/** As many letters and digits as asked for, by chance. */
export function seededLetters(length: number, ...seeds: (string | number)[]): string {
  const alphabet = '0123456789abcdefghijklmnopqrstuvwxyz'
  return Array.from({ length }, (_, at) => seededPick([...alphabet], ...seeds, at)).join('')
}
