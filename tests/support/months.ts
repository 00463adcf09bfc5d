import type { Database } from '#server/platform/db/database.ts'
import { type Closer, closeMonth } from '#server/settlement/closing/closing.ts'
import { getObstacleKey } from '#server/settlement/closing/closing-obstacles.ts'
import { type ClosingOptions, draftMonth } from '#server/settlement/closing/drafts.ts'
import type { MonthDraft } from '#server/settlement/closing/month-draft.ts'
import { releaseMonth } from '#server/settlement/closing/releases.ts'

export const testCloser: Closer = { actor: { kind: 'operator' }, action: 'month close', accountId: null }

interface TestClosing extends ClosingOptions {
  /** Explains each obstacle that can be explained; undefined: none is. */
  explanation?: string | undefined
  force?: boolean
}

/** Closes what a preview shows at this moment, as a person does who looks at it first. */
export async function closePreviewed(
  db: Database,
  { explanation, force, ...options }: TestClosing,
): Promise<MonthDraft> {
  const { fingerprint, obstacles } = await db.readSnapshot((view) => draftMonth(view, options))
  const explained = explanation === undefined ? [] : obstacles.filter(({ canBeExplained }) => canBeExplained)
  return closeMonth(db, {
    ...options,
    force,
    fingerprint,
    explanations: explained.map((obstacle) => ({
      obstacle: getObstacleKey(obstacle),
      text: explanation ?? '',
    })),
    rateReason: options.krwMicros === undefined ? undefined : 'The bank’s rate.',
    krwMicrosAgain: options.krwMicros,
  })
}

/** Closes and releases a month. */
export async function closeAndRelease(db: Database, options: TestClosing): Promise<MonthDraft> {
  const draft = await closePreviewed(db, options)
  await releaseMonth(db, options, testCloser)
  return draft
}
