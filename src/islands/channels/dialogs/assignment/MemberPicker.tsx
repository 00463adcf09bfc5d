import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import type { Member } from '#contract/people/members.ts'
import { maxSearchLength } from '#contract/platform/params.ts'
import memberStyles from '#islands/channels/dialogs/parts/MemberPicker.module.css'
import { SearchField } from '#islands/kit/forms/SearchField.tsx'
import { Button } from '#islands/kit/ui/Button.tsx'
import { isSameKey } from '#lib/api/query.ts'
import { t } from '#lib/i18n/strings.ts'
import { MemberChips, type MemberOption } from './MemberChips.tsx'
import { $searchTerm, memberResults } from './member-search.ts'

interface MemberPickerProps {
  assigned: readonly MemberOption[]
  selected: readonly MemberOption[]
  onChoose: (selected: readonly MemberOption[]) => void
}

export function MemberPicker({ assigned, selected, onChoose }: MemberPickerProps) {
  const container = useRef<HTMLDivElement>(null)
  const search = useStore($searchTerm)
  useEffect(() => () => $searchTerm.set(''), [])
  const without = (id: number) => selected.filter((person) => person.id !== id)
  const toggle = ({ id, nickname }: Member) =>
    onChoose(selected.some((person) => person.id === id) ? without(id) : [...selected, { id, nickname }])
  return (
    <div ref={container} className="stack gap-3">
      <SearchField
        label={t('lists:search')}
        value={search}
        maxLength={maxSearchLength}
        onChange={(text) => $searchTerm.set(text)}
      />
      <MemberOptions assigned={assigned} selected={selected} onToggle={toggle} />
      <MemberChips
        people={selected}
        onRemove={(id) => onChoose(without(id))}
        onEmpty={() => container.current?.querySelector('input')?.focus()}
      />
    </div>
  )
}

interface MemberOptionsProps extends Pick<MemberPickerProps, 'assigned' | 'selected'> {
  onToggle: (member: Member) => void
}

function MemberOptions({ assigned, selected, onToggle }: MemberOptionsProps) {
  const { key, result, error, isLoading } = useStore(memberResults.$state)
  const members = result?.data.members ?? []
  const stale = isLoading && !isSameKey(result?.key ?? null, key)
  return (
    <fieldset
      className={`${memberStyles.options} ${memberStyles.fixed}`}
      data-stale={(result !== null && stale) || undefined}
    >
      <legend className="visually-hidden">{t('common:members')}</legend>
      <ul className={`text-s ${memberStyles.list}`}>
        {members.map((member) => (
          <MemberOptionRow
            key={member.id}
            member={member}
            isAssigned={assigned.some(({ id }) => id === member.id)}
            isSelected={selected.some(({ id }) => id === member.id)}
            onToggle={() => onToggle(member)}
          />
        ))}
      </ul>
      <p className="caption" role="status">
        {error ? error.message : <SearchStatus />}
      </p>
      {error && <Button onClick={memberResults.reload}>{t('common:retry')}</Button>}
    </fieldset>
  )
}

function SearchStatus() {
  const { result } = useStore(memberResults.$state)
  if (!result) return t('common:loading')
  const { total, members } = result.data
  if (total > members.length) return t('channel-dialogs:assign.more', { count: total - members.length })
  if (total > 0) return null
  return t(result.key.search ? 'channel-dialogs:assign.none' : 'channel-dialogs:assign.noMembers')
}

interface MemberOptionRowProps {
  member: Member
  isAssigned: boolean
  isSelected: boolean
  onToggle: () => void
}

function MemberOptionRow({
  member: { nickname, user_id },
  isAssigned,
  isSelected,
  onToggle,
}: MemberOptionRowProps) {
  return (
    <li>
      <label className="row">
        <input type="checkbox" checked={isAssigned || isSelected} disabled={isAssigned} onChange={onToggle} />
        <span className="grow break">{nickname}</span>
        <small className="break">{isAssigned ? t('channel-dialogs:assign.has') : user_id}</small>
      </label>
    </li>
  )
}
