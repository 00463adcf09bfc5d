import { atom, onMount, type ReadableAtom } from 'nanostores'
import { ApiError } from './api.ts'

/** What is asked. `scope` says for whom and where: an answer never outlives it. */
export interface Question {
  readonly scope: string
}

export interface QueryState<Q extends Question, T> {
  /** What the address asks for now; null while it cannot be asked yet. */
  readonly question: Q | null
  /** The last good answer, maybe to an earlier question: shown, dimmed, until the new one is there. */
  readonly answer: { readonly question: Q; readonly data: T } | null
  readonly error: ApiError | null
  readonly loading: boolean
}

export interface Query<Q extends Question, T> {
  readonly $state: ReadableAtom<QueryState<Q, T>>
  /** Asks the same question again. */
  readonly reload: () => void
}

export const sameQuestion = (a: Question | null, b: Question | null) =>
  JSON.stringify(a) === JSON.stringify(b)

/** Asks whenever the question changes, as long as somebody looks. Only the newest question may answer. */
export function query<Q extends Question, T>(
  $question: ReadableAtom<Q | null>,
  load: (question: Q, signal: AbortSignal) => Promise<T>,
): Query<Q, T> {
  const $state = atom<QueryState<Q, T>>({ question: null, answer: null, error: null, loading: false })
  let running: AbortController | undefined

  async function ask(question: Q | null): Promise<void> {
    running?.abort()
    const controller = new AbortController()
    running = controller
    const kept = $state.get().answer
    const answer = kept?.question.scope === question?.scope ? kept : null
    $state.set({ question, answer, error: null, loading: question !== null })
    if (question === null) return
    try {
      const data = await load(question, controller.signal)
      if (running === controller)
        $state.set({ question, answer: { question, data }, error: null, loading: false })
    } catch (error) {
      if (running !== controller) return
      const refused = error instanceof ApiError
      $state.set({ question, answer, error: refused ? error : new ApiError('internal'), loading: false })
      if (!refused) throw error
    }
  }

  onMount($state, () => {
    const unlisten = $question.subscribe((question) => {
      // Other parts of the address change too.
      if (!running || !sameQuestion($state.get().question, question)) void ask(question)
    })
    return () => {
      unlisten()
      running?.abort()
      running = undefined
    }
  })

  return { $state, reload: () => void ask($question.get()) }
}
