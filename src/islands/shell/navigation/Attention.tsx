import { useStore } from '@nanostores/react'
import { useConfirmationMail } from '#islands/kit/hooks/use-confirmation-mail.ts'
import { Lazy } from '#islands/kit/ui/Lazy.tsx'
import { $alertCount, $attentionCount, $unverifiedCount, collapseAttention } from '#lib/api/session.ts'
import { localizePath } from '#lib/i18n/language.ts'
import { loadStrings } from '#lib/i18n/load-strings.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { lazyComponent } from '#lib/page/lazy-component.ts'
import styles from './Attention.module.css'
import { Icon } from './Icon.tsx'

const unknownCount = { ssr: () => 0 }

/** Shows what the account has to do before it can be paid. Prerendered on every page; `data-audience` reveals it. */
export function AttentionBanner() {
  return (
    <aside
      className={styles.banner}
      aria-label={t('shell:attention.title')}
      data-audience="attention"
      data-attention="open"
    >
      <Icon name="warning" />
      <ul className={styles.items}>
        <Confirmation />
        <Verification />
        <OperatorAlerts />
      </ul>
      <button
        type="button"
        className={`icon-button ${styles.collapse}`}
        aria-label={t('shell:attention.collapse')}
        title={t('shell:attention.collapse')}
        data-collapse="1"
        onClick={() => collapseAttention(true)}
      >
        <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
          <path d="M4 10l4-4 4 4" />
        </svg>
      </button>
    </aside>
  )
}

/** Replaces the banner while it is collapsed. */
export function AttentionEntry() {
  const count = useStore($attentionCount, unknownCount)
  return (
    <button
      type="button"
      className={`line gap-3 full medium ${styles.entry}`}
      data-audience="attention"
      data-attention="collapsed"
      data-collapse="0"
      onClick={() => collapseAttention(false)}
    >
      <Icon name="warning" />
      <span className={styles.label}>{t('shell:attention.title')}</span>
      <b className={styles.count} data-count="attention">
        {count || ''}
      </b>
    </button>
  )
}

function Verification() {
  const count = useStore($unverifiedCount, unknownCount)
  return (
    <li data-audience="unverified">
      <strong data-count="unverified">
        {count > 0 ? t('shell:verify.count', { count }) : t('shell:verify.title')}
      </strong>{' '}
      <span className="muted">{t('shell:verify.text')}</span>{' '}
      <a href={localizePath('/manage-channel?state=unverified', locale())}>{t('shell:verify.link')}</a>
    </li>
  )
}

const lazyAlertList = lazyComponent(async () => {
  try {
    const [{ AlertList }] = await Promise.all([import('./AlertList.tsx'), loadStrings('operator-alerts')])
    return AlertList
  } catch {
    // The screen works without the alerts, and the summary says where to look.
    return () => null
  }
})
const noProps = {}

/** Static pages show only the summary. */
function OperatorAlerts() {
  const count = useStore($alertCount, unknownCount)
  return (
    <li data-audience="alerts">
      <strong data-count="alerts">
        {count > 0 ? t('shell:alerts.count', { count }) : t('shell:alerts.title')}
      </strong>{' '}
      <span className="muted">{t('shell:alerts.text')}</span>
      {count > 0 && <Lazy component={lazyAlertList} props={noProps} />}
    </li>
  )
}

function Confirmation() {
  const { pending, send } = useConfirmationMail()
  return (
    <li data-audience="unconfirmed">
      <strong>{t('shell:confirm.title')}</strong> <span className="muted">{t('shell:confirm.text')}</span>{' '}
      <button type="button" className="inline-button" disabled={pending} data-confirm onClick={send}>
        {t('shell:confirm.again')}
      </button>
    </li>
  )
}
