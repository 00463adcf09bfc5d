import { LRUCache } from 'lru-cache'

interface Computation<Value> {
  generation: number
  result: Promise<Value>
}

/** LRU cache with a generation guard: drops fills that started before it was cleared, which may be stale. */
export class GuardedCache<Value extends NonNullable<unknown>> {
  readonly #entries: LRUCache<string, Value>
  readonly #computations = new Map<string, Computation<Value>>()
  #isEnabled = false
  #generation = 0

  /** `maxSize`: total of the sizes that fills report. */
  constructor(maxSize: number) {
    this.#entries = new LRUCache({ maxSize })
  }

  enable(): void {
    this.clear()
    this.#isEnabled = true
  }

  disable(): void {
    this.clear()
    this.#isEnabled = false
  }

  clear(): void {
    this.#generation++
    this.#entries.clear()
  }

  get(key: string): Value | undefined {
    return this.#entries.get(key)
  }

  /** Call before computing a value. @returns a function that stores it */
  beginFill(key: string): (value: Value, size: number) => void {
    const generation = this.#generation
    return (value, size) => {
      if (this.#isEnabled && this.#generation === generation) this.#entries.set(key, value, { size })
    }
  }

  /** Single flight: callers of one generation share a computation. `getSize`: in the unit of `maxSize`. */
  async getOrCompute(
    key: string,
    compute: () => Promise<Value>,
    getSize: (value: Value) => number,
  ): Promise<Value> {
    const cached = this.#entries.get(key)
    if (cached) return cached
    const running = this.#computations.get(key)
    if (this.#isEnabled && running?.generation === this.#generation) return running.result
    const fill = this.beginFill(key)
    const computation = { generation: this.#generation, result: compute() }
    this.#computations.set(key, computation)
    try {
      const value = await computation.result
      fill(value, getSize(value))
      return value
    } finally {
      if (this.#computations.get(key) === computation) this.#computations.delete(key)
    }
  }
}
