import { type ReactNode, useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import type { Challenge, SecondFactorMethod } from '#contract/people/challenge.ts'
import { Code, completeSignIn } from '#contract/people/second-factor.ts'
import { Field } from '#islands/kit/forms/Field.tsx'
import { Form } from '#islands/kit/forms/Form.tsx'
import { SubmitButton } from '#islands/kit/forms/SubmitButton.tsx'
import { Button } from '#islands/kit/ui/Button.tsx'
import { ApiError, call } from '#lib/api/call.ts'
import { $device, startSession } from '#lib/api/session.ts'
import { t } from '#lib/i18n/strings.ts'
import { askForPasskey, isPasskeySupported } from '#lib/page/passkeys.ts'
import styles from './Auth.module.css'

export interface SecondStepProps {
  challenge: Challenge
  /** Requests another challenge, or returns to the first step. */
  onRestart: () => void
}

const CodeForm = z.object({ code: Code })

/** The second step of a sign-in, also for a session that has none yet. */
export function SecondStep({ challenge, onRestart }: SecondStepProps) {
  const methods = challenge.methods.filter((method) => method !== 'passkey' || isPasskeySupported())
  const [method, setMethod] = useState(methods[0] ?? 'recovery-code')
  const [expiry, setExpiry] = useState<string | null>(null)
  const complete = async (body: Omit<Parameters<typeof submitAnswer>[1], 'challenge'>) => {
    try {
      await submitAnswer(challenge, body)
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'challenge_expired') throw error
      setExpiry(error.message)
    }
  }
  if (expiry !== null) return <Expiry text={expiry} onRestart={onRestart} />
  return (
    <>
      {method === 'passkey' ? (
        <PasskeyStep challenge={challenge} onAnswer={complete} />
      ) : (
        <CodeStep key={method} method={method} onAnswer={complete} />
      )}
      <p className={styles.methods}>
        {methods
          .filter((other) => other !== method)
          .map((other) => (
            <button key={other} type="button" className="text-button" onClick={() => setMethod(other)}>
              {t(`second-factor:step.use.${other}`)}
            </button>
          ))}
      </p>
      <p className="note text-center">{t('second-factor:step.help')}</p>
    </>
  )
}

interface Answer {
  code?: string
  assertion?: Awaited<ReturnType<typeof askForPasskey>>
}

async function submitAnswer({ token }: Challenge, answer: Answer): Promise<void> {
  const body = { challenge: token, ...answer, device: $device.get() || undefined }
  const session = await call(completeSignIn, { body })
  startSession(session.token, session.device)
}

interface StepProps {
  onAnswer: (answer: Answer) => Promise<void>
}

function CodeStep({ method, onAnswer }: StepProps & { method: Exclude<SecondFactorMethod, 'passkey'> }) {
  const name = method === 'totp' ? 'totp' : 'recovery'
  return (
    <FocusedStep lead={t(`second-factor:step.${name}Lead`)}>
      <Form schema={CodeForm} onSubmit={onAnswer}>
        <Field
          name="code"
          label={t(`second-factor:step.${name}`)}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          required
          {...(method === 'totp'
            ? { inputMode: 'numeric', autoComplete: 'one-time-code' }
            : { autoComplete: 'off' })}
        />
        <SubmitButton>{t('second-factor:step.submit')}</SubmitButton>
      </Form>
    </FocusedStep>
  )
}

const EmptyForm = z.object({})

function PasskeyStep({ challenge: { passkey }, onAnswer }: StepProps & { challenge: Challenge }) {
  const verify = async () => {
    if (passkey) await onAnswer({ assertion: await askForPasskey(passkey) })
  }
  return (
    <FocusedStep lead={t('second-factor:step.passkeyLead')}>
      <Form schema={EmptyForm} onSubmit={verify}>
        <SubmitButton>{t('second-factor:step.passkey')}</SubmitButton>
      </Form>
    </FocusedStep>
  )
}

/** The lead describes the focused control, so that screen readers announce what happened. */
function FocusedStep({ lead, children }: { lead: string; children: ReactNode }) {
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => container.current?.querySelector<HTMLElement>('input, button')?.focus(), [])
  return (
    <div ref={container}>
      <p className={styles.lead} role="status">
        {lead}
      </p>
      {children}
    </div>
  )
}

function Expiry({ text, onRestart }: { text: string; onRestart: () => void }) {
  return (
    <div role="alert" className="grid gap-4">
      <p>{text}</p>
      <Button kind="primary" onClick={onRestart}>
        {t('second-factor:step.restart')}
      </Button>
    </div>
  )
}
