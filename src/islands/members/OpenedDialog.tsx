import { useStore } from '@nanostores/react'
import { type ComponentType, useEffect, useState } from 'react'
import type { Member } from '#contract/members.ts'
import type { Part } from '#lib/part.ts'
import { notify } from '#lib/snackbars.ts'
import { t } from '#lib/strings.ts'
import { LoadedPart } from '#shared/LoadedPart.tsx'
import type { MemberDialogProps } from './dialogs/dialog-props.ts'
import { AddDialog, DeleteDialog, FeeDialog, PasswordDialog } from './dialogs/load-dialogs.ts'
import { $opened, closeDialog, type MemberDialog } from './opened.ts'
import { $openedMember, list } from './store.ts'

const dialogs: Record<MemberDialog, Part<ComponentType<MemberDialogProps>>> = {
  password: PasswordDialog,
  fee: FeeDialog,
  delete: DeleteDialog,
}

const follow = { onClose: closeDialog, onChanged: list.reload }

/** The dialog that the address names. */
export function OpenedDialog() {
  const opened = useStore($opened)
  if (opened === null) return null
  if (opened.name === 'add') return <LoadedPart of={AddDialog} given={follow} />
  return <ForMember key={`${opened.name} ${opened.id}`} name={opened.name} />
}

/** The member as last known: another list may be on its way. */
function useLastKnown() {
  const { member, gone } = useStore($openedMember)
  const [known, setKnown] = useState<Member | null>(null)
  if (member !== null && member !== known) setKnown(member)
  return { member: member ?? known, gone }
}

function ForMember({ name }: { name: MemberDialog }) {
  const { member, gone } = useLastKnown()
  // Who has just been deleted here is not missed.
  const isDeleted = member !== null && name === 'delete'
  useEffect(() => {
    if (!gone) return
    if (!isDeleted) notify('error', t('members:gone'))
    closeDialog()
  }, [gone, isDeleted])
  if (member === null || gone) return null
  return <LoadedPart of={dialogs[name]} given={{ member, ...follow }} />
}
