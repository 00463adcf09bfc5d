import { type CSSProperties, useId, useState } from 'react'
import { parseColor } from '#contract/platform/color.ts'
import { type Locale, locales } from '#contract/platform/locale.ts'
import type { NoticeSite } from '#contract/portal/desk/notices.ts'
import { NoticeDates, PinnedBadge } from '#islands/portal/notices/NoticeMeta.tsx'
import { NoticeText } from '#islands/portal/notices/NoticeText.tsx'
import { languageNames } from '#lib/i18n/language.ts'
import { t } from '#lib/i18n/strings.ts'
import { getBrandColors } from '#lib/site/theme.ts'
import styles from './NoticeDesk.module.css'
import type { Previews } from './use-preview.ts'

interface NoticePreviewsProps {
  previews: Previews
  failure: string | null
  sites: readonly NoticeSite[]
  shown: Locale
  pinned: boolean
  publishedAt: string | null
  editedAt: string | null
}

/** As members see it: of each language, in the colors of a site. */
export function NoticePreviews({ previews, failure, sites, shown, ...meta }: NoticePreviewsProps) {
  const id = useId()
  const [siteId, setSiteId] = useState<number | null>(null)
  const site = sites.find((one) => one.id === siteId) ?? sites[0]
  if (!site) return null
  return (
    <section className="card" aria-labelledby={`${id}-heading`}>
      <div className={styles.sectionHead}>
        <h2 id={`${id}-heading`} className="text-l bold">
          {t('desk-notices:preview')}
        </h2>
        {sites.length > 1 && (
          <fieldset className={styles.brands}>
            <legend className="visually-hidden">{t('desk-notices:previewSite')}</legend>
            {sites.map((one) => (
              <label key={one.id}>
                <input
                  type="radio"
                  name={id}
                  className="visually-hidden"
                  checked={one.id === site.id}
                  onChange={() => setSiteId(one.id)}
                />
                <i className={styles.swatch} style={{ background: one.color }} aria-hidden="true" />
                {one.name}
              </label>
            ))}
          </fieldset>
        )}
      </div>
      <p className="panel" data-tone="bad" role="alert">
        {failure}
      </p>
      <div className={styles.columns} style={getColors(site)} data-brand={site.domain}>
        {locales.map((one) => (
          <Preview
            key={one}
            language={one}
            isShown={one === shown}
            site={site}
            previews={previews}
            {...meta}
          />
        ))}
      </div>
    </section>
  )
}

function getColors({ color, colorDim }: NoticeSite): CSSProperties | undefined {
  const [primary, dim] = [parseColor(color), parseColor(colorDim)]
  return primary && dim ? getBrandColors(primary, dim) : undefined
}

interface PreviewProps {
  language: Locale
  isShown: boolean
  site: NoticeSite
  previews: Previews
  pinned: boolean
  publishedAt: string | null
  editedAt: string | null
}

function Preview({ language, isShown, site, previews, pinned, publishedAt, editedAt }: PreviewProps) {
  const [now] = useState(() => new Date().toISOString())
  // As the server does for readers of a language without a text.
  const from = [language, site.locale, ...locales].find((one) => previews[one])
  const preview = from && previews[from]
  return (
    <article className={`${styles.column} ${styles.preview}`} data-shown={isShown || undefined}>
      <p className={styles.previewHead}>
        <span lang={language}>{languageNames[language]}</span>
        {from && from !== language && (
          <span className="chip">{t('desk-notices:fallback', { name: languageNames[from] })}</span>
        )}
      </p>
      {preview ? (
        <>
          <h3 className={styles.previewTitle} lang={from}>
            {preview.title || t('desk-notices:noTitle')}
          </h3>
          <p className={styles.previewMeta}>
            {pinned && <PinnedBadge />}
            <NoticeDates published={publishedAt || now} edited={editedAt} />
          </p>
          <NoticeText blocks={preview.blocks} language={from} />
        </>
      ) : (
        <p className="faint">{t('desk-notices:nothingYet')}</p>
      )}
    </article>
  )
}
