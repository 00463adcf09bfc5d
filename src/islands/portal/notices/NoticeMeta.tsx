import type { Locale } from '#contract/platform/locale.ts'
import { Day } from '#islands/kit/ui/Day.tsx'
import { languageNames } from '#lib/i18n/language.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import styles from './Notices.module.css'

export const PinnedBadge = () => (
  <span className="chip accent" data-tone="primary">
    {t('notices:pinned')}
  </span>
)

export const NewBadge = () => <span className={`chip ${styles.new}`}>{t('notices:new')}</span>

/** Names the language of a text without a translation. */
export function LanguageMark({ language }: { language: Locale | undefined }) {
  if (language === undefined || language === locale()) return null
  return (
    <span className="chip" lang={language}>
      {languageNames[language]}
    </span>
  )
}

interface NoticeDatesProps {
  published: string
  edited: string | null
}

export const NoticeDates = ({ published, edited }: NoticeDatesProps) => (
  <span className={styles.days}>
    <Day moment={published} />
    {edited !== null && (
      <span>
        {t('notices:edited')} <Day moment={edited} />
      </span>
    )}
  </span>
)
