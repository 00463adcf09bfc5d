const halfLifeMs = 60_000
/** So many that only a flood reaches it; the longest unused are forgotten first. */
const maxSubjects = 20_000
const negligible = 0.05

interface Use {
  amount: number
  at: number
}

/** What subjects have used lately: every minute halves it. In the memory of this process. */
export interface Usage {
  add(subject: string, amount: number): void
  read(subject: string): number
}

/** `clock`: milliseconds that never go back. */
export function createUsage(clock: () => number): Usage {
  const uses = new Map<string, Use>()

  function read(subject: string): number {
    const { amount, at } = uses.get(subject) ?? { amount: 0, at: 0 }
    const left = amount * 0.5 ** ((clock() - at) / halfLifeMs)
    return left > negligible ? left : 0
  }

  return {
    read,
    add(subject, amount) {
      const total = Math.max(0, read(subject) + amount)
      // Insertion order is the order of use.
      uses.delete(subject)
      if (total > 0) uses.set(subject, { amount: total, at: clock() })
      if (uses.size > maxSubjects) uses.delete(uses.keys().next().value ?? '')
    },
  }
}
