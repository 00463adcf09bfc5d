import { useStore } from '@nanostores/react'
import { isSameKey } from '#lib/api/query.ts'
import { formatNumber } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { Combobox, type ComboboxOption } from './Combobox.tsx'
import { $selectedMember, memberOptions, rememberName, searchMembers } from './member-search.ts'

interface MemberComboboxProps {
  /** An option besides all members and each of them. */
  otherOption?: ComboboxOption
  isOtherSelected?: boolean
  /** `null`: all; otherwise a member's id or the value of the other option. */
  onChoose: (value: string | null) => void
}

/** Selects one of the network's members via the URL parameter `member`. Screens list the texts `member-filter`. */
export function MemberCombobox({ otherOption, isOtherSelected = false, onChoose }: MemberComboboxProps) {
  const { key, result, error } = useStore(memberOptions.$state)
  const found = result && isSameKey(result.key, key) ? result.data : null
  const fixedOptions = [{ value: '', label: t('member-filter:all') }, ...(otherOption ? [otherOption] : [])]
  const members = result && !error ? result.data.members.map(toOption) : []
  function choose(option: ComboboxOption | null) {
    if (option && option.value !== otherOption?.value) rememberName(Number(option.value), option.label)
    onChoose(option?.value ?? null)
  }
  const selected = useSelectedOption()
  return (
    <Combobox
      audience="members.read"
      label={t('lists:member')}
      placeholder={t('member-filter:all')}
      clearLabel={t('member-filter:clear')}
      selected={isOtherSelected && otherOption ? otherOption : selected}
      options={key?.search ? members : [...fixedOptions, ...members]}
      message={error ? t('member-filter:failed') : formatStatus(found)}
      onSearch={searchMembers}
      onChoose={choose}
    />
  )
}

const toOption = ({ id, nickname, channels }: { id: number; nickname: string; channels: number }) => ({
  value: String(id),
  label: nickname,
  note: t('common:channelCount', { count: channels }),
})

function useSelectedOption(): ComboboxOption | null {
  const selected = useStore($selectedMember)
  return selected && { value: String(selected.id), label: formatSelectedMember(selected) }
}

export const formatSelectedMember = ({ id, name }: { id: number; name: string | null }): string =>
  name ?? t('member-filter:unknown', { id })

function formatStatus(found: { total: number; members: readonly unknown[] } | null): string {
  if (found === null) return t('common:loading')
  const { total, members } = found
  if (total === 0) return t('member-filter:none')
  if (total === members.length) return t('member-filter:found', { count: total })
  return t('member-filter:more', {
    total: formatNumber(total, locale()),
    shown: formatNumber(members.length, locale()),
  })
}
