/** Takes one job after another; with none left it sleeps until it is woken, or for `pollingIntervalMs`. */
export class Worker {
  readonly #takeJob: () => Promise<boolean>
  readonly #pollingIntervalMs: number
  readonly #stopped: Promise<void>
  #isWoken = false
  #isStopping = false
  #endSleep: (() => void) | null = null

  /** `takeJob` works on the next job, if there is one, and says whether there was; it must not throw. */
  constructor(takeJob: () => Promise<boolean>, pollingIntervalMs: number) {
    this.#takeJob = takeJob
    this.#pollingIntervalMs = pollingIntervalMs
    this.#stopped = this.#run()
  }

  get isAsleep(): boolean {
    return this.#endSleep !== null
  }

  wake(): void {
    this.#isWoken = true
    this.#endSleep?.()
  }

  /** Resolves when its job has ended. */
  stop(): Promise<void> {
    this.#isStopping = true
    this.wake()
    return this.#stopped
  }

  async #run(): Promise<void> {
    while (!this.#isStopping) {
      this.#isWoken = false
      const hadJob = await this.#takeJob()
      if (!hadJob && !this.#isWoken) await this.#sleep()
    }
  }

  async #sleep(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, this.#pollingIntervalMs).unref()
    this.#endSleep = resolve
    await promise
    this.#endSleep = null
    clearTimeout(timer)
  }
}
