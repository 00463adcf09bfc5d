/**
 * Values by key up to a weight in all, the longest unused leave first. Nothing stays on a closed shelf, nor what was
 * begun before the shelf was last cleared: it may be made of what has changed since.
 */
export class LruCache<Value> {
  readonly #maxSize: number
  readonly #entries = new Map<string, { value: Value; weight: number }>()
  #size = 0
  #isEnabled = false
  #generation = 0

  constructor(most: number) {
    this.#maxSize = most
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
    this.#size = 0
  }

  get(key: string): Value | undefined {
    const found = this.#entries.get(key)
    if (!found) return undefined
    this.#entries.delete(key)
    this.#entries.set(key, found)
    return found.value
  }

  /** To be asked for before a value is made. @returns how to put it here once it is */
  beginFill(key: string): (value: Value, weight: number) => void {
    const clearings = this.#generation
    return (value, weight) => {
      if (this.#isEnabled && this.#generation === clearings) this.#set(key, value, weight)
    }
  }

  #set(key: string, value: Value, weight: number): void {
    this.#delete(key)
    this.#entries.set(key, { value, weight })
    this.#size += weight
    for (const oldest of this.#entries.keys()) {
      if (this.#size <= this.#maxSize) return
      this.#delete(oldest)
    }
  }

  #delete(key: string): void {
    this.#size -= this.#entries.get(key)?.weight ?? 0
    this.#entries.delete(key)
  }
}
