import { atom, onMount, type ReadableAtom } from 'nanostores'
import { ApiError } from './api.ts'

/** What is asked. `scope` says for whom and where: an answer never outlives it. */
export interface Question {
  readonly scope: string
}

interface Answer<Q extends Question, T> {
  readonly question: Q
  readonly data: T
}

export interface QueryState<Q extends Question, T> {
  /** What the address asks for now; null while it cannot be asked yet. */
  readonly question: Q | null
  /**
   * The last good answer to this question, else maybe to an earlier one: that is shown, dimmed, until the new one is
   * there.
   */
  readonly answer: Answer<Q, T> | null
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

/** Answers that are at hand when somebody goes back and forth. */
const keptAnswers = 12

/** Good answers by question, all of one scope. */
function answersOf<Q extends Question, T>() {
  const kept = new Map<string, Answer<Q, T>>()
  let scope: string | undefined
  return {
    find(question: Q | null): Answer<Q, T> | undefined {
      if (question?.scope !== scope) kept.clear()
      scope = question?.scope
      return kept.get(JSON.stringify(question))
    },
    keep(answer: Answer<Q, T>): void {
      const key = JSON.stringify(answer.question)
      kept.delete(key)
      kept.set(key, answer)
      for (const oldest of kept.keys()) if (kept.size > keptAnswers) kept.delete(oldest)
    },
    drop(question: Q): void {
      kept.delete(JSON.stringify(question))
    },
  }
}

/** Not for this person, or no longer there: then an answer from before is not to be shown either. */
const isWithdrawn = (error: unknown) =>
  error instanceof ApiError && (error.code === 'forbidden' || error.code === 'not_found')

const same = (a: unknown, b: unknown) => a === b || JSON.stringify(a) === JSON.stringify(b)

/**
 * Asks whenever the question changes, as long as somebody looks. Only the newest question may answer. A question that
 * was answered before has that answer at once, and is asked all the same.
 */
export function query<Q extends Question, T>(
  $question: ReadableAtom<Q | null>,
  load: (question: Q, signal: AbortSignal) => Promise<T>,
): Query<Q, T> {
  const $state = atom<QueryState<Q, T>>({ question: null, answer: null, error: null, loading: false })
  const answers = answersOf<Q, T>()
  let running: AbortController | undefined

  async function ask(question: Q | null): Promise<void> {
    running?.abort()
    const controller = new AbortController()
    running = controller
    const last = $state.get().answer
    const known = answers.find(question)
    const answer = known ?? (last?.question.scope === question?.scope ? last : null)
    $state.set({ question, answer, error: null, loading: question !== null })
    if (question === null) return
    try {
      const data = await load(question, controller.signal)
      if (running !== controller) return
      // The same again is not shown anew.
      const newest = known && same(known.data, data) ? known : { question, data }
      answers.keep(newest)
      $state.set({ question, answer: newest, error: null, loading: false })
    } catch (error) {
      if (running !== controller) return
      const refused = error instanceof ApiError
      const withdrawn = isWithdrawn(error)
      if (withdrawn) answers.drop(question)
      $state.set({
        question,
        answer: withdrawn ? null : answer,
        error: refused ? error : new ApiError('internal'),
        loading: false,
      })
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
