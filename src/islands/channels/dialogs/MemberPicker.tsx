import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import type { Member } from '#contract/members.ts'
import { sameQuestion } from '#lib/query.ts'
import { t } from '#lib/strings.ts'
import { Button } from '#shared/Button.tsx'
import { SearchField } from '#shared/SearchField.tsx'
import { Chips } from './Chips.tsx'
import memberStyles from './Members.module.css'
import { $search, found, searchLength } from './member-search.ts'

export interface Person {
  readonly id: number
  readonly nickname: string
}

interface MemberPickerProps {
  /** Those who have the channel already. */
  having: readonly Person[]
  chosen: readonly Person[]
  onChoose: (chosen: readonly Person[]) => void
}

/** Several members of the network, found by typing. */
export function MemberPicker({ having, chosen, onChoose }: MemberPickerProps) {
  const place = useRef<HTMLDivElement>(null)
  const search = useStore($search)
  useEffect(() => () => $search.set(''), [])
  const without = (id: number) => chosen.filter((person) => person.id !== id)
  const toggle = ({ id, nickname }: Member) =>
    onChoose(chosen.some((person) => person.id === id) ? without(id) : [...chosen, { id, nickname }])
  return (
    <div ref={place} className={memberStyles.picker}>
      <SearchField
        label={t('channel-dialogs:assign.search')}
        value={search}
        maxLength={searchLength}
        onChange={(text) => $search.set(text)}
      />
      <Choice having={having} chosen={chosen} onToggle={toggle} />
      <Chips
        people={chosen}
        onRemove={(id) => onChoose(without(id))}
        onEmptied={() => place.current?.querySelector('input')?.focus()}
      />
    </div>
  )
}

interface ChoiceProps extends Pick<MemberPickerProps, 'having' | 'chosen'> {
  onToggle: (member: Member) => void
}

function Choice({ having, chosen, onToggle }: ChoiceProps) {
  const { question, answer, error, loading } = useStore(found.$state)
  const members = answer?.data.members ?? []
  const stale = loading && !sameQuestion(answer?.question ?? null, question)
  return (
    <fieldset className={memberStyles.choice} data-stale={(answer !== null && stale) || undefined}>
      <legend className="visually-hidden">{t('channel-dialogs:assign.members')}</legend>
      <ul>
        {members.map((member) => (
          <Row
            key={member.id}
            member={member}
            has={having.some(({ id }) => id === member.id)}
            chosen={chosen.some(({ id }) => id === member.id)}
            onToggle={() => onToggle(member)}
          />
        ))}
      </ul>
      <p role="status">{error ? error.message : <Found />}</p>
      {error && <Button onClick={found.reload}>{t('common:retry')}</Button>}
    </fieldset>
  )
}

/** How many there are beside those that are shown, that there are none, that they are on their way. */
function Found() {
  const { answer } = useStore(found.$state)
  if (!answer) return t('common:loading')
  const { total, members } = answer.data
  if (total > members.length) return t('channel-dialogs:assign.more', { count: total - members.length })
  if (total > 0) return null
  return t(answer.question.search ? 'channel-dialogs:assign.none' : 'channel-dialogs:assign.noMembers')
}

interface RowProps {
  member: Member
  has: boolean
  chosen: boolean
  onToggle: () => void
}

function Row({ member: { nickname, user_id }, has, chosen, onToggle }: RowProps) {
  return (
    <li>
      <label>
        <input type="checkbox" checked={has || chosen} disabled={has} onChange={onToggle} />
        <span>{nickname}</span>
        <small>{has ? t('channel-dialogs:assign.has') : user_id}</small>
      </label>
    </li>
  )
}
