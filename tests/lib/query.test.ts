import { atom } from 'nanostores'
import { expect, test, vi } from 'vitest'
import { query } from '#lib/query.ts'

const ask = (what: string, scope = 'me') => ({ scope, what })
type Asked = ReturnType<typeof ask>

/** A query whose answers are given by hand. */
function asking() {
  const $question = atom<Asked | null>(ask('a'))
  const answers: ((data: unknown) => void)[] = []
  const { $state } = query($question, () => new Promise<unknown>((resolve) => answers.push(resolve)))
  const stop = $state.listen(() => {})
  const answer = async (data: unknown) => {
    answers.at(-1)?.(data)
    await vi.waitFor(() => expect($state.get().loading).toBe(false))
  }
  return { $question, $state, answer, stop }
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

test('a late answer to an earlier question is not shown', async () => {
  const { $question, $state, stop } = asking()
  $question.set(null)
  expect($state.get()).toMatchObject({ question: null, answer: null, loading: false })
  stop()
})
