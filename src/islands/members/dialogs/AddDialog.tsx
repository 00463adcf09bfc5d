import { useState } from 'react'
import { nicknameLength } from '#contract/auth.ts'
import { addMember } from '#contract/member-changes.ts'
import { call } from '#lib/api.ts'
import { notify } from '#lib/snackbars.ts'
import { t } from '#lib/strings.ts'
import { Dialog } from '#shared/Dialog.tsx'
import { Field } from '#shared/Field.tsx'
import { Form } from '#shared/Form.tsx'
import { CategoryField } from './CategoryField.tsx'
import { Actions } from './DialogParts.tsx'
import styles from './Dialogs.module.css'
import type { AfterDialog } from './dialog-props.ts'
import { bodyOf, formOf, linkField } from './member-form.ts'
import { PasswordField } from './PasswordField.tsx'

/** Makes a member, with a channel where one is given. */
export function AddDialog({ onClose, onChanged }: AfterDialog) {
  const [withChannel, setWithChannel] = useState(false)
  async function create(typed: Parameters<typeof bodyOf>[0]) {
    const { request } = await call(addMember, { body: bodyOf(typed) })
    notify('success', t('member-dialogs:add.done'))
    if (request) notify('info', t('member-dialogs:add.waits'))
    onClose()
    onChanged()
  }
  return (
    <Dialog title={t('member-dialogs:add.title')} swipe="down" onClose={onClose}>
      <div className={styles.content}>
        <p>{t('member-dialogs:add.lead')}</p>
      </div>
      <Form schema={formOf(withChannel)} onSubmit={create}>
        <PersonFields />
        <Field
          name={linkField}
          label={t('member-dialogs:add.link')}
          hint={t('member-dialogs:add.linkHint')}
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={500}
          onChange={(event) => setWithChannel(event.target.value.trim() !== '')}
        />
        {withChannel && <CategoryField />}
        <Actions onClose={onClose}>{t('member-dialogs:add.confirm')}</Actions>
      </Form>
    </Dialog>
  )
}

function PersonFields() {
  return (
    <>
      <Field
        name="user_id"
        type="email"
        label={t('member-dialogs:add.email')}
        hint={t('member-dialogs:add.emailHint')}
        autoComplete="off"
        required
      />
      <PasswordField label={t('member-dialogs:add.password')} />
      <Field
        name="nickname"
        label={t('member-dialogs:add.nickname')}
        hint={t('member-dialogs:add.nicknameHint', nicknameLength)}
        autoComplete="off"
        required
      />
    </>
  )
}
