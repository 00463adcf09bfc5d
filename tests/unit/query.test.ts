import { atom } from 'nanostores'
import { expect, test, vi } from 'vitest'
import { ApiError } from '#lib/api/call.ts'
import { createQuery } from '#lib/api/query.ts'
import { setStrings } from '#lib/i18n/strings.ts'

const buildQuestion = (what: string, scope = 'me') => ({ scope, what })
type Question = ReturnType<typeof buildQuestion>

/** A query whose answers are given by hand. */
function createControlledQuery() {
  const $question = atom<Question | null>(buildQuestion('a'))
  const resolvers: ((data: unknown) => void)[] = []
  const failures: ((error: ApiError) => void)[] = []
  const signals: AbortSignal[] = []
  const load = (_: Question, signal: AbortSignal) => {
    signals.push(signal)
    return new Promise<unknown>((resolve, reject) => {
      resolvers.push(resolve)
      failures.push(reject)
    })
  }
  const { $state, reload } = createQuery($question, load)
  const stop = $state.listen(() => {})
  const respond = async (data: unknown) => {
    resolvers.at(-1)?.(data)
    await vi.waitFor(() => expect($state.get().isLoading).toBe(false))
  }
  const fail = async (code: 'unavailable' | 'forbidden') => {
    failures.at(-1)?.(new ApiError(code, 0, code))
    await vi.waitFor(() => expect($state.get().isLoading).toBe(false))
  }
  return { $question, $state, answers: resolvers, signals, answer: respond, fail, reload, stop }
}

test('a question that was answered before has its answer at once, and is asked again', async () => {
  const { $question, $state, answer, stop } = createControlledQuery()
  await answer({ views: 1 })
  $question.set(buildQuestion('b'))
  expect($state.get().result?.key).toEqual(buildQuestion('a'))
  await answer({ views: 2 })
  $question.set(buildQuestion('a'))
  expect($state.get()).toMatchObject({
    result: { key: buildQuestion('a'), data: { views: 1 } },
    isLoading: true,
  })
  await answer({ views: 3 })
  expect($state.get().result).toEqual({ key: buildQuestion('a'), data: { views: 3 } })
  stop()
})

test('the same answer again is the same object, so that nothing is drawn anew', async () => {
  const { $question, $state, answer, stop } = createControlledQuery()
  await answer({ views: [1, null] })
  const first = $state.get().result
  $question.set(buildQuestion('b'))
  await answer({})
  $question.set(buildQuestion('a'))
  await answer({ views: [1, null] })
  expect($state.get().result).toBe(first)
  stop()
})

test('an answer never outlives the one for whom it was', async () => {
  const { $question, $state, answer, stop } = createControlledQuery()
  await answer({ views: 1 })
  $question.set(buildQuestion('a', 'another'))
  expect($state.get().result).toBeNull()
  await answer({ views: 2 })
  $question.set(buildQuestion('a'))
  expect($state.get().result).toBeNull()
  stop()
})

test('a late answer to an earlier question is not shown, nor kept for later', async () => {
  const { $question, $state, answers, signals, answer, stop } = createControlledQuery()
  $question.set(buildQuestion('b'))
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false])
  await answer({ views: 2 })
  answers[0]?.({ views: 1 })
  await new Promise((resolve) => setTimeout(resolve))
  expect($state.get().result).toEqual({ key: buildQuestion('b'), data: { views: 2 } })
  $question.set(buildQuestion('a'))
  expect($state.get().result?.key).toEqual(buildQuestion('b'))
  $question.set(null)
  expect($state.get()).toMatchObject({ key: null, result: null, isLoading: false })
  stop()
})

test('after a failure the answer from before stays, unless it is no longer for this person', async () => {
  setStrings('ko', {})
  const { $question, $state, answer, fail, reload, stop } = createControlledQuery()
  await answer({ views: 1 })
  reload()
  await fail('unavailable')
  expect($state.get()).toMatchObject({ result: { data: { views: 1 } }, error: { code: 'unavailable' } })
  reload()
  await fail('forbidden')
  expect($state.get()).toMatchObject({ result: null, error: { code: 'forbidden' } })
  $question.set(buildQuestion('b'))
  await answer({})
  $question.set(buildQuestion('a'))
  expect($state.get().result?.key).toEqual(buildQuestion('b'))
  stop()
})
