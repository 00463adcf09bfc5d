import { useStore } from '@nanostores/react'
import type { WritableAtom } from 'nanostores'
import { useEffect } from 'react'
import { t } from '#lib/i18n/strings.ts'
import styles from './UndoBar.module.css'

/** What has just been done, which one click takes back. */
export interface Undo {
  readonly text: string
  readonly run: () => Promise<boolean>
}

const shownMs = 30_000

export function UndoBar({ $undo }: { $undo: WritableAtom<Undo | null> }) {
  const undo = useStore($undo)
  useEffect(() => {
    const timer = setTimeout(() => $undo.get() === undo && $undo.set(null), shownMs)
    return () => clearTimeout(timer)
  }, [$undo, undo])
  const takeBack = () => {
    $undo.set(null)
    void undo?.run()
  }
  return (
    <div role="status">
      {undo && (
        <p className={styles.bar}>
          <span className="break">{undo.text}</span>
          <button type="button" className="button small" onClick={takeBack}>
            {t('desk:undo')}
          </button>
        </p>
      )}
    </div>
  )
}
