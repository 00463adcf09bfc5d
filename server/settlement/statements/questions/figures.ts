import type { Currency } from '#contract/platform/params.ts'
import { getProfit } from '#contract/reports/reports.ts'
import { sumLines } from '#contract/settlement/lines/line-amounts.ts'
import type { QuestionSubject } from '#contract/settlement/questions/questions.ts'
import { roundStatement } from '#lib/format/whole-statement.ts'
import { selectViewpoint, type Viewpoint } from '#server/platform/auth/viewpoint.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { selectDays } from '#server/reports/figures/days.ts'
import { requireChannels, resolveScope, type Scope } from '#server/reports/figures/scope.ts'
import { sumVisibleFigures } from '#server/reports/figures/visibility.ts'
import { findEarningVideo } from '#server/reports/video/earning-video.ts'
import { selectVideoDays } from '#server/reports/video/video-days.ts'
import {
  readStatementDetail,
  requireVisibleStatement,
} from '#server/settlement/statements/statement-detail.ts'
import type { QuestionRow } from './queries.ts'

type Subject<Kind extends QuestionSubject['kind']> = Extract<QuestionSubject, { kind: Kind }>

interface AskedFigure {
  /** Answers the question. */
  networkId: number
  amount: number
  currency: Currency
}

/** Reads the figure as the viewer sees it. @throws {Refusal} `not_found` for one that the viewer cannot see; `invalid` */
export function readFigure(db: Queryable, viewer: Viewpoint, subject: QuestionSubject): Promise<AskedFigure> {
  if (subject.kind === 'statement') return readLine(db, viewer, subject)
  return subject.kind === 'video' ? readVideo(db, viewer, subject) : readDay(db, viewer, subject)
}

/** Only of a person's own statements, once their month is released: nothing in them changes any more. */
async function readLine(
  db: Queryable,
  viewer: Viewpoint,
  { statement: id, line }: Subject<'statement'>,
): Promise<AskedFigure> {
  const { row } = await requireVisibleStatement(db, viewer, id)
  if (row.accountId !== viewer.id || !row.isReleased) throw new Refusal('not_found')
  const lines = sumLines(roundStatement(await readStatementDetail(db, viewer, id)))
  const amount = lines.get(line)
  if (amount === undefined) throw new Refusal('not_found')
  return { networkId: row.networkId, amount, currency: row.currency }
}

async function readVideo(
  db: Queryable,
  viewer: Viewpoint,
  { channel, video, from, to }: Subject<'video'>,
): Promise<AskedFigure> {
  const scope = await resolveScope(db, viewer, {})
  await requireChannels(db, scope, [channel])
  const earningVideo = await findEarningVideo(db, { ...scope, channelIds: [channel] }, video)
  if (!earningVideo) throw new Refusal('not_found')
  requireDays(scope, from, to)
  const days = await selectVideoDays(db, scope, earningVideo, { from, to })
  return toFigure(scope, getProfit(sumVisibleFigures(scope, days)))
}

async function readDay(
  db: Queryable,
  viewer: Viewpoint,
  { channel, day }: Subject<'day'>,
): Promise<AskedFigure> {
  const scope = await resolveScope(db, viewer, channel === null ? {} : { channel })
  requireDays(scope, day, day)
  const days = await selectDays(db, scope, { from: day, to: day })
  return toFigure(scope, getProfit(sumVisibleFigures(scope, days)))
}

/** @throws {Refusal} `invalid` for days without figures */
function requireDays({ firstDay, latestDay }: Scope, from: string, to: string): void {
  if (firstDay === null || latestDay === null || from > to || to < firstDay || to > latestDay)
    throw new Refusal('invalid', { fields: { subject: 'day_invalid' } })
}

const toFigure = ({ networkId, currency }: Scope, amount: number): AskedFigure => ({
  networkId,
  amount,
  currency,
})

/** Returns what the person who asked sees today; null when that is nothing any more, and of a statement, which never changes. */
export async function readCurrentAmount(
  db: Queryable,
  { askedBy, networkId, currency }: Pick<QuestionRow, 'askedBy' | 'networkId' | 'currency'>,
  subject: QuestionSubject,
): Promise<number | null> {
  if (subject.kind === 'statement') return null
  const viewer = await selectViewpoint(db, askedBy)
  if (viewer.networkId !== networkId) return null
  try {
    const figure = await readFigure(db, viewer, subject)
    return figure.currency === currency ? figure.amount : null
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}
