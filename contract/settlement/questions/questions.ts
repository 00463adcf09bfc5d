import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/platform/endpoint.ts'
import { errorCode } from '#contract/platform/errors.ts'
import { isVisibleText } from '#contract/platform/hidden-characters.ts'
import { Currency, Id, idParam, Month, pageParams } from '#contract/platform/params.ts'
import { ChannelId, Day, VideoId } from '#contract/reports/reports.ts'
import { LineKey } from '#contract/settlement/lines/line-amounts.ts'

/** Waiting for an answer, of one person. */
export const maxOpenQuestions = 20
export const maxQuestionMessages = 100
export const maxQuestionLength = 2_000
/** So long after a question was settled, another message opens it again. */
export const reopenDays = 30

/** `open`: the person waits for an answer. `settled`: the person says so; another message opens it again. */
export const questionStates = ['open', 'answered', 'settled'] as const
export const QuestionState = z.enum(questionStates)
export type QuestionState = z.infer<typeof QuestionState>

export const QuestionText = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text: string) => text.replaceAll(/\r\n?/g, '\n').trim()),
  ),
  z.string().check(
    z.minLength(1, errorCode('question_required')),
    z.maxLength(maxQuestionLength, errorCode('question_length')),
    z.refine((text) => isVisibleText(text.replaceAll('\n', '')), errorCode('question_characters')),
  ),
)

const StatementSubject = z.object({ kind: z.literal('statement'), statement: Id, line: LineKey })

const VideoSubject = z.object({
  kind: z.literal('video'),
  channel: ChannelId,
  video: VideoId,
  /** Days of the figure. */
  from: Day,
  to: Day,
})

const DaySubject = z.object({
  kind: z.literal('day'),
  /** null: all channels of the person, or of the network. */
  channel: z.nullable(ChannelId),
  day: Day,
})

/** The figure that a question is about. */
export const QuestionSubject = z.discriminatedUnion('kind', [StatementSubject, VideoSubject, DaySubject])
export type QuestionSubject = z.infer<typeof QuestionSubject>

const ChannelName = z.nullable(z.string())

/** A subject with its names. */
const NamedSubject = z.discriminatedUnion('kind', [
  z.extend(StatementSubject, { number: z.string(), month: Month, channelName: ChannelName }),
  z.extend(VideoSubject, { title: z.nullable(z.string()), channelName: ChannelName }),
  z.extend(DaySubject, { channelName: ChannelName }),
])

export const QuestionSummary = z.object({
  id: z.int(),
  subject: NamedSubject,
  state: QuestionState,
  /** The figure as it was when the question was asked, as the person saw it. */
  amount: z.int(),
  currency: Currency,
  /** The caller has asked it; otherwise the caller's network answers it. */
  isOwn: z.boolean(),
  /** Who asked; null: the account has been removed. */
  nickname: z.nullable(z.string()),
  askedAt: z.iso.datetime(),
  /** Of the last message. */
  changedAt: z.iso.datetime(),
  settledAt: z.nullable(z.iso.datetime()),
  /** The beginning of the last message. */
  excerpt: z.string(),
  messages: z.int(),
  /** The other side has written something since the caller last looked. */
  isUnread: z.boolean(),
})
export type QuestionSummary = z.infer<typeof QuestionSummary>

export const QuestionMessage = z.object({
  id: z.int(),
  /** Of the side that answers. */
  isAnswer: z.boolean(),
  /** null: the operator, or an account that has been removed. */
  nickname: z.nullable(z.string()),
  isOperator: z.boolean(),
  text: z.string(),
  createdAt: z.iso.datetime(),
})
export type QuestionMessage = z.infer<typeof QuestionMessage>

export const Question = z.object({
  ...QuestionSummary.shape,
  /** The same figure now; null: of a statement, which never changes, or the person cannot see it any more. */
  currentAmount: z.nullable(z.int()),
  /** Oldest first. */
  thread: z.array(QuestionMessage),
  /** The caller can write another message. */
  isWritable: z.boolean(),
})
export type Question = z.infer<typeof Question>

export const questionPageSize = 20

/** Serves the caller's own questions; managers also those that the network answers. Unread ones come first. */
export const listQuestions = defineEndpoint({
  name: 'listQuestions',
  summary: 'Questions about figures: of a statement, a video, a channel or a day, or all; unread ones first.',
  method: 'GET',
  path: 'v2/mcn/questions',
  access: 'account',
  query: z.object({
    statement: z.optional(idParam()),
    video: z.optional(VideoId),
    /** Of a video or a day. */
    channel: z.optional(ChannelId),
    day: z.optional(Day),
    state: z.optional(QuestionState),
    ...pageParams({ size: questionPageSize }),
  }),
  output: z.object({
    total: z.int(),
    page: z.int(),
    size: z.int(),
    questions: z.array(QuestionSummary),
  }),
})

export const readQuestion = defineEndpoint({
  name: 'readQuestion',
  summary: 'A question about a figure with its messages, and the figure as it was and as it is.',
  method: 'GET',
  path: 'v2/mcn/questions/detail',
  access: 'account',
  query: z.object({ id: idParam() }),
  output: z.object({ question: Question }),
  refusals: ['not_found'],
})

/**
 * Members ask their network's manager, all others the operator. Asking about the same figure again continues its question,
 * unless that was settled long ago.
 */
export const askQuestion = defineEndpoint({
  name: 'askQuestion',
  summary: 'Asks about a figure: a line of an own statement, a video, or a day.',
  method: 'POST',
  path: 'v2/mcn/questions/ask',
  access: 'account',
  limits: [{ name: 'question', by: 'account' }],
  traces: ['audit', 'mail'],
  body: z.object({ subject: QuestionSubject, text: QuestionText }),
  output: z.object({ id: z.int() }),
  refusals: ['not_found', 'questions_full', 'question_full', 'too_many'],
})

/** The role decides: a message of the person asks, one of the network's manager answers. */
export const addQuestionMessage = defineEndpoint({
  name: 'addQuestionMessage',
  summary: 'Answers a question, or asks further.',
  method: 'POST',
  path: 'v2/mcn/questions/messages',
  access: 'account',
  limits: [{ name: 'question', by: 'account' }],
  traces: ['audit', 'mail'],
  body: z.object({ id: Id, text: QuestionText }),
  /** Of the message. */
  output: z.object({ id: z.int() }),
  refusals: ['not_found', 'question_full', 'question_closed', 'too_many'],
})

/** Idempotent. Only the person who asked can do it. */
export const settleQuestion = defineEndpoint({
  name: 'settleQuestion',
  summary: 'Ends an own question: it is settled.',
  method: 'POST',
  path: 'v2/mcn/questions/settle',
  access: 'account',
  traces: ['audit'],
  body: z.object({ id: Id }),
  refusals: ['not_found'],
})

/** Idempotent; the mark never moves back. */
export const markQuestionSeen = defineEndpoint({
  name: 'markQuestionSeen',
  summary: 'Marks a question as seen up to a message; returns how many have unread ones.',
  method: 'POST',
  path: 'v2/mcn/questions/seen',
  access: 'account',
  body: z.object({
    id: Id,
    /** Id of the newest message on the screen. */
    message: Id,
  }),
  output: z.object({ unread: z.int() }),
  refusals: ['not_found'],
})
