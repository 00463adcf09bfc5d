import { useEffect, useRef, useState } from 'react'
import type { Challenge } from '#contract/people/challenge.ts'
import {
  finishProviderSignIn,
  joinWithProvider,
  linkProvider,
  type ProviderOutcome,
  providerReturnPath,
} from '#contract/people/sign-in-providers.ts'
import { ApiError, call } from '#lib/api/call.ts'
import { $device, $token, startSession } from '#lib/api/session.ts'
import { localizePath } from '#lib/i18n/language.ts'
import { loadStrings } from '#lib/i18n/load-strings.ts'
import { locale } from '#lib/i18n/strings.ts'
import { loadSite } from '#lib/page/load-site.ts'
import { findOtherLanguage, type Progress, takeProgress } from './progress.ts'

export type ProviderReturnState =
  | { name: 'reading' | 'missing' | 'signing' }
  | { name: 'failed'; text: string }
  /** The account's own second factor is missing. */
  | { name: 'step'; challenge: Challenge }
  /** An account has the address: its person signs in to it. */
  | { name: 'prove'; provider: string; email: string }
  | { name: 'join'; provider: string; email: string; nickname: string }
  | { name: 'linked'; provider: string }
  | { name: 'done' }

/** The answer leaves the address and the history at once. */
function consumeAnswer(): string {
  const answer = location.search
  if (answer) history.replaceState(history.state, '', location.pathname)
  return answer
}

const toFailure = (error: unknown): ProviderReturnState => {
  if (!(error instanceof ApiError)) throw error
  return { name: 'failed', text: error.message }
}

function toState(outcome: ProviderOutcome): ProviderReturnState {
  if ('challenge' in outcome) return { name: 'step', challenge: outcome.challenge }
  if ('token' in outcome) {
    startSession(outcome.token, outcome.device)
    return { name: 'done' }
  }
  const { next, ...rest } = outcome
  return { name: next, ...rest } as ProviderReturnState
}

export function useProviderReturn() {
  const [state, setState] = useState<ProviderReturnState>({ name: 'reading' })
  const progress = useRef<Progress | null>(null)
  const hasStarted = useRef(false)

  async function finish(answer: string, { token, invitation }: Progress): Promise<ProviderReturnState> {
    try {
      await loadSite()
      const body = { token, answer, invitation, device: $device.get() || undefined }
      return toState(await call(finishProviderSignIn, { body }))
    } catch (error) {
      return toFailure(error)
    }
  }

  async function link(): Promise<void> {
    setState({ name: 'signing' })
    try {
      const { provider } = await call(linkProvider, { body: { token: progress.current?.token ?? '' } })
      setState({ name: 'linked', provider })
    } catch (error) {
      setState(toFailure(error))
    }
  }

  /** @throws {ApiError} when the form is refused */
  async function join({ nickname }: { nickname: string }): Promise<void> {
    const body = { token: progress.current?.token ?? '', nickname, device: $device.get() || undefined }
    const { token, device } = await call(joinWithProvider, { body })
    startSession(token, device)
    setState({ name: 'done' })
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for the page.
  useEffect(() => {
    if (hasStarted.current) return
    hasStarted.current = true
    const other = findOtherLanguage(locale())
    // Keeps the answer in the address: the page in the other language takes it.
    if (other) return location.replace(localizePath(providerReturnPath, other) + location.search)
    const answer = consumeAnswer()
    progress.current = takeProgress()
    const start = async () => {
      await loadStrings('sign-in-providers')
      const started = progress.current
      setState(answer && started ? await finish(answer, started) : { name: 'missing' })
    }
    void start()
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: for each step.
  useEffect(() => {
    if (state.name !== 'prove' && state.name !== 'step') return
    // The sign-in, or its second step, starts the session.
    return $token.listen((token) => {
      if (!token) return
      if (state.name === 'prove') void link()
      else setState({ name: 'done' })
    })
  }, [state.name])

  return { state, join, returnPath: () => progress.current?.returnPath }
}
