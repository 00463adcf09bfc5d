import { atom } from 'nanostores'
import { expect, test, vi } from 'vitest'
import { ApiError } from '#lib/api.ts'
import { query } from '#lib/query.ts'
import { provideStrings } from '#lib/strings.ts'

const ask = (what: string, scope = 'me') => ({ scope, what })
type Asked = ReturnType<typeof ask>

/** A query whose answers are given by hand. */
function asking() {
  const $question = atom<Asked | null>(ask('a'))
  const answers: ((data: unknown) => void)[] = []
  const failures: ((error: ApiError) => void)[] = []
  const signals: AbortSignal[] = []
  const load = (_: Asked, signal: AbortSignal) => {
    signals.push(signal)
    return new Promise<unknown>((resolve, reject) => {
      answers.push(resolve)
      failures.push(reject)
    })
  }
  const { $state, reload } = query($question, load)
  const stop = $state.listen(() => {})
  const answer = async (data: unknown) => {
    answers.at(-1)?.(data)
    await vi.waitFor(() => expect($state.get().loading).toBe(false))
  }
  const fail = async (code: 'unavailable' | 'forbidden') => {
    failures.at(-1)?.(new ApiError(code, 0, code))
    await vi.waitFor(() => expect($state.get().loading).toBe(false))
  }
  return { $question, $state, answers, signals, answer, fail, reload, stop }
}

test('a question that was answered before has its answer at once, and is asked again', async () => {
  const { $question, $state, answer, stop } = asking()
  await answer({ views: 1 })
  $question.set(ask('b'))
  expect($state.get().answer?.question).toEqual(ask('a'))
  await answer({ views: 2 })
  $question.set(ask('a'))
  expect($state.get()).toMatchObject({ answer: { question: ask('a'), data: { views: 1 } }, loading: true })
  await answer({ views: 3 })
  expect($state.get().answer).toEqual({ question: ask('a'), data: { views: 3 } })
  stop()
})

test('the same answer again is the same object, so that nothing is drawn anew', async () => {
  const { $question, $state, answer, stop } = asking()
  await answer({ views: [1, null] })
  const first = $state.get().answer
  $question.set(ask('b'))
  await answer({})
  $question.set(ask('a'))
  await answer({ views: [1, null] })
  expect($state.get().answer).toBe(first)
  stop()
})

test('an answer never outlives the one for whom it was', async () => {
  const { $question, $state, answer, stop } = asking()
  await answer({ views: 1 })
  $question.set(ask('a', 'another'))
  expect($state.get().answer).toBeNull()
  await answer({ views: 2 })
  $question.set(ask('a'))
  expect($state.get().answer).toBeNull()
  stop()
})

test('a late answer to an earlier question is not shown, nor kept for later', async () => {
  const { $question, $state, answers, signals, answer, stop } = asking()
  $question.set(ask('b'))
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false])
  await answer({ views: 2 })
  answers[0]?.({ views: 1 })
  await new Promise((resolve) => setTimeout(resolve))
  expect($state.get().answer).toEqual({ question: ask('b'), data: { views: 2 } })
  $question.set(ask('a'))
  expect($state.get().answer?.question).toEqual(ask('b'))
  $question.set(null)
  expect($state.get()).toMatchObject({ question: null, answer: null, loading: false })
  stop()
})

test('after a failure the answer from before stays, unless it is no longer for this person', async () => {
  provideStrings('ko', {})
  const { $question, $state, answer, fail, reload, stop } = asking()
  await answer({ views: 1 })
  reload()
  await fail('unavailable')
  expect($state.get()).toMatchObject({ answer: { data: { views: 1 } }, error: { code: 'unavailable' } })
  reload()
  await fail('forbidden')
  expect($state.get()).toMatchObject({ answer: null, error: { code: 'forbidden' } })
  $question.set(ask('b'))
  await answer({})
  $question.set(ask('a'))
  expect($state.get().answer?.question).toEqual(ask('b'))
  stop()
})
