import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { updateAccount } from '#contract/people/account.ts'
import { Nickname, nicknameLength } from '#contract/people/auth.ts'
import type { User } from '#contract/people/session.ts'
import { Field } from '#islands/kit/forms/Field.tsx'
import { Form } from '#islands/kit/forms/Form.tsx'
import { SubmitButton } from '#islands/kit/forms/SubmitButton.tsx'
import { Button } from '#islands/kit/ui/Button.tsx'
import { call } from '#lib/api/call.ts'
import { setUser } from '#lib/api/session.ts'
import { t } from '#lib/i18n/strings.ts'
import { notify } from '#lib/page/snackbars.ts'
import styles from './Account.module.css'

const NicknameForm = z.object({ nickname: Nickname })

export function NicknameEditor({ user }: { user: User }) {
  const [isEditing, setIsEditing] = useState(false)
  const container = useRef<HTMLDivElement>(null)
  const wasEditing = useRef(false)
  useEffect(() => {
    if (wasEditing.current && !isEditing) container.current?.querySelector('button')?.focus()
    wasEditing.current = isEditing
  }, [isEditing])
  if (isEditing) return <NicknameField initialNickname={user.nickname} onClose={() => setIsEditing(false)} />
  return (
    <div ref={container} className="line grow justify-between gap-3">
      <span>{user.nickname}</span>
      <Button aria-label={t('account:profile.change')} onClick={() => setIsEditing(true)}>
        {t('account:change')}
      </Button>
    </div>
  )
}

interface NicknameFieldProps {
  initialNickname: string
  onClose: () => void
}

function NicknameField({ initialNickname, onClose }: NicknameFieldProps) {
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const input = container.current?.querySelector('input')
    input?.focus()
    input?.select()
  }, [])
  const save = async ({ nickname }: z.infer<typeof NicknameForm>) => {
    if (nickname !== initialNickname) {
      setUser((await call(updateAccount, { body: { nickname } })).user)
      notify('success', t('account:profile.changed'))
    }
    onClose()
  }
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.nativeEvent.isComposing) onClose()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a key of the field inside; its button does the same.
    <div ref={container} className={`full ${styles.editor}`} onKeyDown={closeOnEscape}>
      <Form schema={NicknameForm} onSubmit={save}>
        <Field
          name="nickname"
          label={t('account:profile.nickname')}
          hint={t('account:profile.hint', nicknameLength)}
          defaultValue={initialNickname}
          autoComplete="nickname"
          required
        />
        <div className="wrap justify-end gap-2">
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <SubmitButton>{t('account:save')}</SubmitButton>
        </div>
      </Form>
    </div>
  )
}
