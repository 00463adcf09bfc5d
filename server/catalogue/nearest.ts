const mostChanges = 3
const mostNear = 3

/** Those of the words that are most like one, nearest first. */
export function nearest(word: string, words: Iterable<string>): string[] {
  return [...words]
    .map((known) => ({ known, far: known.startsWith(word) ? 0 : changesBetween(word, known) }))
    .filter(({ known, far }) => far <= Math.min(mostChanges, known.length - 2))
    .sort((a, b) => a.far - b.far || (a.known < b.known ? -1 : 1))
    .slice(0, mostNear)
    .map(({ known }) => known)
}

/** How many letters have to be put in, taken out or replaced to make one word of another (Levenshtein). */
function changesBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1]
    for (let to = 1; to <= other.length; to++) {
      const replaced = (row[to - 1] ?? 0) + (other[to - 1] === letter ? 0 : 1)
      next.push(Math.min(replaced, (row[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[other.length] ?? 0
}
