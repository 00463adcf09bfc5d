import type { ComponentType } from 'react'
import type { StaffPerson } from '#contract/people/membership/staff.ts'
import { ItemDialog } from '#islands/kit/dialogs/ItemDialog.tsx'
import { $dialogPerson } from '#islands/people/staff/store.ts'
import { t } from '#lib/i18n/strings.ts'

export interface PersonDialogProps {
  person: StaffPerson
}

export const withPerson = (Content: ComponentType<PersonDialogProps>) =>
  function PersonDialog() {
    return (
      <ItemDialog $item={$dialogPerson} missingText={t('staff:gone')}>
        {(person) => <Content person={person} />}
      </ItemDialog>
    )
  }
