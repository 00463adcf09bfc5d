import type { Queryable } from '#server/platform/db/database.ts'
import { mailTo } from '#server/platform/mail/recipients.ts'

interface Message {
  id: number
  questionId: number
}

/** Quotes nothing of the text, which a stranger may have chosen. */
export const mailQuestion = (
  tx: Queryable,
  networkId: number,
  { id, questionId }: Message,
  nickname: string,
  now: Date,
): Promise<void> =>
  mailTo(
    tx,
    { accountId: networkId, permission: 'questions.answer', isConfirmed: true },
    { kind: 'question-asked', eventKey: `question-asked ${id}`, data: { question: questionId, nickname } },
    now,
  )

/** `askerId`: a person or, of a question to the operator, a network. */
export const mailAnswer = (
  tx: Queryable,
  askerId: number,
  { id, questionId }: Message,
  now: Date,
): Promise<void> =>
  mailTo(
    tx,
    { accountId: askerId, permission: 'questions.answer', isConfirmed: true },
    { kind: 'question-answered', eventKey: `question-answered ${id}`, data: { question: questionId } },
    now,
  )
