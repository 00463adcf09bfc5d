const maxDistance = 3
const maxSuggestions = 3

/** Those of the words that are most like one, nearest first. */
export function suggestSimilar(word: string, candidates: Iterable<string>): string[] {
  return [...candidates]
    .map((known) => ({ known, far: known.startsWith(word) ? 0 : levenshteinDistance(word, known) }))
    .filter(({ known, far }) => far <= Math.min(maxDistance, known.length - 2))
    .sort((a, b) => a.far - b.far || (a.known < b.known ? -1 : 1))
    .slice(0, maxSuggestions)
    .map(({ known }) => known)
}

/** How many letters have to be put in, taken out or replaced to make one word of another (Levenshtein). */
function levenshteinDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, rowIndex) => rowIndex)
  for (const [at, letter] of [...a].entries()) {
    const next = [at + 1]
    for (let column = 1; column <= b.length; column++) {
      const replaced = (row[column - 1] ?? 0) + (b[column - 1] === letter ? 0 : 1)
      next.push(Math.min(replaced, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}
