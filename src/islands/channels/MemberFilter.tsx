import { useStore } from '@nanostores/react'
import { Combobox, type ComboboxOption } from '#islands/forms/Combobox.tsx'
import { isSameKey } from '#lib/api/query.ts'
import { formatNumber } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { $filter, $memberName, filterByMember, memberOptions, searchMembers } from './store.ts'

const unassignedValue = 'none'

export function MemberFilter() {
  const { key, result, error } = useStore(memberOptions.$state)
  const found = result && isSameKey(result.key, key) ? result.data : null
  const unassignedOption = { value: unassignedValue, label: t('channels:filter.nobody') }
  const members: ComboboxOption[] =
    result && !error
      ? result.data.members.map(({ id, nickname, channels }) => ({
          value: String(id),
          label: nickname,
          note: t('channels:filter.channels', { count: channels }),
        }))
      : []
  return (
    <Combobox
      label={t('channels:filter.member')}
      placeholder={t('channels:filter.everybody')}
      clearLabel={t('channels:filter.clearMember')}
      selected={useSelectedOption(unassignedOption)}
      options={key?.search ? members : [unassignedOption, ...members]}
      message={error ? t('channels:filter.failed') : formatStatus(found)}
      onSearch={searchMembers}
      onChoose={(option) => filterByMember(option ? parseOption(option) : undefined, option?.label)}
    />
  )
}

const parseOption = ({ value }: ComboboxOption) =>
  value === unassignedValue ? unassignedValue : Number(value)

function useSelectedOption(nobody: ComboboxOption): ComboboxOption | null {
  const { member } = useStore($filter)
  const name = useStore($memberName)
  if (member === undefined) return null
  if (member === unassignedValue) return nobody
  return { value: String(member), label: name ?? t('channels:filter.unknown', { id: member }) }
}

function formatStatus(found: { total: number; members: readonly unknown[] } | null): string {
  if (found === null) return t('common:loading')
  const { total, members } = found
  if (total === 0) return t('channels:filter.none')
  if (total === members.length) return t('channels:filter.found', { count: total })
  return t('channels:filter.more', {
    total: formatNumber(total, locale()),
    shown: formatNumber(members.length, locale()),
  })
}
