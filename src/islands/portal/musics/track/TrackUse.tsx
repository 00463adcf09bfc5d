import type { Music } from '#contract/reports/tracks.ts'
import { CopyButton } from '#islands/kit/ui/CopyButton.tsx'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import { HiddenLabel } from '#islands/kit/ui/HiddenLabel.tsx'
import { formatIsrc } from '#islands/portal/musics/state/isrc.ts'
import { localizePath } from '#lib/i18n/language.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import styles from './TrackPage.module.css'

/** Shows how to put the track into the next video. `music` is null while loading. */
export const NextVideo = ({ music }: { music: Music | null }) => (
  <section className={styles.next} aria-labelledby="next-title">
    <h2 id="next-title">{t('track:next.title')}</h2>
    {music ? <Isrc music={music} /> : <Skeleton height="52px" />}
    <ol className={styles.steps}>
      {(['find', 'length', 'result'] as const).map((step) => (
        <li key={step}>{t(`track:next.${step}`)}</li>
      ))}
    </ol>
    <p className={styles.guides}>
      <GuideLink path="/guides/mobile-upload" text={t('track:next.upload')} />
      {music?.hasTimeLimit && <GuideLink path="/guides/mobile-unlock" text={t('track:next.unlock')} />}
    </p>
  </section>
)

const GuideLink = ({ path, text }: { path: string; text: string }) => (
  <a className={styles.guide} href={localizePath(path, locale())}>
    {text}
  </a>
)

const Isrc = ({ music: { isrc, name } }: { music: Music }) => (
  <CopyButton
    text={isrc}
    copied={t('isrc:copied')}
    failed={t('isrc:notCopied', { isrc })}
    className={styles.isrc}
  >
    <HiddenLabel>{t('musics:copyOf', { name })}</HiddenLabel>
    <span className="caption">ISRC</span>
    <b data-isrc>{formatIsrc(isrc)}</b>
    <span className={styles.copy}>{t('common:copy')}</span>
  </CopyButton>
)

export const SignUp = () => (
  <section className={styles.signUp}>
    <p>{t('track:visitor')}</p>
    <p className="wrap gap-2">
      <a className="button" data-kind="primary" href={localizePath('/join', locale())}>
        {t('common:join')}
      </a>
      <a className="button" href={localizePath('/login', locale())}>
        {t('common:login')}
      </a>
    </p>
  </section>
)
