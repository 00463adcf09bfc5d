/**
 * Values by key up to a weight in all, the longest unused leave first. Nothing stays on a closed shelf, nor what was
 * begun before the shelf was last cleared: it may be made of what has changed since.
 */
export class Shelf<Value> {
  readonly #most: number
  readonly #values = new Map<string, { value: Value; weight: number }>()
  #weight = 0
  #open = false
  #clearings = 0

  constructor(most: number) {
    this.#most = most
  }

  open(): void {
    this.clear()
    this.#open = true
  }

  close(): void {
    this.clear()
    this.#open = false
  }

  clear(): void {
    this.#clearings++
    this.#values.clear()
    this.#weight = 0
  }

  get(key: string): Value | undefined {
    const found = this.#values.get(key)
    if (!found) return undefined
    this.#values.delete(key)
    this.#values.set(key, found)
    return found.value
  }

  /** To be asked for before a value is made. @returns how to put it here once it is */
  place(key: string): (value: Value, weight: number) => void {
    const clearings = this.#clearings
    return (value, weight) => {
      if (this.#open && this.#clearings === clearings) this.#put(key, value, weight)
    }
  }

  #put(key: string, value: Value, weight: number): void {
    this.#remove(key)
    this.#values.set(key, { value, weight })
    this.#weight += weight
    for (const oldest of this.#values.keys()) {
      if (this.#weight <= this.#most) return
      this.#remove(oldest)
    }
  }

  #remove(key: string): void {
    this.#weight -= this.#values.get(key)?.weight ?? 0
    this.#values.delete(key)
  }
}
