import { LRUCache } from 'lru-cache'

/** LRU cache with a generation guard: drops fills that started before it was cleared, which may be stale. */
export class GuardedCache<Value extends NonNullable<unknown>> {
  readonly #entries: LRUCache<string, Value>
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
}
