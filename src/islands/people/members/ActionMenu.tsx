import type { Member } from '#contract/people/members.ts'
import { ActionMenu as Menu } from '#islands/kit/ui/ActionMenu.tsx'
import { t } from '#lib/i18n/strings.ts'
import { openDialog } from '#lib/navigation/active-dialog.ts'
import { approve, inviteAgain } from './store.ts'

type Action = 'approve' | 'invite' | 'payee' | 'password' | 'fee' | 'delete'

/** What the state asks for comes first. */
const getActions = ({ state, payee }: Member): Action[] => [
  ...(state === 'waiting' ? ['approve' as const] : []),
  ...(state === 'invited' ? ['invite' as const] : []),
  ...(payee === 'entered' ? ['payee' as const] : []),
  'password',
  'fee',
  ...(payee && payee !== 'entered' ? ['payee' as const] : []),
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
