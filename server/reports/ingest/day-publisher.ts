import type { Database } from '#server/platform/db/database.ts'
import { FileRefusal } from '#server/platform/files/file-refusal.ts'
import type { FileResult } from './import-file.ts'
import { type LoadCandidate, selectCurrentLoad } from './loads.ts'
import { discardLoads, publishLoads, type StagedLoad } from './publish.ts'
import { isFactType } from './types/report-type.ts'

type Unit = Pick<LoadCandidate, 'type' | 'day'>

type Settle = (outcome: FileResult | FileRefusal) => void

/**
 * Publishes activity and revenue of a day in one transaction, so that no reader sees one of the new issue and one of the
 * old. The first of the two is held back until the other one has been copied, or another day begins.
 */
export class DayPublisher {
  readonly #db: Database
  #held: { load: StagedLoad; settle: Settle } | undefined
  /** Reports of this import that were refused, and their files. */
  readonly #refused: (Unit & { fileName: string })[] = []

  constructor(db: Database) {
    this.#db = db
  }

  /** Call it before a report is compared with the published one. */
  async prepare(candidate: LoadCandidate): Promise<void> {
    const held = this.#held?.load.candidate
    if (held && isFactType(candidate.type) && !isOtherHalf(held, candidate)) await this.flush()
  }

  /** `settle` is called with the outcome, now or once the other report of the day is there. */
  async add(load: StagedLoad, settle: Settle): Promise<void> {
    if (!isFactType(load.candidate.type)) return this.#publish([{ load, settle }])
    const held = this.#held
    this.#held = undefined
    if (held) return this.#publish([held, { load, settle }])
    this.#held = { load, settle }
  }

  recordRefusal(report: Unit & { fileName: string }): void {
    this.#refused.push(report)
  }

  /** Publishes what is held back. A re-issue stays out if the other report of its day was refused. */
  async flush(): Promise<void> {
    const held = this.#held
    this.#held = undefined
    if (!held) return
    const { candidate } = held.load
    const refused = this.#refused.find((one) => isOtherHalf(one, candidate))
    if (!refused || !(await selectCurrentLoad(this.#db, candidate))) return this.#publish([held])
    await discardLoads(this.#db, [held.load])
    held.settle(
      new FileRefusal(
        `the ${refused.type} of the same day was refused (${refused.fileName}); a day that is there already is replaced as a whole`,
      ),
    )
  }

  /** Deletes what is held back: the import ends early. */
  async discard(): Promise<void> {
    if (this.#held) await discardLoads(this.#db, [this.#held.load])
  }

  async #publish(all: { load: StagedLoad; settle: Settle }[]): Promise<void> {
    const loads = all.map(({ load }) => load)
    const isPublished = await publishLoads(this.#db, loads).catch((error: unknown) => {
      if (!(error instanceof FileRefusal)) throw error
      for (const { settle } of all) settle(error)
      return null
    })
    if (!isPublished) return
    for (const [at, { load, settle }] of all.entries()) {
      const { candidate, rows, warnings } = load
      const { type, day } = candidate
      settle({ result: isPublished[at] ? 'loaded' : 'older', type, day, rows, warnings })
    }
  }
}

const isOtherHalf = (one: Unit, other: Unit): boolean =>
  one.day === other.day && one.type !== other.type && isFactType(one.type) && isFactType(other.type)
