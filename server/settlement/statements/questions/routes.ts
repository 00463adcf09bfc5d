import * as contract from '#contract/settlement/questions/questions.ts'
import type { Services } from '#server/platform/http/request/services.ts'
import type { App } from '#server/platform/http/response/context.ts'
import { route } from '#server/platform/http/route.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { addMessage, askQuestion, isWritable, markSeen, settleQuestion } from './changes.ts'
import { readCurrentAmount } from './figures.ts'
import {
  countUnreadQuestions,
  findQuestion,
  getQuestionViewpoint,
  selectMessages,
  selectQuestions,
  summarizeQuestions,
  toSubject,
} from './queries.ts'

export function questionRoutes(app: App, services: Services): void {
  const { db, now } = services

  route(app, services, contract.listQuestions, async ({ account, query: { page, size, ...filter } }) => {
    const viewer = getQuestionViewpoint(account)
    const { total, rows } = await selectQuestions(db, viewer, filter, { page, size })
    return { total, page, size, questions: await summarizeQuestions(db, viewer, rows) }
  })

  route(app, services, contract.readQuestion, async ({ account, query: { id } }) => {
    const viewer = getQuestionViewpoint(account)
    const row = await findQuestion(db, viewer, id)
    const [summary] = row ? await summarizeQuestions(db, viewer, [row]) : []
    if (!row || !summary) throw new Refusal('not_found')
    return {
      question: {
        ...summary,
        currentAmount: await readCurrentAmount(db, row, toSubject(row)),
        thread: await selectMessages(db, row.id),
        isWritable: isWritable(row, viewer, now()),
      },
    }
  })

  route(app, services, contract.askQuestion, async (call) => {
    return { id: await askQuestion(db, call, call.body, { action: 'askQuestion', now: now() }) }
  })

  route(app, services, contract.addQuestionMessage, async (call) => {
    return { id: await addMessage(db, call, call.body, { action: 'addQuestionMessage', now: now() }) }
  })

  route(app, services, contract.settleQuestion, async (call) => {
    await settleQuestion(db, call, call.body.id, { action: 'settleQuestion', now: now() })
    return {}
  })

  route(app, services, contract.markQuestionSeen, async ({ account, body }) => {
    await markSeen(db, account, body)
    return { unread: await countUnreadQuestions(db, getQuestionViewpoint(account)) }
  })
}
