import { LRUCache } from 'lru-cache'
import { type CacheName, countCacheRead } from './metrics.ts'

interface ReadOptions<Value> {
  group?: string
  /** An entry that is not counts as a miss. */
  isUsable?: (value: Value) => boolean
}

interface Computation<Value> {
  generation: string
  result: Promise<Value>
}

/**
 * LRU cache with a generation guard: drops fills that started before it was cleared, which may be stale. Entries belong to
 * groups, which can be cleared on their own.
 */
export class GuardedCache<Value extends NonNullable<unknown>> {
  readonly #name: CacheName
  readonly #entries: LRUCache<string, Value>
  readonly #computations = new Map<string, Computation<Value>>()
  #isEnabled = false
  #generation = 0
  readonly #groupGenerations = new Map<string, number>()

  /** `maxSize`: total of the sizes that fills report. */
  constructor(name: CacheName, maxSize: number) {
    this.#name = name
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
    this.#groupGenerations.clear()
    this.#entries.clear()
  }

  /** `keyPrefix`: only entries whose keys begin with it; fills of the whole group are dropped. */
  clearGroup(group: string, keyPrefix = ''): void {
    this.#groupGenerations.set(group, (this.#groupGenerations.get(group) ?? 0) + 1)
    const prefix = createKey(group, keyPrefix)
    for (const key of this.#entries.keys()) if (key.startsWith(prefix)) this.#entries.delete(key)
  }

  get(key: string, { group = '', isUsable = () => true }: ReadOptions<Value> = {}): Value | undefined {
    const value = this.#entries.get(createKey(group, key))
    const isHit = value !== undefined && isUsable(value)
    countCacheRead(this.#name, isHit)
    return isHit ? value : undefined
  }

  /** Call before computing a value. @returns a function that stores it */
  beginFill(key: string, group = ''): (value: Value, size: number) => void {
    const generation = this.#getGeneration(group)
    return (value, size) => {
      if (this.#isEnabled && this.#getGeneration(group) === generation)
        this.#entries.set(createKey(group, key), value, { size })
    }
  }

  /** Single flight: callers of one generation share a computation. `getSize`: in the unit of `maxSize`. */
  async getOrCompute(
    { key, group }: { key: string; group: string },
    compute: () => Promise<Value>,
    getSize: (value: Value) => number,
  ): Promise<Value> {
    const cached = this.get(key, { group })
    if (cached) return cached
    const id = createKey(group, key)
    const running = this.#computations.get(id)
    const generation = this.#getGeneration(group)
    if (this.#isEnabled && running?.generation === generation) return running.result
    const fill = this.beginFill(key, group)
    const computation = { generation, result: compute() }
    this.#computations.set(id, computation)
    try {
      const value = await computation.result
      fill(value, getSize(value))
      return value
    } finally {
      if (this.#computations.get(id) === computation) this.#computations.delete(id)
    }
  }

  #getGeneration(group: string): string {
    return `${this.#generation} ${this.#groupGenerations.get(group) ?? 0}`
  }
}

const createKey = (group: string, key: string) => `${group} ${key}`
