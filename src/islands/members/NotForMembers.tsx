import { useEffect } from 'react'
import { localePath } from '#lib/language.ts'
import { navigate } from '#lib/router.ts'
import { notify } from '#lib/snackbars.ts'
import { locale, t } from '#lib/strings.ts'
import buttons from '#shared/Button.module.css'
import { Message } from '#shared/Message.tsx'
import styles from './Members.module.css'

const home = '/dashboard'
/** Long enough to read why. */
const leaveAfterMs = 6000

/** For who came by the address without managing a network: says so, and leads back. */
export function NotForMembers() {
  useEffect(() => {
    const leave = () => {
      notify('info', t('members:notForMembers.title'))
      navigate(home, { replace: true })
    }
    const timer = setTimeout(leave, leaveAfterMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className={styles.card}>
      <Message failed title={t('members:notForMembers.title')} text={t('members:notForMembers.text')}>
        <a className={`${buttons.button} ${buttons.primary}`} href={localePath(home, locale())}>
          {t('members:notForMembers.leave')}
        </a>
      </Message>
    </div>
  )
}
