import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { SelectionBar as Bar, SelectAll } from '#islands/kit/tables/SelectionBar.tsx'
import { ActionMenu } from '#islands/kit/ui/ActionMenu.tsx'
import { Button } from '#islands/kit/ui/Button.tsx'
import { Message } from '#islands/kit/ui/feedback/Message.tsx'
import { ScreenHeader } from '#islands/kit/ui/ScreenHeader.tsx'
import { SavedViews } from '#islands/kit/views/SavedViews.tsx'
import { $user, may } from '#lib/api/session.ts'
import { localizePath } from '#lib/i18n/language.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { openDialog } from '#lib/navigation/active-dialog.ts'
import { navigate } from '#lib/navigation/router.ts'
import { notify } from '#lib/page/snackbars.ts'
import { MemberList } from './MemberList.tsx'
import { memberSelection } from './selection.ts'
import { memberList, readMatchingMembers } from './store.ts'

export function MembersView() {
  const seesMembers = useStore(may('members.read'))
  const changesMembers = useStore(may('members.change'))
  const isUserKnown = useStore($user) !== null
  return (
    <div className="stack gap-4">
      <ScreenHeader title={t('shell:views.manage-member')} lead={t('members:lead')}>
        {changesMembers && (
          <span>
            <SavedViews />
            <Button kind="primary" onClick={() => openDialog('addMember')}>
              <span aria-hidden="true">+</span> {t('members:create')}
            </Button>
            <MemberMenu />
          </span>
        )}
      </ScreenHeader>
      {isUserKnown && !seesMembers ? <ManagersOnly /> : <MemberManagement />}
    </div>
  )
}

const MemberMenu = () => (
  <ActionMenu
    label={t('members:more')}
    actions={(['memberFile', 'defaultFee', 'feeFile'] as const).map((dialog) => ({
      key: dialog,
      text: t(`members:menu.${dialog}`),
      onSelect: () => openDialog(dialog),
    }))}
  />
)

function MemberManagement() {
  useEffect(() => memberSelection.clear, [])
  return (
    <div className="min-0">
      <MemberList />
      <SelectionBar />
    </div>
  )
}

/** The value of the flag of dialogs about all selected members. */
const selectedValue = 'selected'

function SelectionBar() {
  const { size } = useStore(memberSelection.$rows)
  return (
    <Bar
      label={t('members:select.bar')}
      text={size > 0 ? t('members:select.count', { count: size }) : null}
      clearLabel={t('lists:clearSelection')}
      onClear={memberSelection.clear}
    >
      <SelectAllMembers selected={size} />
      <button type="button" onClick={() => openDialog('feeMany', selectedValue)}>
        {t('members:action.fee')}
      </button>
    </Bar>
  )
}

function SelectAllMembers({ selected }: { selected: number }) {
  const { result } = useStore(memberList.$state)
  const { total = 0, members = [] } = result?.data ?? {}
  return (
    <SelectAll
      selection={memberSelection}
      total={total}
      listed={members.length}
      selected={selected}
      load={readMatchingMembers}
      text={(key, values) => t(`members:select.${key}`, values)}
    />
  )
}

const home = '/dashboard'
const redirectDelayMs = 6000

function ManagersOnly() {
  useEffect(() => {
    const redirect = () => {
      notify('info', t('lists:managersOnly'))
      navigate(home, { replace: true })
    }
    const timer = setTimeout(redirect, redirectDelayMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className="card">
      <Message failed title={t('lists:managersOnly')} text={t('members:notForMembers.text')}>
        <a className="button" data-kind="primary" href={localizePath(home, locale())}>
          {t('members:notForMembers.leave')}
        </a>
      </Message>
    </div>
  )
}
