import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { memberSorts } from '#contract/people/members.ts'
import { maxSearchLength } from '#contract/platform/params.ts'
import { SearchField } from '#islands/kit/forms/SearchField.tsx'
import { Select } from '#islands/kit/forms/Select.tsx'
import { SelectionBar as Bar } from '#islands/kit/tables/SelectionBar.tsx'
import { SortSelect } from '#islands/kit/tables/SortSelect.tsx'
import { ActionMenu } from '#islands/kit/ui/ActionMenu.tsx'
import { Button } from '#islands/kit/ui/Button.tsx'
import { Message } from '#islands/kit/ui/feedback/Message.tsx'
import { ScreenHeader } from '#islands/kit/ui/ScreenHeader.tsx'
import { $isManager, $user } from '#lib/api/session.ts'
import { formatMonth } from '#lib/format/day.ts'
import { missingValue } from '#lib/format/number.ts'
import { localizePath } from '#lib/i18n/language.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { openDialog } from '#lib/navigation/active-dialog.ts'
import { navigate } from '#lib/navigation/router.ts'
import { notify } from '#lib/page/snackbars.ts'
import { MemberList } from './MemberList.tsx'
import styles from './Members.module.css'
import { memberSelection } from './selection.ts'
import { $filter, memberList, searchMembers, setOrder, showMonth } from './store.ts'

export function MembersView() {
  const isManager = useStore($isManager)
  const isUserKnown = useStore($user) !== null
  return (
    <div className="stack gap-4">
      <ScreenHeader title={t('members:title')} lead={t('members:lead')}>
        {isManager && (
          <span>
            <Button kind="primary" onClick={() => openDialog('addMember')}>
              <span aria-hidden="true">+</span> {t('members:create')}
            </Button>
            <FeeMenu />
          </span>
        )}
      </ScreenHeader>
      {isUserKnown && !isManager ? <ManagersOnly /> : <MemberManagement />}
    </div>
  )
}

const FeeMenu = () => (
  <ActionMenu
    label={t('members:more')}
    actions={(['defaultFee', 'feeFile'] as const).map((dialog) => ({
      key: dialog,
      text: t(`members:menu.${dialog}`),
      onSelect: () => openDialog(dialog),
    }))}
  />
)

const sortings = memberSorts.flatMap((sort) =>
  (sort === 'name' ? (['asc', 'desc'] as const) : (['desc', 'asc'] as const)).map((order) => ({
    sort,
    order,
  })),
)

function MemberManagement() {
  const filter = useStore($filter)
  useEffect(() => memberSelection.clear, [])
  return (
    <>
      <div className={styles.filters}>
        <SearchField
          label={t('members:search')}
          value={filter.search}
          maxLength={maxSearchLength}
          onChange={searchMembers}
        />
        <MonthSelect />
        <div className={styles.sort}>
          <SortSelect
            label={t('members:sort.label')}
            current={filter}
            sortings={sortings}
            text={({ sort, order }) => t(`members:sort.${sort}-${order}`)}
            onSort={({ sort, order }) => setOrder(sort, order)}
          />
        </div>
      </div>
      <MemberList />
      <SelectionBar />
    </>
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
      clearLabel={t('members:select.clear')}
      onClear={memberSelection.clear}
    >
      <button type="button" onClick={() => openDialog('feeMany', selectedValue)}>
        {t('members:select.fee')}
      </button>
    </Bar>
  )
}

const home = '/dashboard'
const redirectDelayMs = 6000

function ManagersOnly() {
  useEffect(() => {
    const redirect = () => {
      notify('info', t('members:notForMembers.title'))
      navigate(home, { replace: true })
    }
    const timer = setTimeout(redirect, redirectDelayMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className="card">
      <Message failed title={t('members:notForMembers.title')} text={t('members:notForMembers.text')}>
        <a className="button" data-kind="primary" href={localizePath(home, locale())}>
          {t('members:notForMembers.leave')}
        </a>
      </Message>
    </div>
  )
}

function MonthSelect() {
  const { month } = useStore($filter)
  const { result, error } = useStore(memberList.$state)
  const report = result?.data.report
  const months = report?.months ?? []
  const placeholder = report === null ? t('members:month.none') : error ? missingValue : t('common:loading')
  return (
    <Select
      label={t('members:month.label')}
      value={months.find((one) => one === month) ?? months[0] ?? ''}
      options={
        report
          ? months.map((value) => ({ value, label: formatMonth(value, locale()) }))
          : [{ value: '', label: placeholder }]
      }
      onChange={(value) => showMonth(value === months[0] ? undefined : value)}
    />
  )
}
