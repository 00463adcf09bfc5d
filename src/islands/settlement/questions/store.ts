import { atom, computed } from 'nanostores'
import {
  listQuestions,
  markQuestionSeen,
  type Question,
  QuestionSubject,
  readQuestion,
} from '#contract/settlement/questions/questions.ts'
import { ApiError, call } from '#lib/api/call.ts'
import { $caller, $callerKey } from '#lib/api/caller.ts'
import { createQuery } from '#lib/api/query.ts'
import { $token, $user } from '#lib/api/session.ts'
import { createAddressFilter } from '#lib/navigation/address.ts'
import { $params, $path, setParams } from '#lib/navigation/router.ts'

export const questionsPath = '/questions'

const listFilter = createAddressFilter(listQuestions.query, ['state', 'page'])
const openFilter = createAddressFilter(readQuestion.query, ['id'], { id: 'question' })

/** Null on other pages, where `page` and `state` may have another meaning. */
const $listQuery = computed([$caller, $path, $params], (caller, path, params) =>
  caller !== null && path === questionsPath ? { caller, ...listFilter.parse(params) } : null,
)

export const questionList = createQuery($listQuery, listQuestions, ({ state, page }) => ({ state, page }))

export const $state = computed($params, (params) => listFilter.parse(params).state ?? null)
export const showState = (state: Question['state'] | null) =>
  setParams(listFilter.toParams({ state: state ?? undefined }))
export const showPage = (page: number) => setParams(listFilter.toParams({ page }))

/** The question whose messages are shown. */
export const $openId = computed($params, (params) => openFilter.parse(params).id ?? null)

/** The figure of the address, which somebody is about to ask about. */
export const $asked = computed($params, ({ ask, channel = null, video, from, to, day }) => {
  const parsed = QuestionSubject.safeParse({ kind: ask, channel, video, from, to, day })
  return parsed.success ? parsed.data : null
})

export const showQuestion = (id: number | null) =>
  setParams({
    question: id === null ? undefined : String(id),
    ...{
      ask: undefined,
      channel: undefined,
      video: undefined,
      from: undefined,
      to: undefined,
      day: undefined,
    },
  })

/** The statement that is shown; null on other pages. */
export const $shownStatement = atom<number | null>(null)

const $statementQuery = computed([$caller, $shownStatement], (caller, statement) =>
  caller === null || statement === null ? null : { caller, statement },
)

/** A statement has no more lines that people ask about. */
const maxLineQuestions = 100

export const lineQuestions = createQuery($statementQuery, listQuestions, ({ statement }) => ({
  statement,
  size: maxLineQuestions,
}))

/** Each thread on the screen has its own. */
export const createThread = (id: number) => createQuery($callerKey, readQuestion, () => ({ id }))

/** After a change of a question. */
export function reloadLists(): void {
  for (const list of [questionList, lineQuestions]) if (list.$state.get().key) list.reload()
}

/** @returns whether the question is seen now */
export async function markSeen({ id, thread }: Question): Promise<boolean> {
  const token = $token.get()
  const message = thread.at(-1)?.id
  if (message === undefined) return false
  try {
    const { unread } = await call(markQuestionSeen, { body: { id, message } })
    const user = $user.get()
    if (user && token === $token.get()) $user.set({ ...user, unread_questions: unread })
    return true
  } catch (error) {
    // It stays unread until the next visit.
    if (error instanceof ApiError) return false
    throw error
  }
}
