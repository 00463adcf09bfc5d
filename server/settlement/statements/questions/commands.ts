import { maxQuestionLength, QuestionText } from '#contract/settlement/questions/questions.ts'
import { formatAmount, money } from '#server/platform/command-line/amounts.ts'
import * as cli from '#server/platform/command-line/command.ts'
import { formatMinute } from '#server/platform/command-line/format.ts'
import { describeRefusal } from '#server/settlement/commands/statement-parameter.ts'
import { formatStatementNumber } from '#server/settlement/statements/statement-content.ts'
import type { QuestionRow } from './queries.ts'

const actor = { kind: 'operator' } as const
const id = cli.idOf('question')

const describeAsker = ({ email, askedBy }: QuestionRow) => email ?? `account ${askedBy}`

/** "202608-000012 income UCabc ads", "video abcdefghijk of UCabc, 2026-08-01 to 2026-08-28", "2026-08-03 of UCabc" */
function describeFigure(row: QuestionRow): string {
  const { statementId, month, line, videoId, channelId, firstDay, lastDay } = row
  if (statementId !== null && month !== null && line !== null)
    return `statement ${formatStatementNumber(month, statementId)}, ${line.split('/').join(' ')}`
  if (videoId !== null) return `video ${videoId} of ${channelId}, ${firstDay} to ${lastDay}`
  return `${firstDay}${channelId === null ? '' : ` of ${channelId}`}`
}

async function requireQuestion(db: Parameters<typeof load>[0], questionId: number): Promise<QuestionRow> {
  const [found] = await load(db, { id: questionId })
  if (!found)
    throw new cli.OperatorError(
      `There is no question ${questionId} that the operator answers. See: question list`,
    )
  return found
}

const load = async (...args: Parameters<typeof import('./queries.ts').selectOperatorQuestions>) =>
  (await import('./queries.ts')).selectOperatorQuestions(...args)

const parseText = cli.expecting(
  `1 to ${maxQuestionLength} characters without control characters`,
  (text) => QuestionText.safeParse(text).data,
)

const askers =
  'Managers and independent accounts ask the operator; what members ask, their manager answers on the site.'

export const commands = [
  cli.defineList('question list', {
    summary: 'list questions about figures that the operator answers',
    help: askers,
    examples: ['question list --open', 'question list --site studio.example'],
    parameters: {
      site: cli.siteFilter('questions'),
      open: cli.option('--open', 'only those that wait for an answer'),
    },
    read: ({ db }, { site, open }) => load(db, { siteId: site?.id, isOpen: open }),
    columns: [
      'id',
      'site',
      ['asked by', describeAsker],
      ['figure', describeFigure],
      ['amount', ({ amount, currency }) => money(amount, currency)],
      'state',
      ['changed', ({ changedAt }) => formatMinute(changedAt)],
    ],
    empty: 'There are no such questions.',
    unit: 'question',
  }),
  cli.defineQuery('question show', {
    summary: 'show a question with its messages',
    examples: ['question show 12'],
    parameters: { id },
    async read({ db }, { id: questionId }) {
      const question = await requireQuestion(db, questionId)
      const { selectMessages } = await import('./queries.ts')
      return { ...question, thread: await selectMessages(db, questionId) }
    },
    format: (question) => [
      `question ${question.id} of ${describeAsker(question)} on ${question.site}: ${question.state}`,
      `${describeFigure(question)}: ${formatAmount(question.amount, question.currency)}`,
      ...question.thread.flatMap(({ isAnswer, isOperator, nickname, createdAt, text }) => [
        '',
        `${formatMinute(createdAt)}  ${isAnswer && isOperator ? 'operator' : (nickname ?? 'somebody who is gone')}`,
        ...text.split('\n').map((line) => `  ${line}`),
      ]),
    ],
  }),
  cli.defineCommand('question answer', {
    summary: 'answer a question',
    help: `${askers} Mail tells the person. Another answer may follow; one to a settled question opens it again.`,
    examples: ['question answer 12 --text "YouTube has corrected 3 March; the amount of today is right."'],
    parameters: { id, text: cli.required('--text <text>', 'the answer; the person sees it', parseText) },
    async run({ db, print }, { id: questionId, text }) {
      const { answerAsOperator } = await import('./changes.ts')
      const options = { action: 'question answer', now: new Date() }
      await requireQuestion(db, questionId)
      await answerAsOperator(db, actor, { id: questionId, text }, options).catch(describeRefusal)
      const question = await requireQuestion(db, questionId)
      print(`question ${questionId} of ${describeAsker(question)} is answered.`)
    },
  }),
]
