import { useEffect, useId, useRef } from 'react'
import { DialogActions, DialogContent } from '#islands/kit/dialogs/DialogParts.tsx'
import { Button } from '#islands/kit/ui/Button.tsx'
import { formatLocalDay } from '#lib/format/day.ts'
import { localizePath } from '#lib/i18n/language.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { closeDialog } from '#lib/navigation/active-dialog.ts'
import { copyText } from '#lib/page/clipboard.ts'
import styles from './Share.module.css'
import type { CreatedLink } from './share-form.ts'

/** The token is in the fragment, which browsers send to no server. */
const buildLink = (token: string) =>
  new URL(`${localizePath('/shared', locale())}#${token}`, location.href).href

/** Nobody can show the link again: the server has only a hash of it. */
export function NewLink({ link: { token, expiresAt } }: { link: CreatedLink }) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const address = buildLink(token)
  // The form had the focus.
  useEffect(() => input.current?.focus(), [])
  const copy = () =>
    copyText(address, {
      copied: t('share-report:created.copied'),
      failed: t('share-report:created.notCopied'),
    })
  return (
    <>
      <DialogContent>
        <div className="panel" data-tone="warn" id={`${id}-once`}>
          {t('share-report:created.once')}
        </div>
        <div className="grid gap-tight">
          <label className="medium" htmlFor={id}>
            {t('share-report:created.label')}
          </label>
          <div className={styles.link}>
            <input
              ref={input}
              id={id}
              className="input"
              readOnly
              value={address}
              aria-describedby={`${id}-once`}
              onFocus={({ target }) => target.select()}
            />
            <Button kind="primary" onClick={copy}>
              {t('common:copyLink')}
            </Button>
          </div>
          <p className="faint text-xs">
            {t('share-report:created.until', { day: formatLocalDay(expiresAt, locale()) })}
          </p>
        </div>
      </DialogContent>
      <DialogActions>
        <a className="button" href={localizePath('/shared-reports', locale())}>
          {t('share-report:created.list')}
        </a>
        <Button onClick={closeDialog}>{t('common:close')}</Button>
      </DialogActions>
    </>
  )
}
