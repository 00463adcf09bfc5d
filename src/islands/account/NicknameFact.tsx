import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { changeAccount } from '#contract/account.ts'
import { Nickname, nicknameLength } from '#contract/auth.ts'
import type { User } from '#contract/session.ts'
import { call } from '#lib/api.ts'
import { showUser } from '#lib/session.ts'
import { notify } from '#lib/snackbars.ts'
import { t } from '#lib/strings.ts'
import { Button } from '#shared/Button.tsx'
import { Field } from '#shared/Field.tsx'
import { Form } from '#shared/Form.tsx'
import { SubmitButton } from '#shared/SubmitButton.tsx'
import styles from './Account.module.css'

const NicknameForm = z.object({ nickname: Nickname })

/** The nickname, which turns into a field where it stands. */
export function NicknameFact({ user }: { user: User }) {
  const [editing, setEditing] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const wasEditing = useRef(false)
  useEffect(() => {
    if (wasEditing.current && !editing) place.current?.querySelector('button')?.focus()
    wasEditing.current = editing
  }, [editing])
  if (editing) return <NicknameField known={user.nickname} onClose={() => setEditing(false)} />
  return (
    <div ref={place} className={styles.nickname}>
      <span>{user.nickname}</span>
      <Button aria-label={t('account:profile.change')} onClick={() => setEditing(true)}>
        {t('account:change')}
      </Button>
    </div>
  )
}

function NicknameField({ known, onClose }: { known: string; onClose: () => void }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const input = place.current?.querySelector('input')
    input?.focus()
    input?.select()
  }, [])
  const save = async ({ nickname }: z.infer<typeof NicknameForm>) => {
    if (nickname !== known) {
      showUser((await call(changeAccount, { body: { nickname } })).user)
      notify('success', t('account:profile.changed'))
    }
    onClose()
  }
  const leave = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.nativeEvent.isComposing) onClose()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a key of the field inside; its button does the same.
    <div ref={place} className={styles.editor} onKeyDown={leave}>
      <Form schema={NicknameForm} onSubmit={save}>
        <Field
          name="nickname"
          label={t('account:profile.nickname')}
          hint={t('account:profile.hint', nicknameLength)}
          defaultValue={known}
          autoComplete="nickname"
          required
        />
        <div className={styles.actions}>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <SubmitButton>{t('account:save')}</SubmitButton>
        </div>
      </Form>
    </div>
  )
}
