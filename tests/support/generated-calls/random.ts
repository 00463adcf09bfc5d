/** Mulberry32: equal seeds give equal numbers. */
export function createRandom(seed: number) {
  let state = seed >>> 0
  /** Returns a number from 0 to below 1. */
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  /** Returns an integer from 0 to below the bound. */
  const below = (bound: number) => Math.floor(next() * bound)
  return {
    below,
    chance: (share: number) => next() < share,
    /** @throws when there is nothing to pick from */
    pick<Item>(items: readonly Item[]): Item {
      const at = below(items.length)
      if (at >= items.length) throw new Error('There is nothing to pick from.')
      return items[at] as Item
    },
  }
}

export type Random = ReturnType<typeof createRandom>
