import { useStore } from '@nanostores/react'
import { t } from '#lib/strings.ts'
import { Select } from '#shared/Select.tsx'
import { $filter } from './scope.ts'
import { chooseMember, members } from './store.ts'

const all = ''

export function MemberSelect() {
  const { answer } = useStore(members.$state)
  const { member } = useStore($filter)
  const known = answer?.data ?? []
  const missing = member !== null && !known.some(({ id }) => id === member)
  const options = [
    { value: all, label: t('reports:member.all') },
    // The address may name a member before the list is there, or one who has gone.
    ...(missing ? [{ value: String(member), label: t('reports:member.unknown', { id: member }) }] : []),
    ...known.map(({ id, nickname }) => ({ value: String(id), label: nickname })),
  ]
  return (
    <Select
      label={t('reports:member.label')}
      value={member === null ? all : String(member)}
      options={options}
      onChange={(value) => chooseMember(value === all ? null : Number(value))}
    />
  )
}
