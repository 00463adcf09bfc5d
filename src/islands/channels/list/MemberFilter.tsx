import { useStore } from '@nanostores/react'
import { $filter, filterByMember } from '#islands/channels/state/store.ts'
import { MemberCombobox } from '#islands/kit/forms/combobox/MemberCombobox.tsx'
import { t } from '#lib/i18n/strings.ts'

const unassignedValue = 'none'

export function MemberFilter() {
  const { member } = useStore($filter)
  return (
    <MemberCombobox
      otherOption={{ value: unassignedValue, label: t('channels:filter.nobody') }}
      isOtherSelected={member === unassignedValue}
      onChoose={(value) => filterByMember(parseValue(value))}
    />
  )
}

function parseValue(value: string | null) {
  if (value === null) return undefined
  return value === unassignedValue ? unassignedValue : Number(value)
}
