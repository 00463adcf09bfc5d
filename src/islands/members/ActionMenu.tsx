import type { Member } from '#contract/members.ts'
import { ActionMenu as Menu } from '#islands/ui/ActionMenu.tsx'
import { t } from '#lib/i18n/strings.ts'
import { openDialog } from '#lib/navigation/active-dialog.ts'
import { approve, inviteAgain } from './store.ts'

type Action = 'approve' | 'invite' | 'password' | 'fee' | 'delete'

/** What the state asks for comes first. */
const getActions = ({ state }: Member): Action[] => [
  ...(state === 'waiting' ? ['approve' as const] : []),
  ...(state === 'invited' ? ['invite' as const] : []),
  'password',
  'fee',
  'delete',
]

export function ActionMenu({ member }: { member: Member }) {
  function selectAction(action: Action) {
    if (action === 'approve') approve(member)
    else if (action === 'invite') inviteAgain(member)
    else openDialog(action, member.id)
  }
  return (
    <Menu
      label={t('members:actionsOf', { name: member.nickname })}
      actions={getActions(member).map((action) => ({
        key: action,
        text: t(`members:action.${action}`),
        isDangerous: action === 'delete',
        onSelect: () => selectAction(action),
      }))}
    />
  )
}
