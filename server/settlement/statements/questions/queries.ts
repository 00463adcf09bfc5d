import * as z from 'zod/mini'
import { currencies } from '#contract/platform/currency.ts'
import { parseLineKey } from '#contract/settlement/lines/line-keys.ts'
import {
  QuestionState,
  type QuestionSubject,
  type QuestionSummary,
} from '#contract/settlement/questions/questions.ts'
import type { RoleSnapshot } from '#server/platform/auth/roles.ts'
import { getViewpoint, type Viewpoint } from '#server/platform/auth/viewpoint.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Count, CountRow, Day, Id, Integer, queryOne, Timestamp } from '#server/platform/db/rows.ts'
import { empty, type Sql, sql } from '#server/platform/db/sql.ts'
import { formatMonth } from '#server/settlement/calendar/month.ts'
import { selectChannelNames } from '#server/settlement/statements/channels.ts'
import { formatStatementNumber } from '#server/settlement/statements/statement-content.ts'

type Reader = Pick<Queryable, 'query'>

const excerptLength = 140

/** Expects `questions q`. */
const questionState = sql`case
  when q.settled_at is not null then 'settled'
  when q.last_asked_id > q.last_answered_id then 'open'
  else 'answered'
end`

/** Expects `questions q`. Whoever is a network of their own asks the operator. */
export const isForOperator = sql`q.asked_by = q.network_id`

/** In whose name somebody asks and answers. */
export const getQuestionViewpoint = (account: RoleSnapshot): Viewpoint =>
  getViewpoint(account, 'questions.answer')

/** Expects `questions q`. A network sees what it answers, also of people who have left it. */
export const isVisibleTo = ({ id, networkId, isNetwork }: Viewpoint): Sql =>
  isNetwork ? sql`(q.asked_by = ${id} or q.network_id = ${networkId})` : sql`q.asked_by = ${id}`

/** Expects `questions q`. */
const isUnreadBy = ({ id }: Pick<Viewpoint, 'id'>): Sql =>
  sql`case
    when q.asked_by = ${id} then q.last_answered_id > q.asker_seen_id
    else q.last_asked_id > q.network_seen_id
  end`

const QuestionRow = z.object({
  id: Id,
  askedBy: Id,
  networkId: Id,
  kind: z.enum(['statement', 'video', 'day']),
  statementId: z.nullable(Id),
  month: z.nullable(Day),
  line: z.nullable(z.string()),
  channelId: z.nullable(z.string()),
  videoId: z.nullable(z.string()),
  firstDay: z.nullable(Day),
  lastDay: z.nullable(Day),
  amount: Integer,
  currency: z.enum(currencies),
  state: QuestionState,
  nickname: z.nullable(z.string()),
  email: z.nullable(z.string()),
  site: z.string(),
  askedAt: Timestamp,
  changedAt: Timestamp,
  settledAt: z.nullable(Timestamp),
  excerpt: z.string(),
  messages: Count,
  lastAskedId: Id,
  lastAnsweredId: Id,
  networkSeenId: Id,
  askerSeenId: Id,
  isForOperator: z.boolean(),
})
export type QuestionRow = z.output<typeof QuestionRow>

interface Page {
  orderBy: Sql
  limit: number
  offset: number
}

const selectRows = (db: Reader, condition: Sql, page?: Page) =>
  db.query(
    QuestionRow,
    sql`select q.id,
      q.asked_by as "askedBy",
      q.network_id as "networkId",
      q.kind,
      q.statement_id as "statementId",
      s.month,
      q.line,
      q.channel_id as "channelId",
      q.video_id as "videoId",
      q.first_day as "firstDay",
      q.last_day as "lastDay",
      q.amount,
      q.currency,
      ${questionState} as state,
      a.nickname,
      a.email,
      w.domain as site,
      q.asked_at as "askedAt",
      m.created_at as "changedAt",
      q.settled_at as "settledAt",
      left(m.body, ${excerptLength}) as excerpt,
      (select count(*) from question_messages c where c.question_id = q.id) as messages,
      q.last_asked_id as "lastAskedId",
      q.last_answered_id as "lastAnsweredId",
      q.network_seen_id as "networkSeenId",
      q.asker_seen_id as "askerSeenId",
      ${isForOperator} as "isForOperator"
    from questions q
    join accounts a on a.id = q.asked_by
    join sites w on w.id = a.site_id
    join question_messages m on m.id = greatest(q.last_asked_id, q.last_answered_id)
    left join statements s on s.id = q.statement_id
    where ${condition}
    ${page === undefined ? sql`order by q.id` : sql`order by ${page.orderBy} limit ${page.limit} offset ${page.offset}`}`,
  )

/** Those that the operator of a site answers. */
export const selectOperatorQuestions = (
  db: Reader,
  { id, siteId, isOpen = false }: { id?: number; siteId?: number | undefined; isOpen?: boolean },
): Promise<QuestionRow[]> =>
  selectRows(
    db,
    sql`${isForOperator}
      and (${id ?? null}::bigint is null or q.id = ${id ?? null}::bigint)
      and (${siteId ?? null}::integer is null or a.site_id = ${siteId ?? null})
      ${isOpen ? sql`and ${questionState} = 'open'` : empty}`,
  )

export interface QuestionFilter {
  statement?: number | undefined
  video?: string | undefined
  channel?: string | undefined
  day?: string | undefined
  state?: QuestionState | undefined
}

/** Unread ones first, then the latest. */
export async function selectQuestions(
  db: Reader,
  viewer: Viewpoint,
  { statement, video, channel, day, state }: QuestionFilter,
  { page, size }: { page: number; size: number },
): Promise<{ total: number; rows: QuestionRow[] }> {
  const condition = sql`${isVisibleTo(viewer)}
    ${statement === undefined ? empty : sql`and q.statement_id = ${statement}::bigint`}
    ${video === undefined ? empty : sql`and q.video_id = ${video}`}
    ${channel === undefined ? empty : sql`and q.channel_id = ${channel}`}
    ${day === undefined ? empty : sql`and q.kind = 'day' and q.first_day = ${day}`}
    ${state === undefined ? empty : sql`and ${questionState} = ${state}`}`
  const { count } = await queryOne(
    db,
    CountRow,
    sql`select count(*) as count from questions q where ${condition}`,
  )
  const orderBy = sql`${isUnreadBy(viewer)} desc, greatest(q.last_asked_id, q.last_answered_id) desc`
  const rows = await selectRows(db, condition, { orderBy, limit: size, offset: page * size })
  return { total: count, rows }
}

export async function findQuestion(
  db: Reader,
  viewer: Viewpoint,
  id: number,
): Promise<QuestionRow | undefined> {
  const [row] = await selectRows(db, sql`q.id = ${id}::bigint and ${isVisibleTo(viewer)}`)
  return row
}

const MessageRow = z.object({
  id: Id,
  isAnswer: z.boolean(),
  nickname: z.nullable(z.string()),
  isOperator: z.boolean(),
  text: z.string(),
  createdAt: Timestamp,
})

/** Oldest first. */
export const selectMessages = (db: Reader, questionId: number) =>
  db.query(
    MessageRow,
    sql`select m.id,
      m.is_answer as "isAnswer",
      a.nickname,
      m.author_id is null as "isOperator",
      m.body as text,
      m.created_at as "createdAt"
    from question_messages m
    left join accounts a on a.id = m.author_id
    where m.question_id = ${questionId}
    order by m.id`,
  )

/** Questions with something new of the other side. */
export async function countUnreadQuestions(
  db: Queryable,
  { id, networkId, isNetwork }: Viewpoint,
): Promise<number> {
  const ofNetwork = sql`+ (
    select count(*)
    from questions
    where network_id = ${networkId}
      and asked_by <> ${id}
      and last_asked_id > network_seen_id)`
  const { count } = await queryOne(
    db,
    CountRow,
    sql`select (
      select count(*)
      from questions
      where asked_by = ${id}
        and last_answered_id > asker_seen_id) ${isNetwork ? ofNetwork : empty} as count`,
  )
  return count
}

const missing = (column: string) => new Error(`A question lacks ${column}`)

export function toSubject(row: QuestionRow): QuestionSubject {
  const { kind, statementId, line, channelId, videoId, firstDay, lastDay } = row
  if (kind === 'statement') {
    if (statementId === null || line === null) throw missing('its statement')
    return { kind, statement: statementId, line }
  }
  if (firstDay === null || lastDay === null) throw missing('its days')
  if (kind === 'day') return { kind, channel: channelId, day: firstDay }
  if (channelId === null || videoId === null) throw missing('its video')
  return { kind, channel: channelId, video: videoId, from: firstDay, to: lastDay }
}

const TitleRow = z.object({ channelId: z.string(), videoId: z.string(), title: z.nullable(z.string()) })

async function selectTitles(db: Reader, rows: readonly QuestionRow[]) {
  const videos = rows.filter(({ videoId }) => videoId !== null)
  if (videos.length === 0) return new Map<string, string | null>()
  const found = await db.query(
    TitleRow,
    sql`select channel_id as "channelId", video_id as "videoId", title
    from videos
    where channel_id = any(${videos.map(({ channelId }) => channelId)}::text[])
      and video_id = any(${videos.map(({ videoId }) => videoId)}::text[])`,
  )
  return new Map(found.map(({ channelId, videoId, title }) => [`${channelId} ${videoId}`, title]))
}

const getChannel = ({ channelId, line }: QuestionRow): string | null =>
  line === null ? channelId : parseLineKey(line).channelId

/** Adds the names of what the questions are about. */
export async function summarizeQuestions(
  db: Reader,
  viewer: Pick<Viewpoint, 'id'>,
  rows: readonly QuestionRow[],
): Promise<QuestionSummary[]> {
  const titles = await selectTitles(db, rows)
  const names = new Map<string, string | null>()
  for (const [networkId, own] of Map.groupBy(rows, (row) => row.networkId)) {
    const ids = own.map(getChannel).filter((id) => id !== null)
    const describe = await selectChannelNames(db, networkId, ids)
    for (const id of ids) names.set(`${networkId} ${id}`, describe(id).name)
  }
  return rows.map((row) => {
    const channel = getChannel(row)
    const channelName = channel === null ? null : (names.get(`${row.networkId} ${channel}`) ?? null)
    const isOwn = row.askedBy === viewer.id
    return {
      id: row.id,
      subject: nameSubject(row, channelName, titles),
      state: row.state,
      amount: row.amount,
      currency: row.currency,
      isOwn,
      nickname: row.nickname,
      askedAt: row.askedAt,
      changedAt: row.changedAt,
      settledAt: row.settledAt,
      excerpt: row.excerpt,
      messages: row.messages,
      isUnread: isOwn ? row.lastAnsweredId > row.askerSeenId : row.lastAskedId > row.networkSeenId,
    }
  })
}

function nameSubject(
  row: QuestionRow,
  channelName: string | null,
  titles: ReadonlyMap<string, string | null>,
): QuestionSummary['subject'] {
  const subject = toSubject(row)
  if (subject.kind === 'video')
    return { ...subject, channelName, title: titles.get(`${subject.channel} ${subject.video}`) ?? null }
  if (subject.kind === 'day') return { ...subject, channelName }
  if (row.month === null) throw missing('the month of its statement')
  return {
    ...subject,
    channelName,
    month: formatMonth(row.month),
    number: formatStatementNumber(row.month, subject.statement),
  }
}
