import * as z from 'zod/mini'
import { can } from '#contract/platform/roles.ts'
import {
  maxOpenQuestions,
  maxQuestionMessages,
  type QuestionSubject,
  reopenDays,
} from '#contract/settlement/questions/questions.ts'
import { type Actor, type Caller, hidden, recordAuditEntry } from '#server/platform/auth/audit.ts'
import { type Account, requireCurrentRole } from '#server/platform/auth/roles.ts'
import { lockViewpoint, type Viewpoint } from '#server/platform/auth/viewpoint.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { CountRow, Id, IdRow, queryOne, Timestamp } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { readFigure } from './figures.ts'
import { mailAnswer, mailQuestion } from './mails.ts'
import { getQuestionViewpoint, isForOperator, isVisibleTo } from './queries.ts'

const dayMs = 24 * 60 * 60 * 1000

const LockedRow = z.object({
  id: Id,
  askedBy: Id,
  networkId: Id,
  kind: z.enum(['statement', 'video', 'day']),
  settledAt: z.nullable(Timestamp),
  lastAskedId: Id,
  lastAnsweredId: Id,
  askerSeenId: Id,
  networkSeenId: Id,
})
type LockedRow = z.output<typeof LockedRow>

const lockedColumns = sql`q.id,
    q.asked_by as "askedBy",
    q.network_id as "networkId",
    q.kind,
    q.settled_at as "settledAt",
    q.last_asked_id as "lastAskedId",
    q.last_answered_id as "lastAnsweredId",
    q.asker_seen_id as "askerSeenId",
    q.network_seen_id as "networkSeenId"`

type Question = Pick<LockedRow, 'askedBy' | 'networkId' | 'kind'> & { settledAt: string | null }

/** Long after it was settled, a question has ended. */
const hasEnded = ({ settledAt }: Pick<Question, 'settledAt'>, now: Date): boolean =>
  settledAt !== null && now.getTime() - Date.parse(settledAt) >= reopenDays * dayMs

/** People who have left a network still ask about the statements that it owes them, but about no figures of its channels. */
export const isWritable = (question: Question, { id, networkId }: Viewpoint, now: Date): boolean =>
  !hasEnded(question, now) &&
  (question.askedBy !== id || question.kind === 'statement' || question.networkId === networkId)

interface Message {
  isAnswer: boolean
  /** Null: the operator. */
  authorId: number | null
  text: string
}

/** Opens a settled question again. @throws {Refusal} `question_full` */
async function insertMessage(
  tx: Queryable,
  question: LockedRow,
  { isAnswer, authorId, text }: Message,
  now: Date,
): Promise<number> {
  const { count } = await queryOne(
    tx,
    CountRow,
    sql`select count(*) as count from question_messages where question_id = ${question.id}`,
  )
  if (count >= maxQuestionMessages) throw new Refusal('question_full')
  const { id } = await queryOne(
    tx,
    IdRow,
    sql`insert into question_messages (question_id, is_answer, author_id, body, created_at)
    values (${question.id}, ${isAnswer}, ${authorId}, ${text}, ${now})
    returning id`,
  )
  // Whoever writes has read what is above.
  await tx.execute(
    isAnswer
      ? sql`update questions
        set settled_at = null, last_answered_id = ${id}, network_seen_id = last_asked_id
        where id = ${question.id}`
      : sql`update questions
        set settled_at = null, last_asked_id = ${id}, asker_seen_id = last_answered_id
        where id = ${question.id}`,
  )
  return id
}

/** One mail until the other side has looked. */
async function tell(
  tx: Queryable,
  question: LockedRow,
  message: Pick<Message, 'isAnswer'> & { id: number; nickname: string | null },
  now: Date,
): Promise<void> {
  const { askedBy, networkId, lastAskedId, lastAnsweredId, askerSeenId, networkSeenId } = question
  const mailed = { id: message.id, questionId: question.id }
  if (message.isAnswer) {
    if (lastAnsweredId <= askerSeenId) await mailAnswer(tx, askedBy, mailed, now)
  } else if (askedBy !== networkId && lastAskedId <= networkSeenId)
    await mailQuestion(tx, networkId, mailed, message.nickname ?? '', now)
}

interface Change {
  action: string
  now: Date
}

/** Asking about the same figure again continues its question. @returns its id @throws {Refusal} */
export async function askQuestion(
  db: Database,
  { account, actor }: Caller,
  { subject, text }: { subject: QuestionSubject; text: string },
  { action, now }: Change,
): Promise<number> {
  if (subject.kind === 'statement') requireOwnMoney(account)
  const figure = await readFigure(db, getQuestionViewpoint(account), subject)
  return db.transaction(async (tx) => {
    // The lock serializes the questions of one side.
    const asker = await lockViewpoint(tx, account, 'questions.answer')
    const found = await lockQuestionAbout(tx, asker, figure.networkId, subject)
    const continued = found && !hasEnded(found, now) ? found : undefined
    const question = continued ?? (await insertQuestion(tx, asker, subject, figure, now))
    const id = await insertMessage(tx, question, { isAnswer: false, authorId: account.id, text }, now)
    await tell(tx, question, { isAnswer: false, id, nickname: account.nickname }, now)
    await recordAuditEntry(tx, actor, {
      action,
      subject: { kind: 'question', id: question.id },
      before: null,
      after: { ...subject, text: hidden },
    })
    return question.id
  })
}

/** Who answers for a network without seeing its money asks about no statement of it. @throws {Refusal} `not_found` */
function requireOwnMoney(account: Account): void {
  if (getQuestionViewpoint(account).isNetwork && !can(account, 'money.read')) throw new Refusal('not_found')
}

function toColumns(subject: QuestionSubject) {
  const none = { statement: null, line: null, channel: null, video: null, from: null, to: null }
  if (subject.kind === 'day') return { ...none, channel: subject.channel, from: subject.day, to: subject.day }
  return { ...none, ...subject }
}

async function lockQuestionAbout(
  tx: Queryable,
  { id }: Viewpoint,
  networkId: number,
  subject: QuestionSubject,
): Promise<LockedRow | undefined> {
  const { statement, line, channel, video, from, to } = toColumns(subject)
  const [found] = await tx.query(
    LockedRow,
    sql`select ${lockedColumns}
    from questions q
    where q.asked_by = ${id}
      and q.network_id = ${networkId}
      and q.kind = ${subject.kind}
      and q.statement_id is not distinct from ${statement}
      and q.line is not distinct from ${line}
      and q.channel_id is not distinct from ${channel}
      and q.video_id is not distinct from ${video}
      and q.first_day is not distinct from ${from}::date
      and q.last_day is not distinct from ${to}::date
    order by q.id desc
    limit 1
    for update`,
  )
  return found
}

/** @throws {Refusal} `questions_full` */
async function insertQuestion(
  tx: Queryable,
  { id }: Viewpoint,
  subject: QuestionSubject,
  { networkId, amount, currency }: Awaited<ReturnType<typeof readFigure>>,
  now: Date,
): Promise<LockedRow> {
  const { count } = await queryOne(
    tx,
    CountRow,
    sql`select count(*) as count
    from questions
    where asked_by = ${id}
      and settled_at is null
      and last_asked_id > last_answered_id`,
  )
  if (count >= maxOpenQuestions) throw new Refusal('questions_full')
  const { statement, line, channel, video, from, to } = toColumns(subject)
  return queryOne(
    tx,
    LockedRow,
    sql`insert into questions as q (asked_by, network_id, kind, statement_id, line, channel_id, video_id, first_day, last_day,
      amount, currency, asked_at)
    values (${id}, ${networkId}, ${subject.kind}, ${statement}, ${line}, ${channel}, ${video}, ${from}, ${to}, ${amount},
      ${currency}, ${now})
    returning ${lockedColumns}`,
  )
}

/** Expects the account to be locked. @throws {Refusal} `not_found` */
async function lockQuestion(tx: Queryable, viewer: Viewpoint, id: number): Promise<LockedRow> {
  const [found] = await tx.query(
    LockedRow,
    sql`select ${lockedColumns} from questions q where q.id = ${id}::bigint and ${isVisibleTo(viewer)} for update`,
  )
  if (!found) throw new Refusal('not_found')
  return found
}

/** One side asks further, the other answers. @returns the message's id @throws {Refusal} */
export const addMessage = (
  db: Database,
  { account, actor }: Caller,
  { id: questionId, text }: { id: number; text: string },
  { action, now }: Change,
): Promise<number> =>
  db.transaction(async (tx) => {
    await requireCurrentRole(tx, account, 'share')
    const viewer = getQuestionViewpoint(account)
    const question = await lockQuestion(tx, viewer, questionId)
    if (!isWritable(question, viewer, now)) throw new Refusal('question_closed')
    const isAnswer = question.askedBy !== viewer.id
    const id = await insertMessage(tx, question, { isAnswer, authorId: account.id, text }, now)
    await tell(tx, question, { isAnswer, id, nickname: account.nickname }, now)
    await recordMessage(tx, actor, action, question, isAnswer)
    return id
  })

const recordMessage = (
  tx: Queryable,
  actor: Actor,
  action: string,
  { id, askedBy }: LockedRow,
  isAnswer: boolean,
) =>
  recordAuditEntry(tx, actor, {
    action,
    subject: { kind: 'question', id },
    before: null,
    after: { text: hidden },
    context: { askedBy, isAnswer },
  })

/** A command of the operator. @returns undefined when the operator does not answer such a question @throws {Refusal} */
export const answerAsOperator = (
  db: Database,
  actor: Actor,
  { id: questionId, text }: { id: number; text: string },
  { action, now }: Change,
): Promise<number | undefined> =>
  db.transaction(async (tx) => {
    const [question] = await tx.query(
      LockedRow,
      sql`select ${lockedColumns} from questions q where q.id = ${questionId} and ${isForOperator} for update`,
    )
    if (!question) return undefined
    if (hasEnded(question, now)) throw new Refusal('question_closed')
    const id = await insertMessage(tx, question, { isAnswer: true, authorId: null, text }, now)
    await tell(tx, question, { isAnswer: true, id, nickname: null }, now)
    await recordMessage(tx, actor, action, question, true)
    return id
  })

/** Idempotent. @throws {Refusal} `not_found`, also for the side that answers */
export const settleQuestion = (
  db: Database,
  { account, actor }: Caller,
  questionId: number,
  { action, now }: Change,
): Promise<void> =>
  db.transaction(async (tx) => {
    await requireCurrentRole(tx, account, 'share')
    const viewer = getQuestionViewpoint(account)
    const question = await lockQuestion(tx, viewer, questionId)
    if (question.askedBy !== viewer.id) throw new Refusal('not_found')
    if (question.settledAt !== null) return
    await tx.execute(
      sql`update questions
      set settled_at = ${now}, asker_seen_id = last_answered_id
      where id = ${question.id}`,
    )
    await recordAuditEntry(tx, actor, {
      action,
      subject: { kind: 'question', id: question.id },
      before: { settled: false },
      after: { settled: true },
    })
  })

/** Idempotent; the mark never moves back. @throws {Refusal} `not_found` */
export const markSeen = (
  db: Database,
  account: Account,
  { id: questionId, message }: { id: number; message: number },
): Promise<void> =>
  db.transaction(async (tx) => {
    await requireCurrentRole(tx, account, 'share')
    const viewer = getQuestionViewpoint(account)
    const { id, askedBy } = await lockQuestion(tx, viewer, questionId)
    await tx.execute(
      askedBy === viewer.id
        ? sql`update questions
          set asker_seen_id = greatest(asker_seen_id, least(${message}::integer, last_answered_id))
          where id = ${id}`
        : sql`update questions
          set network_seen_id = greatest(network_seen_id, least(${message}::integer, last_asked_id))
          where id = ${id}`,
    )
  })
