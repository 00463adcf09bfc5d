import { useStore } from '@nanostores/react'
import { formatNumber } from '#lib/format.ts'
import { sameQuestion } from '#lib/query.ts'
import { locale, t } from '#lib/strings.ts'
import { Combobox, type ComboboxOption } from '#shared/Combobox.tsx'
import { $filter, $memberName, chooseMember, findMembers, memberChoices } from './store.ts'

const none = 'none'

/** Whose channels are shown, out of as many members as a network may have; or those that nobody has. */
export function MemberFilter() {
  const { question, answer, error } = useStore(memberChoices.$state)
  const found = answer && sameQuestion(answer.question, question) ? answer.data : null
  const nobody = { value: none, label: t('channels:filter.nobody') }
  const members: ComboboxOption[] =
    answer && !error
      ? answer.data.members.map(({ id, nickname, channels }) => ({
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
      chosen={useChosen(nobody)}
      options={question?.search ? members : [nobody, ...members]}
      message={error ? t('channels:filter.failed') : messageOf(found)}
      onSearch={findMembers}
      onChoose={(option) => chooseMember(option && memberOf(option), option?.label)}
    />
  )
}

const memberOf = ({ value }: ComboboxOption) => (value === none ? none : Number(value))

function useChosen(nobody: ComboboxOption): ComboboxOption | null {
  const { member } = useStore($filter)
  const name = useStore($memberName)
  if (member === null) return null
  if (member === none) return nobody
  return { value: String(member), label: name ?? t('channels:filter.unknown', { id: member }) }
}

function messageOf(found: { total: number; members: readonly unknown[] } | null): string {
  if (found === null) return t('common:loading')
  const { total, members } = found
  if (total === 0) return t('channels:filter.none')
  if (total === members.length) return t('channels:filter.found', { count: total })
  return t('channels:filter.more', {
    total: formatNumber(total, locale()),
    shown: formatNumber(members.length, locale()),
  })
}
