export interface PoolState {
  name: string
  size: number
  /** Statements and transactions that have a connection or wait for one. */
  running: number
}

/** Counts what runs on a pool: the driver does not say. */
export class PoolUsage {
  readonly #name: string
  readonly #size: number
  #running = 0

  constructor(name: string, size: number) {
    this.#name = name
    this.#size = size
  }

  async track<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#running++
    try {
      return await work()
    } finally {
      this.#running--
    }
  }

  get state(): PoolState {
    return { name: this.#name, size: this.#size, running: this.#running }
  }
}
