import { t } from '#lib/i18n/strings.ts'
import { copyText } from '#lib/page/clipboard.ts'
import styles from './Detail.module.css'

/** Copies the address of a video's page. `href`: a path of this site. */
export const CopyLink = ({ href }: { href: string }) => (
  <button
    type="button"
    className={styles.link}
    onClick={() =>
      copyText(new URL(href, location.href).href, {
        copied: t('video-detail:page.copied'),
        failed: t('video-detail:page.notCopied'),
      })
    }
  >
    {t('video-detail:page.copy')}
  </button>
)
