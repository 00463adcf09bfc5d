import { t } from '#lib/i18n/strings.ts'
import { copyText } from '#lib/page/clipboard.ts'
import styles from './section/Detail.module.css'

interface CopyLinkProps {
  /** A path on this site. */
  href: string
  texts: { copy: string; copied: string; failed: string }
}

/** Copies the address of a page. */
export const CopyLink = ({ href, texts: { copy, ...texts } }: CopyLinkProps) => (
  <button
    type="button"
    className={styles.link}
    onClick={() => copyText(new URL(href, location.href).href, texts)}
  >
    {copy}
  </button>
)

export const CopyVideoLink = ({ href }: Pick<CopyLinkProps, 'href'>) => (
  <CopyLink
    href={href}
    texts={{
      copy: t('common:copyLink'),
      copied: t('video-detail:page.copied'),
      failed: t('video-detail:page.notCopied'),
    }}
  />
)
