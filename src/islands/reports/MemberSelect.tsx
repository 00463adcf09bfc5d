import { useStore } from '@nanostores/react'
import { Select } from '#islands/forms/Select.tsx'
import { t } from '#lib/i18n/strings.ts'
import { $filter } from './filter.ts'
import { members, setMember } from './store.ts'

const allValue = ''

export function MemberSelect() {
  const { result } = useStore(members.$state)
  const { member } = useStore($filter)
  const memberList = result?.data ?? []
  const isMissing = member !== undefined && !memberList.some(({ id }) => id === member)
  const options = [
    { value: allValue, label: t('reports:member.all') },
    // The URL may name a member who is not in the list.
    ...(isMissing ? [{ value: String(member), label: t('reports:member.unknown', { id: member }) }] : []),
    ...memberList.map(({ id, nickname }) => ({ value: String(id), label: nickname })),
  ]
  return (
    <Select
      label={t('reports:member.label')}
      value={member === undefined ? allValue : String(member)}
      options={options}
      onChange={(value) => setMember(value === allValue ? undefined : Number(value))}
    />
  )
}
