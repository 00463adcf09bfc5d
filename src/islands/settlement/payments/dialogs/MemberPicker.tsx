import { useStore } from '@nanostores/react'
import { Combobox, type ComboboxOption } from '#islands/kit/forms/combobox/Combobox.tsx'
import { memberOptions, searchMembers } from '#islands/kit/forms/combobox/member-search.ts'
import { isSameKey } from '#lib/api/query.ts'
import { formatNumber } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'

interface MemberPickerProps {
  selected: ComboboxOption | null
  errorId: string | undefined
  onChoose: (member: ComboboxOption | null) => void
}

/** Searches the network's members by name and email address. */
export function MemberPicker({ selected, errorId, onChoose }: MemberPickerProps) {
  const { key, result, error } = useStore(memberOptions.$state)
  const found = result && isSameKey(result.key, key) ? result.data : null
  return (
    <Combobox
      label={t('lists:member')}
      placeholder={t('payment-dialogs:entry.memberHint')}
      clearLabel={t('member-filter:clear')}
      selected={selected}
      options={(result?.data.members ?? []).map(({ id, nickname, user_id }) => ({
        value: String(id),
        label: nickname,
        note: user_id,
      }))}
      errorId={errorId}
      message={error ? t('member-filter:failed') : formatStatus(found)}
      onSearch={searchMembers}
      onChoose={onChoose}
    />
  )
}

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
