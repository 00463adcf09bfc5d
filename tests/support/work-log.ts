import type { Locator } from '@playwright/test'

interface Step {
  name: string
  clicks: number
  fields: number
  seconds: number
}

/** Counts what a person does with mouse and keyboard, step by step. */
export class WorkLog {
  readonly #steps: Step[] = []

  async step(name: string, act: () => Promise<void>): Promise<void> {
    const start = performance.now()
    const step = { name, clicks: 0, fields: 0, seconds: 0 }
    this.#steps.push(step)
    await act()
    step.seconds = (performance.now() - start) / 1_000
  }

  get #current(): Step {
    const step = this.#steps.at(-1)
    if (!step) throw new Error('No step has begun.')
    return step
  }

  async click(target: Locator): Promise<void> {
    this.#current.clicks += 1
    await target.click()
  }

  async fill(field: Locator, text: string): Promise<void> {
    this.#current.fields += 1
    await field.fill(text)
  }

  async select(field: Locator, value: string): Promise<void> {
    this.#current.clicks += 1
    await field.selectOption(value)
  }

  /** Choosing a file takes a click on the button; what the system's own window takes is not counted. */
  async upload(input: Locator, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
    this.#current.clicks += 1
    await input.setInputFiles(file)
  }

  /** A line per step and one for all. */
  describe(): string {
    const sum = (key: 'clicks' | 'fields' | 'seconds') =>
      this.#steps.reduce((total, step) => total + step[key], 0)
    const all = { name: 'all', clicks: sum('clicks'), fields: sum('fields'), seconds: sum('seconds') }
    return [...this.#steps, all]
      .map(
        ({ name, clicks, fields, seconds }) =>
          `${name}: ${clicks} clicks, ${fields} fields, ${seconds.toFixed(1)} s`,
      )
      .join('\n')
  }
}
