import { useState } from 'react'
import * as z from 'zod/mini'
import { NewPassword } from '#contract/people/auth.ts'
import type { followEmailLink, readEmailLink } from '#contract/people/email-links.ts'
import type { EndpointBody, EndpointOutput } from '#contract/platform/endpoint.ts'
import { errorCode } from '#contract/platform/errors.ts'
import { Field } from '#islands/kit/forms/Field.tsx'
import { Form } from '#islands/kit/forms/Form.tsx'
import { NewPasswordField } from '#islands/kit/forms/NewPasswordField.tsx'
import { SubmitButton } from '#islands/kit/forms/SubmitButton.tsx'
import { Island } from '#islands/kit/island/Island.tsx'
import { Button } from '#islands/kit/ui/Button.tsx'
import { t } from '#lib/i18n/strings.ts'
import styles from './Auth.module.css'
import { Heading, Outcome, PageLink } from './outcome/Outcome.tsx'
import { ProviderButtons } from './providers/ProviderButtons.tsx'
import { useEmailLink } from './use-email-link.ts'

type Link = EndpointOutput<typeof readEmailLink>
type Answer = Pick<EndpointBody<typeof followEmailLink>, 'password' | 'newPassword'>

interface AnswerProps {
  link: Link
  onAnswer: (answer: Answer) => Promise<void>
}

const ConfirmForm = z.object({
  password: z.string().check(z.minLength(1, errorCode('password_required'))),
})

const NewPasswordForm = z.object({ newPassword: NewPassword, confirmation: z.string() }).check(
  z.refine((form) => form.newPassword === form.confirmation, {
    path: ['confirmation'],
    ...errorCode('password_mismatch'),
    when: () => true,
  }),
)

const firstSteps = {
  confirm: '/manage-channel',
  invite: '/dashboard',
  reset: '/dashboard',
  change: '/config-account',
  'sign-in': '/dashboard',
}

const doneTexts = {
  confirm: 'auth:link.confirm.doneText',
  invite: 'auth:signedInAs',
  reset: 'auth:signedInAs',
  change: 'auth:link.change.doneText',
  'sign-in': 'auth:signedInAs',
} as const

const nextTexts = {
  confirm: 'common:addChannel',
  invite: 'common:goToDashboard',
  reset: 'common:goToDashboard',
  change: 'auth:link.change.next',
  'sign-in': 'common:goToDashboard',
} as const

function EmailLink() {
  const { state, retry, follow, getToken } = useEmailLink()
  switch (state.name) {
    case 'reading':
      return (
        <Outcome title={t('auth:link.reading')} text="">
          <span className="ring large" />
        </Outcome>
      )
    case 'missing':
    case 'expired':
      return (
        <Outcome failed title={t('auth:link.expired.title')} text={t('auth:link.expired.text')}>
          <PageLink path="/login">{t('auth:forgot.back')}</PageLink>
          <PageLink path="/forgot-password">{t('auth:forgot.title')}</PageLink>
        </Outcome>
      )
    case 'failed':
      return (
        <Outcome failed title={t('auth:link.failed')} text={state.text}>
          <Button kind="primary" onClick={retry}>
            {t('common:retry')}
          </Button>
        </Outcome>
      )
    case 'open':
      return (
        <>
          <OpenLink link={state.link} onAnswer={(answer) => follow(state.link, answer)} />
          {state.link.purpose === 'invite' && <ProviderButtons invitation={getToken()} />}
        </>
      )
    case 'done': {
      const { purpose, email } = state.link
      if (!state.isSignedIn && purpose !== 'change')
        return (
          <Outcome title={t(`auth:link.${purpose}.done`)} text={t('auth:link.signInText', { email })}>
            <PageLink path="/login" primary>
              {t('common:login')}
            </PageLink>
          </Outcome>
        )
      return (
        <Outcome title={t(`auth:link.${purpose}.done`)} text={t(doneTexts[purpose], { email })}>
          <PageLink path={firstSteps[purpose]} primary>
            {t(nextTexts[purpose])}
          </PageLink>
        </Outcome>
      )
    }
  }
}

function OpenLink({ link, onAnswer }: AnswerProps) {
  const [isStranger, setIsStranger] = useState(false)
  const { purpose, email, nickname } = link
  if (purpose === 'confirm' && isStranger)
    return (
      <>
        <Heading>{t('auth:link.stranger.title')}</Heading>
        <p className={styles.lead}>{t('auth:link.stranger.lead', { email })}</p>
        <NewPasswordFields email={email} submit={t('auth:link.stranger.submit')} onAnswer={onAnswer} />
      </>
    )
  return (
    <>
      <Heading>{t(purpose === 'change' ? 'credentials:changeEmail' : `auth:link.${purpose}.title`)}</Heading>
      <p className={styles.lead}>{t(`auth:link.${purpose}.lead`, { email, nickname })}</p>
      {purpose === 'confirm' && (
        <>
          <ConfirmFields email={email} onAnswer={onAnswer} />
          <p className={styles.other}>
            <button type="button" className="text-button" onClick={() => setIsStranger(true)}>
              {t('auth:link.stranger.open')}
            </button>
          </p>
        </>
      )}
      {(purpose === 'change' || purpose === 'sign-in') && (
        <Form schema={z.object({})} onSubmit={() => onAnswer({})}>
          <SubmitButton>{t(purpose === 'sign-in' ? 'common:login' : 'auth:link.change.submit')}</SubmitButton>
        </Form>
      )}
      {(purpose === 'invite' || purpose === 'reset') && (
        <NewPasswordFields
          email={email}
          submit={t(purpose === 'reset' ? 'credentials:changePassword' : 'auth:link.invite.submit')}
          onAnswer={onAnswer}
        />
      )}
    </>
  )
}

/** Tells password managers which account it is. */
const UserName = ({ email }: { email: string }) => (
  <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
)

const ConfirmFields = ({ email, onAnswer }: { email: string; onAnswer: AnswerProps['onAnswer'] }) => (
  <Form schema={ConfirmForm} onSubmit={({ password }) => onAnswer({ password })}>
    <UserName email={email} />
    <Field
      name="password"
      label={t('credentials:password')}
      type="password"
      autoComplete="current-password"
      required
    />
    <SubmitButton>{t('auth:link.confirm.submit')}</SubmitButton>
  </Form>
)

interface NewPasswordFieldsProps {
  email: string
  submit: string
  onAnswer: AnswerProps['onAnswer']
}

const NewPasswordFields = ({ email, submit, onAnswer }: NewPasswordFieldsProps) => {
  const password = { type: 'password', autoComplete: 'new-password', required: true } as const
  return (
    <Form schema={NewPasswordForm} onSubmit={({ newPassword }) => onAnswer({ newPassword })}>
      <UserName email={email} />
      <NewPasswordField name="newPassword" label={t('credentials:newPassword')} />
      <Field name="confirmation" label={t('credentials:newPasswordAgain')} {...password} />
      <SubmitButton>{submit}</SubmitButton>
    </Form>
  )
}

export function EmailLinkIsland() {
  return (
    <Island>
      <EmailLink />
    </Island>
  )
}
