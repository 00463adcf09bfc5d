import { Refusal } from '#server/platform/refusal.ts'
import { type Precedence, ranks } from './precedence.ts'
import { createUsage } from './usage.ts'

export interface AdmissionLimits {
  /** Works in progress. */
  running: number
  waiting: number
  /** For those who are refused. */
  retryAfterSeconds: number
}

export interface Admission {
  /** @throws {Refusal} `unavailable` at once, or as soon as others with a better precedence fill the queue */
  admit<Result>(precedence: Precedence, work: () => Promise<Result>): Promise<Result>
}

interface Waiting {
  /** Order of the turn: the lower comes first. */
  readonly order: readonly [rank: number, price: number, arrival: number]
  start(): void
  refuse(): void
}

function compare(a: Waiting, b: Waiting): number {
  const [rank, price, arrival] = a.order
  return rank - b.order[0] || price - b.order[1] || arrival - b.order[2]
}

/**
 * Bounded queue for work that takes much of the processor: by rank, and within a rank those first who have used it least
 * lately (fair queuing). Who waits or works counts as use, so that nobody fills the queue alone. Work that succeeds costs
 * nothing in the end: what fails, such as wrong passwords, and what is refused delays the next. When the queue is full, the
 * last in this order is refused, not the latest to come (load shedding).
 */
export function createAdmission(limits: AdmissionLimits, clock = () => performance.now()): Admission {
  const usage = createUsage(clock)
  const waiting: Waiting[] = []
  let running = 0
  let arrivals = 0

  const createRefusal = () =>
    new Refusal('unavailable', { control: 'admission', retryAfterSeconds: limits.retryAfterSeconds })

  function charge({ payers }: Precedence, amount: number): void {
    for (const { subject } of payers) usage.add(subject, amount)
  }

  function waitForTurn({ rank, payers }: Precedence): Promise<void> {
    const price = payers.reduce((sum, { subject, share }) => sum + share * usage.read(subject), 0)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const order = [ranks.indexOf(rank), price, arrivals++] as const
    waiting.push({ order, start: resolve, refuse: () => reject(createRefusal()) })
    waiting.sort(compare)
    if (waiting.length > limits.waiting) waiting.pop()?.refuse()
    return promise
  }

  async function takePlace(precedence: Precedence): Promise<void> {
    if (running < limits.running) {
      running += 1
      charge(precedence, 1)
      return
    }
    const turn = waitForTurn(precedence)
    charge(precedence, 1)
    await turn
  }

  /** The next one takes over the place. */
  function leavePlace(): void {
    const next = waiting.shift()
    if (next) next.start()
    else running -= 1
  }

  return {
    async admit(precedence, work) {
      await takePlace(precedence)
      try {
        const result = await work()
        charge(precedence, -1)
        return result
      } finally {
        leavePlace()
      }
    },
  }
}
