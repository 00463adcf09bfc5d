import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { snoozeHours, type WaitingItem } from '#contract/operations/desk/today.ts'
import { TakeButton } from '#islands/kit/desk/TakeButton.tsx'
import { ActionMenu } from '#islands/kit/ui/ActionMenu.tsx'
import { Permitted } from '#islands/kit/ui/Permitted.tsx'
import { $user, may } from '#lib/api/session.ts'
import { formatDuration } from '#lib/format/moment.ts'
import { localizePath } from '#lib/i18n/language.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { registerShortcut } from '#lib/navigation/shortcuts.ts'
import { formatAmounts } from './amounts.ts'
import { describeItem } from './describe-item.ts'
import { assign, snooze } from './store.ts'
import styles from './Today.module.css'

/** Limits that are near or passed have a color. */
function getTone({ dueAt, overdue }: WaitingItem): 'bad' | 'warn' | undefined {
  if (overdue > 0) return 'bad'
  const isNear = dueAt !== null && Date.parse(dueAt) - Date.now() < 24 * 3_600_000
  return isNear ? 'warn' : undefined
}

export function WaitingRow({ item }: { item: WaitingItem }) {
  const { title, detail, action, path } = describeItem(item)
  const tone = getTone(item)
  return (
    <li className={styles.row} data-row data-waiting={item.kind} data-harm={item.harm}>
      <div className={styles.text}>
        <b className="break">{title}</b>
        {detail && <small className="break">{detail}</small>}
      </div>
      <span className={styles.amount}>{formatAmounts([item])}</span>
      <span className={`nowrap ${styles.age} ${tone ?? 'muted'}`}>
        {item.since !== null &&
          t('desk-today:age', {
            duration: formatDuration(Date.now() - Date.parse(item.since), locale()),
          })}
      </span>
      <Assignee item={item} title={title} />
      <a className={`button small ${styles.action}`} href={localizePath(path, locale())}>
        {action}
      </a>
      <Permitted permission="desk.change">
        <ActionMenu
          label={t('desk-today:more', { name: title })}
          actions={snoozeHours.map((hours) => ({
            key: String(hours),
            text: t(`desk-today:snooze.h${hours}`),
            onSelect: () => void snooze(item, hours, title),
          }))}
        />
      </Permitted>
    </li>
  )
}

function Assignee({ item, title }: { item: WaitingItem; title: string }) {
  const changes = useStore(may('desk.change'))
  const ownId = useStore($user)?.id
  const button = useRef<HTMLButtonElement>(null)
  const { assignee } = item
  const mayToggle = changes && (assignee === null || assignee.id === ownId)
  useRowKeys(button, mayToggle, item, title)
  if (!mayToggle)
    return (
      <span className={styles.assignee}>
        {assignee && (
          <span className="chip" title={t('desk-today:assignee', { name: assignee.nickname })}>
            {assignee.nickname}
          </span>
        )}
      </span>
    )
  return (
    <span className={styles.assignee}>
      <TakeButton
        ref={button}
        name={title}
        taker={assignee?.nickname ?? null}
        onToggle={(takes) => void assign(item, takes)}
      />
    </span>
  )
}

/** `m` and `z` act on the row that has the focus. */
function useRowKeys(
  button: React.RefObject<HTMLButtonElement | null>,
  mayChange: boolean,
  item: WaitingItem,
  title: string,
): void {
  useEffect(() => {
    const row = button.current?.closest('li')
    if (!row || !mayChange) return
    let release: (() => void)[] = []
    const unregister = () => {
      for (const one of release) one()
      release = []
    }
    const register = () => {
      unregister()
      release = [
        registerShortcut({ key: 'm', label: t('desk-today:keys.take'), run: () => button.current?.click() }),
        registerShortcut({
          key: 'z',
          label: t('desk-today:snooze.h24'),
          run: () => void snooze(item, 24, title),
        }),
      ]
    }
    row.addEventListener('focusin', register)
    row.addEventListener('focusout', unregister)
    if (row.contains(document.activeElement)) register()
    return () => {
      row.removeEventListener('focusin', register)
      row.removeEventListener('focusout', unregister)
      unregister()
    }
  }, [button, mayChange, item, title])
}
