import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { t } from '#lib/i18n/strings.ts'
import { registerShortcut } from '#lib/navigation/shortcuts.ts'
import styles from './Review.module.css'
import { $lastDecision, undoLast } from './store.ts'

/** The last decision can be undone for as long as its people do not know of it. */
export function UndoBar() {
  const last = useStore($lastDecision)
  const [now, setNow] = useState(Date.now)
  const seconds = last ? Math.ceil((Date.parse(last.undoUntil) - now) / 1_000) : 0
  useEffect(() => {
    if (!last) return
    setNow(Date.now())
    const timer = setInterval(() => {
      setNow(Date.now())
      if (Date.parse(last.undoUntil) <= Date.now()) $lastDecision.set(null)
    }, 1_000)
    return () => clearInterval(timer)
  }, [last])
  useEffect(() => registerShortcut({ key: 'u', label: t('desk:undo'), run: () => void undoLast() }), [])
  const text = last && t(`desk-review:done.${last.decision}`, { name: last.name, count: last.ids.length })
  return (
    <div className={styles.undoPlace}>
      <p className="visually-hidden" role="status">
        {text}
      </p>
      {last && seconds > 0 && (
        <div className={styles.undo}>
          <span aria-hidden="true" className="break">
            {text}
          </span>
          <button type="button" onClick={() => void undoLast()} data-undo>
            {t('desk:undo')}{' '}
            <span className={styles.key} aria-hidden="true">
              u
            </span>
          </button>
          <span className="nowrap" aria-hidden="true">
            {t('desk-review:seconds', { count: seconds })}
          </span>
        </div>
      )}
    </div>
  )
}
