import type { ReactNode } from 'react'
import memberStyles from '#islands/channels/dialogs/parts/MemberPicker.module.css'
import { Dialog } from '#islands/kit/dialogs/Dialog.tsx'
import { DialogActions, DialogContent, ErrorMessage } from '#islands/kit/dialogs/DialogParts.tsx'
import { Button } from '#islands/kit/ui/Button.tsx'
import { t } from '#lib/i18n/strings.ts'
import { AssignmentDay } from './AssignmentDay.tsx'
import type { MemberOption } from './MemberChips.tsx'

interface UnassignFormProps<Member extends MemberOption> {
  title: string
  /** Names the channels. */
  children: ReactNode
  members: readonly Member[]
  selected: readonly Member[]
  renderNote?: (member: Member) => ReactNode
  /** Replaces the members. */
  emptyText: string
  failure: string | null
  pending: boolean
  /** First day without the channels; empty: today. */
  day: string
  onToggle: (id: number) => void
  onDayChange: (day: string) => void
  onUnassign: () => void
  onClose: () => void
}

/** Lists the members of one or more channels, to unassign them. */
export function UnassignForm<Member extends MemberOption>({
  title,
  children,
  members,
  selected,
  renderNote,
  emptyText,
  failure,
  pending,
  day,
  onToggle,
  onDayChange,
  onUnassign,
  onClose,
}: UnassignFormProps<Member>) {
  return (
    <Dialog title={title} swipe="down" onClose={onClose}>
      <DialogContent>
        {children}
        {members.length > 0 ? (
          <>
            <fieldset className={memberStyles.options}>
              <legend className="visually-hidden">{t('channel-dialogs:unassign.members')}</legend>
              <ul className={`text-s ${memberStyles.list}`}>
                {members.map((member) => (
                  <li key={member.id}>
                    <label className="row">
                      <input
                        type="checkbox"
                        checked={selected.includes(member)}
                        onChange={() => onToggle(member.id)}
                      />
                      <span className="grow break">{member.nickname}</span>
                      {renderNote?.(member)}
                    </label>
                  </li>
                ))}
              </ul>
            </fieldset>
            <AssignmentDay kind="unassign.until" value={day} onChange={onDayChange} />
          </>
        ) : (
          <p className="caption">{emptyText}</p>
        )}
        <ErrorMessage text={failure} />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('common:close')}</Button>
        {members.length > 0 && (
          <Button kind="primary" pending={pending} onClick={onUnassign}>
            {t('channels:action.unassign')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}
