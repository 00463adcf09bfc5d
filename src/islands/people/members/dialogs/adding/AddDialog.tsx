import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { channelCategories } from '#contract/channels/channel-states.ts'
import { nicknameLength } from '#contract/people/auth.ts'
import { addMember } from '#contract/people/member-management.ts'
import { Dialog } from '#islands/kit/dialogs/Dialog.tsx'
import { DialogContent, FormActions } from '#islands/kit/dialogs/DialogParts.tsx'
import { Field } from '#islands/kit/forms/Field.tsx'
import { Form } from '#islands/kit/forms/Form.tsx'
import { SegmentedControl } from '#islands/kit/forms/SegmentedControl.tsx'
import { SelectField } from '#islands/kit/forms/SelectField.tsx'
import { defaultFee } from '#islands/people/members/dialogs/fees/default-fee.ts'
import { PasswordField } from '#islands/people/members/dialogs/PasswordField.tsx'
import { formatRate } from '#islands/people/members/member-cells.tsx'
import { memberList } from '#islands/people/members/store.ts'
import { call } from '#lib/api/call.ts'
import { t } from '#lib/i18n/strings.ts'
import { closeDialog } from '#lib/navigation/active-dialog.ts'
import { notify } from '#lib/page/snackbars.ts'
import { categoryField, getFormSchema, linkField, toRequestBody } from './member-form.ts'

const signIns = ['withPassword', 'invite'] as const
type SignIn = (typeof signIns)[number]

export function AddDialog() {
  const [hasChannel, setHasChannel] = useState(false)
  const [signIn, setSignIn] = useState<SignIn>('withPassword')
  const isInvited = signIn === 'invite'
  async function create(values: Parameters<typeof toRequestBody>[0]) {
    const { request } = await call(addMember, { body: toRequestBody(values) })
    notify('success', t(`member-dialogs:add.${isInvited ? 'invited' : 'done'}`))
    if (request) notify('info', t('member-dialogs:add.waits'))
    closeDialog()
    memberList.reload()
  }
  return (
    <Dialog title={t('members:create')} swipe="down" onClose={closeDialog}>
      <DialogContent>
        <SegmentedControl
          label={t('member-dialogs:add.how')}
          value={signIn}
          options={signIns.map((value) => ({ value, label: t(`member-dialogs:add.${value}`) }))}
          onChange={setSignIn}
        />
        <p className="muted">{t(`member-dialogs:add.${isInvited ? 'inviteLead' : 'lead'}`)}</p>
      </DialogContent>
      <Form schema={getFormSchema({ hasChannel, isInvited })} onSubmit={create}>
        <AccountFields isInvited={isInvited} />
        <Field
          name={linkField}
          label={t('member-dialogs:add.link')}
          hint={t('member-dialogs:add.linkHint')}
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={500}
          onChange={(event) => setHasChannel(event.target.value.trim() !== '')}
        />
        {hasChannel && <CategoryField />}
        <FormActions onClose={closeDialog}>{t('common:create')}</FormActions>
      </Form>
    </Dialog>
  )
}

function AccountFields({ isInvited }: { isInvited: boolean }) {
  return (
    <>
      <Field
        name="user_id"
        type="email"
        label={t('credentials:email')}
        hint={t('member-dialogs:add.emailHint')}
        autoComplete="off"
        required
      />
      {!isInvited && <PasswordField label={t('credentials:password')} />}
      <Field
        name="nickname"
        label={t('credentials:nickname')}
        hint={t('member-dialogs:add.nicknameHint', nicknameLength)}
        autoComplete="off"
        required
      />
      <FeeField />
    </>
  )
}

/** Says what counts if it is empty, once that has loaded. */
function FeeField() {
  const { result } = useStore(defaultFee.$state)
  const rate = result && formatRate(result.data.fee_rate ?? result.data.siteFeeRate ?? 0)
  return (
    <Field
      name="fee_rate"
      label={t('member-dialogs:add.fee')}
      hint={rate ? t('member-dialogs:add.feeHintDefault', { rate }) : t('member-dialogs:add.feeHint')}
      inputMode="decimal"
      autoComplete="off"
      maxLength={8}
    />
  )
}

const CategoryField = () => (
  <SelectField
    name={categoryField}
    label={t('channels:add.category')}
    placeholder={t('channels:add.chooseCategory')}
    options={channelCategories.map((value) => ({ value, label: t(`channels:category.${value}`) }))}
  />
)
