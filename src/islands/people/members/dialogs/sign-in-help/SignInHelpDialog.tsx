import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type * as z from 'zod/mini'
import type { Member } from '#contract/people/members.ts'
import {
  allowMemberAttempts,
  mailMemberConfirmation,
  resetMemberFactors,
  type SignInCause,
  type SignInHelp,
} from '#contract/people/membership/sign-in-help.ts'
import { Dialog } from '#islands/kit/dialogs/Dialog.tsx'
import { DialogActions, DialogContent, FormActions, SubjectLine } from '#islands/kit/dialogs/DialogParts.tsx'
import { Field } from '#islands/kit/forms/Field.tsx'
import { Form } from '#islands/kit/forms/Form.tsx'
import { PasswordForm } from '#islands/kit/forms/password-form.ts'
import { Button } from '#islands/kit/ui/Button.tsx'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import type { MemberDialogProps } from '#islands/people/members/dialogs/dialog-props.ts'
import { approve, inviteAgain } from '#islands/people/members/store.ts'
import { ApiError, call } from '#lib/api/call.ts'
import { formatFullMoment } from '#lib/format/moment.ts'
import { joinSentences } from '#lib/i18n/phrases.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { openDialog } from '#lib/navigation/active-dialog.ts'
import { notify } from '#lib/page/snackbars.ts'
import type { TextKey } from '#lib/texts/catalog.ts'
import styles from './SignInHelp.module.css'
import { signInHelp } from './sign-in-help.ts'

/** What helps against each cause; null: nothing that a manager can do here. */
const remedies = {
  invitation_expired: 'invite',
  invited: 'invite',
  no_password: 'password',
  waiting: 'approve',
  slowed: 'attempts',
  guarded: 'attempts',
  code_guarded: 'attempts',
  mail_suppressed: null,
  mail_failed: null,
  unconfirmed: 'confirm',
  second_factor: 'factors',
} as const satisfies Record<SignInCause, string | null>
type Remedy = NonNullable<(typeof remedies)[SignInCause]>

/** They take the manager's own password, and never reach somebody who runs the network. */
const guarded = ['attempts', 'factors'] as const
type Guarded = (typeof guarded)[number]
const isGuarded = (remedy: Remedy): remedy is Guarded => (guarded as readonly Remedy[]).includes(remedy)

export function SignInHelpDialog({ member, onClose, onChanged }: MemberDialogProps) {
  const { key, result, error } = useStore(signInHelp.$state)
  const help = result?.key.target === key?.target ? (result?.data ?? null) : null
  const [chosen, setChosen] = useState<Guarded | null>(null)
  async function run(work: () => Promise<unknown>, text: string | null): Promise<void> {
    try {
      await work()
      if (text !== null) notify('success', text)
    } catch (refusal) {
      if (!(refusal instanceof ApiError)) throw refusal
      notify('error', refusal.message)
    }
    signInHelp.reload()
    onChanged()
  }
  const actions: Record<Remedy, () => void> = {
    invite: () => void run(() => inviteAgain(member), null),
    approve: () => void run(() => approve(member), null),
    password: () => openDialog('password', member.id),
    confirm: () =>
      void run(
        () => call(mailMemberConfirmation, { body: { target: member.id } }),
        t('member-access:help.done.confirm'),
      ),
    attempts: () => setChosen('attempts'),
    factors: () => setChosen('factors'),
  }
  return (
    <Dialog title={t('member-access:help.title')} swipe="down" onClose={onClose}>
      <DialogContent>
        <SubjectLine name={member.nickname} detail={member.user_id} />
        <div role="status" className="stack gap-3" aria-busy={!help && !error}>
          {help ? <Causes help={help} actions={actions} /> : error ? <p>{error.message}</p> : <Skeleton />}
        </div>
      </DialogContent>
      {chosen ? (
        <GuardedForm
          member={member}
          remedy={chosen}
          onClose={() => setChosen(null)}
          onDone={() => {
            setChosen(null)
            signInHelp.reload()
            onChanged()
          }}
        />
      ) : (
        <DialogActions>
          <Button onClick={onClose}>{t('common:close')}</Button>
        </DialogActions>
      )}
    </Dialog>
  )
}

function Causes({ help, actions }: { help: SignInHelp; actions: Record<Remedy, () => void> }) {
  const { causes, runsNetwork, lastSignInAt } = help
  return (
    <>
      <p className="note">
        {lastSignInAt
          ? t('member-access:help.last', { time: formatFullMoment(lastSignInAt, locale()) })
          : t('member-access:help.never')}
      </p>
      {causes.length === 0 && <p>{t('member-access:help.nothing')}</p>}
      <ul className={styles.causes}>
        {causes.map(({ cause, until }) => {
          const remedy = remedies[cause]
          const isOffered = remedy !== null && !(runsNetwork && isGuarded(remedy))
          return (
            <li key={cause} className="panel stack gap-2">
              <b>{t(`member-access:cause.${cause}`)}</b>
              <span>{describeRemedy(cause, until)}</span>
              {isOffered && (
                <Button kind="primary" onClick={actions[remedy]}>
                  {t(remedyTexts[remedy])}
                </Button>
              )}
              {remedy !== null && !isOffered && <span>{t('member-access:help.operator')}</span>}
            </li>
          )
        })}
      </ul>
    </>
  )
}

const remedyTexts = {
  invite: 'lists:inviteAgain',
  approve: 'members:action.approve',
  password: 'member-access:remedy.password',
  confirm: 'member-access:remedy.confirm',
  attempts: 'member-access:remedy.attempts',
  factors: 'member-access:remedy.factors',
} as const satisfies Record<Remedy, TextKey>

const describeRemedy = (cause: SignInCause, until: string | null): string => {
  const text = t(`member-access:why.${cause}`)
  return until === null
    ? text
    : joinSentences(
        text,
        t(`member-access:help.until.${cause === 'invited' ? 'link' : 'wait'}`, {
          time: formatFullMoment(until, locale()),
        }),
      )
}

interface GuardedFormProps {
  member: Member
  remedy: Guarded
  onClose: () => void
  onDone: () => void
}

const calls = { attempts: allowMemberAttempts, factors: resetMemberFactors } as const

function GuardedForm({ member, remedy, onClose, onDone }: GuardedFormProps) {
  async function submit({ password }: z.output<typeof PasswordForm>) {
    await call(calls[remedy], { body: { target: member.id, password } })
    notify('success', t(`member-access:help.done.${remedy}`))
    onDone()
  }
  return (
    <Form schema={PasswordForm} onSubmit={submit}>
      <p>{t(`member-access:ask.${remedy}`)}</p>
      <Field
        name="password"
        type="password"
        label={t('credentials:managerPassword')}
        autoComplete="current-password"
        required
      />
      <FormActions kind={remedy === 'factors' ? 'danger' : 'primary'} onClose={onClose}>
        {t(remedyTexts[remedy])}
      </FormActions>
    </Form>
  )
}
