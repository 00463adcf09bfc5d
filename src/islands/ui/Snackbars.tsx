import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import { $topDialog } from '#islands/dialogs/stack.ts'
import { t } from '#lib/i18n/strings.ts'
import { $snackbars, dismissSnackbar, type Snackbar, type SnackbarType } from '#lib/page/snackbars.ts'
import styles from './Snackbars.module.css'

const displayMs: Record<SnackbarType, number> = { info: 4000, success: 4000, error: 8000 }

const iconPaths: Record<SnackbarType, string> = {
  info: 'M8 7v4.5M8 4.5v.5',
  success: 'm4.6 8.3 2.4 2.4 4.6-5',
  error: 'M8 4.5v4.2M8 11v.5',
}

function SnackbarIcon({ type }: { type: SnackbarType }) {
  return (
    <svg className={styles.icon} viewBox="0 0 16 16" aria-hidden="true">
      <circle cx="8" cy="8" r="7.2" />
      <path d={iconPaths[type]} />
    </svg>
  )
}

function SnackbarItem({ id, type, message }: Snackbar) {
  const [isPaused, setIsPaused] = useState(false)
  useEffect(() => {
    if (isPaused) return
    const timer = setTimeout(() => dismissSnackbar(id), displayMs[type])
    return () => clearTimeout(timer)
  }, [isPaused, id, type])
  return (
    <li
      className={styles.item}
      data-type={type}
      onPointerEnter={() => setIsPaused(true)}
      onPointerLeave={() => setIsPaused(false)}
      onFocus={() => setIsPaused(true)}
      onBlur={() => setIsPaused(false)}
    >
      <SnackbarIcon type={type} />
      <span className={styles.message} role={type === 'error' ? 'alert' : 'status'}>
        {message}
      </span>
      <button
        className={styles.close}
        type="button"
        aria-label={t('common:close')}
        onClick={() => dismissSnackbar(id)}
      >
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d="m4 4 8 8m0-8-8 8" />
        </svg>
      </button>
    </li>
  )
}

/**
 * The messages, in the dialog on top or, without one, on the page: outside of a modal dialog they could be neither heard
 * nor closed.
 */
export function Snackbars({ dialog }: { dialog?: symbol }) {
  return useStore($topDialog, { ssr: () => undefined }) === dialog && <SnackbarStack />
}

/** The stack at the top centre. A popover, shown anew with each message to lie above its dialog. */
function SnackbarStack() {
  const snackbars = useStore($snackbars, { ssr: 'initial' })
  const stack = useRef<HTMLOListElement>(null)
  const newest = snackbars.at(-1)?.id
  useEffect(() => {
    stack.current?.hidePopover()
    if (newest !== undefined) stack.current?.showPopover()
  }, [newest])
  return (
    <ol ref={stack} className={styles.stack} popover="manual" aria-label={t('common:messages')}>
      {snackbars.map((snackbar) => (
        <SnackbarItem key={snackbar.id} {...snackbar} />
      ))}
    </ol>
  )
}
