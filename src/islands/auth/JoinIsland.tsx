import { useEffect, useRef, useState } from 'react'
import { join, nicknameLength, passwordLength } from '#contract/auth.ts'
import { Field } from '#islands/forms/Field.tsx'
import { Form } from '#islands/forms/Form.tsx'
import { SubmitButton } from '#islands/forms/SubmitButton.tsx'
import { Island } from '#islands/ui/Island.tsx'
import { call } from '#lib/api/call.ts'
import { localizePath } from '#lib/i18n/language.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import styles from './Auth.module.css'
import { ConfirmedJoinForm } from './join-form.ts'

function JoinFields() {
  const password = { type: 'password', autoComplete: 'new-password', required: true } as const
  return (
    <>
      <Field name="email" label={t('auth:email')} type="email" autoComplete="email" required />
      <Field
        name="password"
        label={t('auth:password')}
        hint={t('auth:join.passwordHint', passwordLength)}
        {...password}
      />
      <Field name="confirmation" label={t('auth:join.confirmation')} {...password} />
      <Field
        name="nickname"
        label={t('auth:join.nickname')}
        hint={t('auth:join.nicknameHint', nicknameLength)}
        autoComplete="nickname"
        required
      />
      <SubmitButton>{t('auth:join.submit')}</SubmitButton>
    </>
  )
}

function JoinSuccess({ email }: { email: string }) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <>
      <svg className={styles.tick} viewBox="0 0 24 24" aria-hidden="true">
        <path d="m4 13 5 5L20 6" />
      </svg>
      <h1 ref={title} className={styles.title} tabIndex={-1}>
        {t('auth:joined.title')}
      </h1>
      <p className={styles.lead}>{t('auth:joined.lead', { email })}</p>
      <a className="button" data-kind="primary" href={localizePath('/login', locale())}>
        {t('auth:joined.login')}
      </a>
    </>
  )
}

function JoinPage({ onJoined }: { onJoined: (email: string) => void }) {
  const submit = async ({ email, password, nickname }: ConfirmedJoinForm) => {
    await call(join, { body: { email, password, nickname } })
    onJoined(email)
  }
  return (
    <>
      <h1 className={styles.title}>{t('auth:join.title')}</h1>
      <p className={styles.lead}>{t('auth:join.lead')}</p>
      <Form schema={ConfirmedJoinForm} onSubmit={submit}>
        <JoinFields />
      </Form>
      <p className={styles.other}>
        {t('auth:join.haveAccount')} <a href={localizePath('/login', locale())}>{t('auth:login.title')}</a>
      </p>
    </>
  )
}

export function JoinIsland() {
  const [joinedEmail, setJoinedEmail] = useState<string>()
  return (
    <Island>
      {joinedEmail === undefined ? (
        <JoinPage onJoined={setJoinedEmail} />
      ) : (
        <JoinSuccess email={joinedEmail} />
      )}
    </Island>
  )
}
