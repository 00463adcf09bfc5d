import { useStore } from '@nanostores/react'
import { type ComponentType, useEffect, useState } from 'react'
import type { Member } from '#contract/members.ts'
import { Lazy } from '#islands/ui/Lazy.tsx'
import { t } from '#lib/i18n/strings.ts'
import type { LazyComponent } from '#lib/page/lazy-component.ts'
import { notify } from '#lib/page/snackbars.ts'
import { $activeDialog, closeDialog, type MemberDialog } from './dialog-state.ts'
import type { MemberDialogProps } from './dialogs/dialog-props.ts'
import { AddDialog, DeleteDialog, FeeDialog, PasswordDialog } from './dialogs/lazy-dialogs.ts'
import { $dialogMember, memberList } from './store.ts'

const dialogs: Record<MemberDialog, LazyComponent<ComponentType<MemberDialogProps>>> = {
  password: PasswordDialog,
  fee: FeeDialog,
  delete: DeleteDialog,
}

const dialogCallbacks = { onClose: closeDialog, onChanged: memberList.reload }

/** The dialog that the address names. */
export function ActiveDialog() {
  const activeDialog = useStore($activeDialog)
  if (activeDialog === null) return null
  if (activeDialog.name === 'add') return <Lazy of={AddDialog} given={dialogCallbacks} />
  return <MemberDialogContent key={`${activeDialog.name} ${activeDialog.id}`} name={activeDialog.name} />
}

/** The member as last known: another list may be on its way. */
function useLastKnownMember() {
  const { member, isMissing } = useStore($dialogMember)
  const [lastMember, setLastMember] = useState<Member | null>(null)
  if (member !== null && member !== lastMember) setLastMember(member)
  return { member: member ?? lastMember, gone: isMissing }
}

function MemberDialogContent({ name }: { name: MemberDialog }) {
  const { member, gone: isMissing } = useLastKnownMember()
  // Who has just been deleted here is not missed.
  const isDeleted = member !== null && name === 'delete'
  useEffect(() => {
    if (!isMissing) return
    if (!isDeleted) notify('error', t('members:gone'))
    closeDialog()
  }, [isMissing, isDeleted])
  if (member === null || isMissing) return null
  return <Lazy of={dialogs[name]} given={{ member, ...dialogCallbacks }} />
}
