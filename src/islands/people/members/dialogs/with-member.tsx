import type { ComponentType } from 'react'
import { ItemDialog } from '#islands/kit/dialogs/ItemDialog.tsx'
import { $dialogMember, memberList } from '#islands/people/members/store.ts'
import { t } from '#lib/i18n/strings.ts'
import { closeDialog } from '#lib/navigation/active-dialog.ts'
import type { MemberDialogProps } from './dialog-props.ts'

export const withMember = (Content: ComponentType<MemberDialogProps>) =>
  function MemberDialog() {
    return (
      <ItemDialog $item={$dialogMember} missingText={t('members:gone')}>
        {(member) => <Content member={member} onClose={closeDialog} onChanged={memberList.reload} />}
      </ItemDialog>
    )
  }
