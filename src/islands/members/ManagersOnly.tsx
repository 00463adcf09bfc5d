import { useEffect } from 'react'
import buttons from '#islands/ui/Button.module.css'
import { Message } from '#islands/ui/Message.tsx'
import { localizePath } from '#lib/i18n/language.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { navigate } from '#lib/navigation/router.ts'
import { notify } from '#lib/page/snackbars.ts'
import styles from './Members.module.css'

const home = '/dashboard'
/** Long enough to read why. */
const redirectDelayMs = 6000

/** For who came by the address without managing a network: says so, and leads back. */
export function ManagersOnly() {
  useEffect(() => {
    const redirect = () => {
      notify('info', t('members:notForMembers.title'))
      navigate(home, { replace: true })
    }
    const timer = setTimeout(redirect, redirectDelayMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className={styles.card}>
      <Message failed title={t('members:notForMembers.title')} text={t('members:notForMembers.text')}>
        <a className={`${buttons.button} ${buttons.primary}`} href={localizePath(home, locale())}>
          {t('members:notForMembers.leave')}
        </a>
      </Message>
    </div>
  )
}
