import { useEffect, useRef, useState } from 'react'
import type { Challenge } from '#contract/people/challenge.ts'
import { readMe } from '#contract/people/session.ts'
import { exchangeSignInCode } from '#contract/people/sign-in-codes.ts'
import { ApiError, call } from '#lib/api/call.ts'
import { $device, $token, startSession } from '#lib/api/session.ts'
import { addNote } from '#lib/i18n/phrases.ts'
import { openPage, setParams } from '#lib/navigation/router.ts'
import { redirectToPreferredLanguage } from '#lib/page/before-paint.ts'
import { loadSite, restoreSite } from '#lib/page/load-site.ts'
import { watchSession } from '#lib/page/profile.ts'
import { $site } from '#lib/site/site.ts'

export type ExternalSignInState =
  | { name: 'reading' | 'signing' | 'missing' | 'expired' }
  /** Nobody is signed in. */
  | { name: 'ready'; site: string }
  /** Somebody is signed in; `who` is null if the API could not say. */
  | { name: 'asking'; who: string | null }
  /** The code expired, possibly while the question was open; the previous session stays. */
  | { name: 'late' }
  /** The account has a second factor. */
  | { name: 'step'; challenge: Challenge }
  /** `otherwise` is the error to show if the API rejects the new session. */
  | { name: 'done'; otherwise: 'missing' | 'expired' }
  | { name: 'failed'; text: string }

/** Removes the code from the URL to keep it out of the history and shared links. */
function consumeCode(): string {
  const code = new URLSearchParams(location.search).get('code') ?? ''
  setParams({ code: undefined }, { replace: true })
  return code
}

async function exchangeCode(code: string): Promise<ExternalSignInState> {
  try {
    const body = { code, device: $device.get() || undefined }
    const result = await call(exchangeSignInCode, { body })
    if ('challenge' in result) return { name: 'step', challenge: result.challenge }
    startSession(result.token, result.device)
    return { name: 'done', otherwise: 'expired' }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const isCodeRejected = error.code === 'expired' || error.code === 'invalid'
    if (isCodeRejected) return { name: $token.get() ? 'late' : 'expired' }
    return { name: 'failed', text: error.message }
  }
}

/**
 * Prevents login CSRF: anybody can send a link with a code of their own, so it must not start or replace a session
 * before the person has pressed a button.
 */
async function findQuestion(): Promise<ExternalSignInState> {
  const ready = { name: 'ready', site: $site.get()?.name ?? '' } as const
  if (!$token.get()) return ready
  try {
    const { user } = await call(readMe)
    return { name: 'asking', who: addNote(user.nickname, user.email) }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // A rejected token has ended the session.
    return $token.get() ? { name: 'asking', who: null } : ready
  }
}

/** Staying leaves the code unused until it expires. */
const stay = () => openPage('/dashboard', { replace: true })

/**
 * Signs in with the code in the URL, once the person agrees. Loads no session before that: the previous user's profile
 * would redirect.
 */
export function useExternalSignIn() {
  const [state, setState] = useState<ExternalSignInState>({ name: 'reading' })
  const code = useRef('')
  const signIn = async () => {
    setState({ name: 'signing' })
    setState(await exchangeCode(code.current))
  }
  useEffect(() => {
    const start = async () => {
      restoreSite()
      await loadSite()
      // Keeps the code in the URL: the page in the other language exchanges it.
      if (redirectToPreferredLanguage($site.get())) return
      code.current = consumeCode()
      if (code.current) setState(await findQuestion())
      else setState($token.get() ? { name: 'done', otherwise: 'missing' } : { name: 'missing' })
    }
    void start()
  }, [])
  useEffect(() => {
    if (state.name !== 'step') return
    // The second step starts the session.
    return $token.listen((token) => {
      if (token) setState({ name: 'done', otherwise: 'expired' })
    })
  }, [state.name])
  useEffect(() => (state.name === 'done' ? watchSession() : undefined), [state.name])
  const restart = () => setState($token.get() ? { name: 'late' } : { name: 'expired' })
  return { state, signIn, stay, restart }
}
